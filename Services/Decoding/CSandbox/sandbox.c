#define _GNU_SOURCE

#include "CSandbox.h"

#include <malloc.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

int docket_sandbox_child_watch(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    if (sigprocmask(SIG_BLOCK, &signals, NULL) != 0) {
        return -1;
    }
    return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

int docket_sandbox_unblock_signals(void) {
    sigset_t none;
    sigemptyset(&none);
    return sigprocmask(SIG_SETMASK, &none, NULL);
}

int docket_sandbox_close_from(unsigned int first) {
    return (int)syscall(SYS_close_range, first, ~0U, 0U);
}

int docket_sandbox_die_with_parent(void) {
    return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

int docket_sandbox_forbid_new_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

int docket_sandbox_hide_memory(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

void docket_sandbox_release_freed_memory(void) {
    malloc_trim(0);
}

void docket_sandbox_drain_child_watch(int descriptor) {
    struct signalfd_siginfo information;
    while (read(descriptor, &information, sizeof information) > 0) {
    }
}
