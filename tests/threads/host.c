/* A process with many PHP threads, as a thread-safe web server has: each runs the same script, all at once.
 *   host SCRIPT THREADS     php.ini is where PHPRC says; the script finds its thread's number in THREAD
 * Ends with the number of threads whose script did not end with exit(0). */
#include <pthread.h>
#include <sapi/embed/php_embed.h>

static const char *script;
static pthread_barrier_t all_are_here;

static void *run(void *number)
{
    long failed = 1;
    ts_resource(0);
    if (php_request_startup() == FAILURE) {
        return (void *) failed;
    }
    zend_first_try {
        zend_file_handle file;
        char name[] = "THREAD";
        zend_register_long_constant(name, sizeof(name) - 1, (zend_long) number, 0, 0);
        SG(headers_sent) = 1;
        SG(request_info).no_headers = 1;
        zend_stream_init_filename(&file, script);
        file.primary_script = 1;
        pthread_barrier_wait(&all_are_here);
        php_execute_script(&file);
        zend_destroy_file_handle(&file);
    } zend_end_try();
    failed = EG(exit_status) != 0;
    php_request_shutdown(NULL);
    ts_free_thread();
    return (void *) failed;
}

int main(int argc, char **argv)
{
    long threads = argc == 3 ? atol(argv[2]) : 0, failures = 0;
    pthread_t thread[64];
    if (threads < 1 || threads > 64 || php_embed_init(0, NULL) == FAILURE) {
        return 64;
    }
    script = argv[1];
    pthread_barrier_init(&all_are_here, NULL, threads);
    for (long i = 0; i < threads; i++) {
        pthread_create(&thread[i], NULL, run, (void *) i);
    }
    for (long i = 0; i < threads; i++) {
        void *failed;
        pthread_join(thread[i], &failed);
        failures += (long) failed;
    }
    php_embed_shutdown();
    return (int) failures;
}
