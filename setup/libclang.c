/* libclang FILE   whether bindgen can use this libclang: it loads, and it parses what needs headers of its own. */
#include <dlfcn.h>
#include <stdio.h>

struct unsaved { const char *name, *text; unsigned long length; };

int main(int argc, char **argv)
{
    static const char text[] = "#include <stddef.h>\n#include <stdio.h>\nsize_t n;\n";
    struct unsaved file = {"check.c", text, sizeof text - 1};
    void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
    void *(*create)(int, int), *(*parse)(void *, const char *, const char *const *, int, struct unsaved *, unsigned, unsigned);
    unsigned (*diagnostics)(void *);

    if (!library) return puts(argc == 2 ? dlerror() : "libclang FILE"), 1;
    create = (void *(*)(int, int)) dlsym(library, "clang_createIndex");
    *(void **) &parse = dlsym(library, "clang_parseTranslationUnit");
    diagnostics = (unsigned (*)(void *)) dlsym(library, "clang_getNumDiagnostics");
    if (!create || !parse || !diagnostics) return printf("%s is no libclang\n", argv[1]), 1;

    void *unit = parse(create(0, 0), "check.c", NULL, 0, &file, 1, 0);
    if (!unit || diagnostics(unit) != 0) return printf("%s does not find its headers\n", argv[1]), 1;
    return 0;
}
