#define _GNU_SOURCE

#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int docket_sandbox_drop_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
    memset(none, 0, sizeof none);
    return (int)syscall(SYS_capset, &header, none);
}

// Ends as the child ends.
static void stand_in_for(pid_t child, int lifeline) {
    // The control socket belongs to the child alone: its closing tells the worker.
    for (int descriptor = 0; descriptor < lifeline; descriptor++) close(descriptor);
    syscall(SYS_close_range, lifeline + 1, ~0U, 0U);
    int status;
    pid_t ended;
    do {
        ended = waitpid(child, &status, 0);
    } while (ended < 0 && errno == EINTR);
    if (ended == child && WIFSIGNALED(status)) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        signal(WTERMSIG(status), SIG_DFL);
        kill(getpid(), WTERMSIG(status));
    }
    _exit(ended == child && WIFEXITED(status) ? WEXITSTATUS(status) : 70);
}

int docket_sandbox_enter_namespaces(void) {
    int lifeline[2];
    if (pipe2(lifeline, O_CLOEXEC) != 0) {
        return -1;
    }
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWPID) != 0) {
        int error = errno;
        close(lifeline[0]);
        close(lifeline[1]);
        errno = error;
        return -1;
    }
    pid_t child = fork();
    if (child < 0) {
        // Half way: what this process would fork from now on were the first, and the last, of its namespace.
        _exit(71);
    }
    if (child > 0) {
        close(lifeline[0]);
        stand_in_for(child, lifeline[1]);
    }
    close(lifeline[1]);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    // The parent may have died before that took effect; from in here it has no id that could be compared.
    struct pollfd parent = {.fd = lifeline[0], .events = POLLIN};
    if (poll(&parent, 1, 0) != 0) {
        _exit(70);
    }
    close(lifeline[0]);
    return 0;
}
