#define _GNU_SOURCE

#include "CSandbox.h"

#include <link.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct search {
    const char *const *names;
    size_t count;
    int kept;
};

/// Whether a file, such as libkrb5.so.3 or libcurl-gnutls.so.4, is of a library, such as libkrb5 or libcurl.
static bool is_named(const char *file, const char *name) {
    size_t length = strlen(name);
    return strncmp(file, name, length) == 0 && (file[length] == '.' || file[length] == '-');
}

static int keep_if_named(struct dl_phdr_info *library, size_t size, void *argument) {
    (void)size;
    struct search *search = argument;
    const char *slash = strrchr(library->dlpi_name, '/');
    const char *file = slash ? slash + 1 : library->dlpi_name;
    bool found = false;
    for (size_t index = 0; index < search->count; index += 1) {
        found = found || is_named(file, search->names[index]);
    }
    if (!found) {
        return 0;
    }
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = UINTPTR_MAX, end = 0, first = 0, last = 0;
    for (size_t index = 0; index < library->dlpi_phnum; index += 1) {
        const ElfW(Phdr) *part = &library->dlpi_phdr[index];
        uintptr_t from = library->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD) {
            start = from < start ? from : start;
            end = from + part->p_memsz > end ? from + part->p_memsz : end;
        } else if (part->p_type == PT_TLS && part->p_filesz > 0) {
            first = from;
            last = from + part->p_filesz;
        }
    }
    if (start >= end) {
        return 0;
    }
    // There may be holes between its parts: all that is mapped is advised, whatever the call answers.
    start &= ~(page - 1);
    madvise((void *)start, (end - start + page - 1) & ~(page - 1), MADV_DONTFORK);
    // Each new thread copies what its variables begin with.
    if (last > first) {
        first &= ~(page - 1);
        madvise((void *)first, (last - first + page - 1) & ~(page - 1), MADV_DOFORK);
    }
    search->kept += 1;
    return 0;
}

int docket_sandbox_keep_libraries(const char *const *names, size_t count) {
    struct search search = {names, count, 0};
    dl_iterate_phdr(keep_if_named, &search);
    return search.kept;
}
