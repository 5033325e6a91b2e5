#define _GNU_SOURCE

#include "CSandbox.h"

#include <link.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
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

struct builds {
    uint8_t *bytes;
    size_t capacity, count;
};

static void add(struct builds *builds, const void *bytes, size_t count) {
    if (count <= builds->capacity - builds->count) {
        memcpy(builds->bytes + builds->count, bytes, count);
        builds->count += count;
    }
}

// The id is a note, by the kind of that name (NT_GNU_BUILD_ID) and the owner “GNU”. Notes and their parts are aligned to 4 bytes.
static bool add_id(struct builds *builds, const uint8_t *note, size_t left) {
    while (left >= sizeof(ElfW(Nhdr))) {
        const ElfW(Nhdr) *head = (const ElfW(Nhdr) *)note;
        size_t name = ((size_t)head->n_namesz + 3) & ~(size_t)3, content = ((size_t)head->n_descsz + 3) & ~(size_t)3;
        if (name > left - sizeof *head || content > left - sizeof *head - name) {
            return false;
        }
        const uint8_t *owner = note + sizeof *head;
        if (head->n_type == NT_GNU_BUILD_ID && head->n_namesz == 4 && memcmp(owner, "GNU", 4) == 0) {
            add(builds, owner + name, head->n_descsz);
            return true;
        }
        note += sizeof *head + name + content;
        left -= sizeof *head + name + content;
    }
    return false;
}

static int add_build(struct dl_phdr_info *library, size_t size, void *argument) {
    (void)size;
    struct builds *builds = argument;
    // The kernel's own, which decodes nothing.
    if (strncmp(library->dlpi_name, "linux-vdso", 10) == 0) {
        return 0;
    }
    for (size_t index = 0; index < library->dlpi_phnum; index += 1) {
        const ElfW(Phdr) *part = &library->dlpi_phdr[index];
        if (part->p_type == PT_NOTE && add_id(builds, (const uint8_t *)(library->dlpi_addr + part->p_vaddr), part->p_memsz)) {
            return 0;
        }
    }
    struct stat file;
    if (stat(library->dlpi_name[0] != 0 ? library->dlpi_name : "/proc/self/exe", &file) == 0) {
        add(builds, &file.st_size, sizeof file.st_size);
        add(builds, &file.st_mtim, sizeof file.st_mtim);
    }
    return 0;
}

size_t docket_sandbox_builds(uint8_t *bytes, size_t capacity) {
    struct builds builds = {bytes, capacity, 0};
    dl_iterate_phdr(add_build, &builds);
    return builds.count;
}
