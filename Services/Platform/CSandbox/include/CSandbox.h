#pragma once

// What Swift cannot import: variadic functions, and extensions of glibc. Each returns -1 with errno set when it fails.

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

/// Makes a child watch quiet until the next child ends.
void docket_sandbox_drain_child_watch(int descriptor);
