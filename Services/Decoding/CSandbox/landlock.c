#define _GNU_SOURCE

#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The kernel's structures as of interface version 6: the headers that a distribution carries are older than the kernels it runs on.
// An older kernel takes a longer structure whose tail is zero.
struct docket_landlock_ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

struct docket_landlock_path {
    uint64_t files;
    int32_t parent;
} __attribute__((packed));

enum {
    DOCKET_LANDLOCK_VERSION = 1,
    DOCKET_LANDLOCK_PATH = 1,
    /// READ_FILE: the one right of reading that a file can have.
    DOCKET_LANDLOCK_READ_FILE = 1 << 2,
};

int docket_landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, DOCKET_LANDLOCK_VERSION);
}

int docket_landlock_create(uint64_t files, uint64_t network, uint64_t scopes) {
    struct docket_landlock_ruleset ruleset = {files, network, scopes};
    return (int)syscall(SYS_landlock_create_ruleset, &ruleset, sizeof ruleset, 0U);
}

int docket_landlock_allow(int ruleset, const char *path, uint64_t files) {
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    if (descriptor < 0) {
        return -1;
    }
    struct stat status;
    int result = fstat(descriptor, &status);
    if (result == 0) {
        struct docket_landlock_path rule = {S_ISDIR(status.st_mode) ? files : files & DOCKET_LANDLOCK_READ_FILE, descriptor};
        result = (int)syscall(SYS_landlock_add_rule, ruleset, DOCKET_LANDLOCK_PATH, &rule, 0U);
    }
    int error = errno;
    close(descriptor);
    errno = error;
    return result;
}

int docket_landlock_restrict(int ruleset) {
    return (int)syscall(SYS_landlock_restrict_self, ruleset, 0U);
}
