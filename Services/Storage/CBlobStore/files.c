#define _GNU_SOURCE
#include "CBlobStore.h"

#include <fcntl.h>
#include <sys/mman.h>

int docket_begin_write_back(int descriptor, int64_t offset, int64_t count) {
    return sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
}

int docket_forget_bytes(int descriptor, int64_t offset, int64_t count) {
    return fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, count);
}

int docket_memory_file(void) { return memfd_create("docket-blob", MFD_CLOEXEC | MFD_ALLOW_SEALING); }

int docket_make_unchangeable(int descriptor) {
    return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
}
