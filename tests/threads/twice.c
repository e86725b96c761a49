/* A process that starts and ends PHP and its modules several times, as FrankenPHP does at a reload.
 *   twice SCRIPT     php.ini is where PHPRC says; each time, the script is run once
 * Ends with the number of times at which the script did not end with exit(0). */
#include <sapi/embed/php_embed.h>

#define TIMES 3

int main(int argc, char **argv)
{
    int failures = 0;
    for (int n = 0; n < TIMES; n++) {
        if (argc != 2 || php_embed_init(0, NULL) == FAILURE) {
            return 64;
        }
        zend_first_try {
            zend_file_handle file;
            zend_stream_init_filename(&file, argv[1]);
            file.primary_script = 1;
            php_execute_script(&file);
            zend_destroy_file_handle(&file);
        } zend_end_try();
        failures += EG(exit_status) != 0;
        php_embed_shutdown();
    }
    return failures;
}
