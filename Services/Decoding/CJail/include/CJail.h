#pragma once

#include <stddef.h>
#include <sys/types.h>

// What Swift cannot import: macros of control messages, and extensions of glibc.
// Each returns -1 with errno set when it fails.

/// The most descriptors that one message carries: a job's socket and its input, and room for more.
enum { DOCKET_JAIL_MAXIMUM_DESCRIPTORS = 16 };

/// Sends one message with descriptors attached. Returns the count of bytes, or -1 with errno set.
ssize_t docket_jail_send(int socket, const void *bytes, size_t length, const int *descriptors, size_t count);

/// Receives one message. `descriptors` has room for DOCKET_JAIL_MAXIMUM_DESCRIPTORS; `*count` says how many came, close-on-exec.
/// Returns the count of bytes, 0 at the end, or -1 with errno set; EMSGSIZE when the message did not fit (its descriptors are closed).
ssize_t docket_jail_receive(int socket, void *bytes, size_t capacity, int *descriptors, size_t *count);

/// An anonymous file in memory, close-on-exec.
int docket_jail_memory_file(const char *name);

/// The file in memory can be changed by nobody any more.
int docket_jail_seal(int descriptor);
