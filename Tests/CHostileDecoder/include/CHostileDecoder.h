#pragma once

/// Tries something that a decoder has no business with, by the system call itself. Returns 0 when it worked, its errno when it was
/// refused, and -1 for an attack that nobody knows or that this architecture does not have. `parent` is the zygote's process id.
int docket_hostile_try(const char *attack, int parent);
