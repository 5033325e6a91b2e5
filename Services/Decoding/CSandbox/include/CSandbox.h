#pragma once

#include <stddef.h>
#include <stdint.h>

// What Swift cannot import: variadic functions, system calls without a wrapper, and extensions of glibc.
// Each returns -1 with errno set when it fails.

/// A descriptor that is readable when a child has ended. SIGCHLD becomes blocked for the process.
int docket_sandbox_child_watch(void);

/// No signal is blocked any more.
int docket_sandbox_unblock_signals(void);

/// Closes every descriptor from this number on.
int docket_sandbox_close_from(unsigned int first);

/// The calling process is killed when its parent ends.
int docket_sandbox_die_with_parent(void);

/// Nothing that this process executes can gain privileges any more.
int docket_sandbox_forbid_new_privileges(void);

/// No core file with a person's document in it, and no look into this process's memory by its equals.
int docket_sandbox_hide_memory(void);

/// Gives back to the kernel what was allocated and freed.
void docket_sandbox_release_freed_memory(void);

/// Keeps the loaded libraries of these names, such as libkrb5, out of the processes that are forked from now on: a call of theirs ends
/// such a process. How many there were.
int docket_sandbox_keep_libraries(const char *const *names, size_t count);

/// Writes what tells the builds of the program and of its loaded libraries apart, in the order of their loading: the build's id, or else
/// the size and the time of the file. How many bytes were written; no more than there is room for.
size_t docket_sandbox_builds(uint8_t *bytes, size_t capacity);

/// Makes a child watch quiet until the next child ends.
void docket_sandbox_drain_child_watch(int descriptor);

/// Gives up every capability, of this user namespace too.
int docket_sandbox_drop_capabilities(void);

// Namespaces

/// Moves the process, which must have one thread, into a user, network, IPC and process-id namespace of its own. It goes on there as a
/// child of what was started, in which this function does not return: that waits for the child, ends as the child ends, and takes it
/// along when it is killed. Where the host does not allow it, nothing has changed.
int docket_sandbox_enter_namespaces(void);

// Seccomp

/// Whether the kernel can kill a whole process for a system call.
int docket_sandbox_filters_can_kill(void);

/// Holds the calling thread, and what it starts, to a program of `count` instructions (struct sock_filter). Each comparison with
/// `placeholder` becomes one with this process's id.
int docket_sandbox_install_filter(const void *program, size_t count, uint32_t placeholder);

// Landlock

/// The version of the kernel's interface.
int docket_landlock_version(void);

/// A ruleset that handles these rights, close-on-exec; what a version does not know must be zero.
int docket_landlock_create(uint64_t files, uint64_t network, uint64_t scopes);

/// Lets through these rights on a file, or on a folder and all beneath.
int docket_landlock_allow(int ruleset, const char *path, uint64_t files);

/// Holds the calling thread, and what it starts, to a ruleset.
int docket_landlock_restrict(int ruleset);
