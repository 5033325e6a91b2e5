#pragma once

#include <stddef.h>
#include <sys/types.h>

// What Swift cannot import: macros of control messages, and variadic or extension functions of glibc.
// Each returns -1 with errno set when it fails.

/// The most descriptors that one message carries (the kernel's SCM_MAX_FD).
enum { DOCKET_JAIL_MAXIMUM_DESCRIPTORS = 253 };

/// Sends one message with descriptors attached. Returns the count of bytes, or -1 with errno set.
ssize_t docket_jail_send(int socket, const void *bytes, size_t length, const int *descriptors, size_t count);

/// Receives one message. `descriptors` has room for DOCKET_JAIL_MAXIMUM_DESCRIPTORS; `*count` says how many came, close-on-exec.
/// Returns the count of bytes, 0 at the end, or -1 with errno set; EMSGSIZE when the message did not fit (its descriptors are closed).
ssize_t docket_jail_receive(int socket, void *bytes, size_t capacity, int *descriptors, size_t *count);

/// A descriptor that is readable when a child has ended; the signal is blocked for the process.
int docket_jail_child_watch(void);

int docket_jail_unblock_signals(void);

int docket_jail_close_from(unsigned int first);

/// The calling process is killed when its parent ends.
int docket_jail_die_with_parent(void);

/// Nothing that this process executes can gain privileges any more.
int docket_jail_forbid_new_privileges(void);

/// No core file with a person's document in it, and no look into this process's memory by its equals.
int docket_jail_hide_memory(void);

/// An anonymous file in memory, close-on-exec.
int docket_jail_memory_file(const char *name);

/// The file in memory can be changed by nobody any more.
int docket_jail_seal(int descriptor);
