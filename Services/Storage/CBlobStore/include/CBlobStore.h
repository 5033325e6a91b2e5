// What the kernel offers for files and glibc's module does not show to Swift.
#ifndef DOCKET_CBLOBSTORE_H
#define DOCKET_CBLOBSTORE_H

#include <stdint.h>

// Starts writing a range of a file to its disk, and does not wait for it. 0, or -1 with errno.
int docket_begin_write_back(int descriptor, int64_t offset, int64_t count);

// Gives the space of a range of a file back; it reads as zeros from then on. 0, or -1 with errno.
int docket_forget_bytes(int descriptor, int64_t offset, int64_t count);

// A file in memory, which is gone with its last descriptor. Its descriptor, or -1 with errno.
int docket_memory_file(void);

// From now on nobody changes a file in memory, whoever has a descriptor of it. 0, or -1 with errno.
int docket_make_unchangeable(int descriptor);

#endif
