// Starting and reaping child processes. What runs between fork and exec must be async-signal-safe, so it is C.
#define _GNU_SOURCE 1
#include "CEventLoop.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int docket_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int docket_pidfd_send_signal(int pidfd, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

const int docket_child_exited = CLD_EXITED;

// Reaps the child behind a pidfd. Returns 0 and sets both results when it has ended, 1 while it runs, -1 on error.
int docket_reap(int pidfd, int *code, int *status) {
    siginfo_t info;
    info.si_pid = 0;
    int result;
    do {
        result = waitid((idtype_t)3 /* P_PIDFD */, (id_t)pidfd, &info, WEXITED | WNOHANG);
    } while (result != 0 && errno == EINTR);
    if (result != 0) return -1;
    if (info.si_pid == 0) return 1;
    *code = info.si_code;
    *status = info.si_status;
    return 0;
}

struct docket_spawn_failure {
    int step; // see ChildProcess.SpawnStep
    int error;
};

__attribute__((noreturn)) static void docket_spawn_fail(int report, int step) {
    struct docket_spawn_failure failure = {step, errno};
    ssize_t ignored = write(report, &failure, sizeof failure);
    (void)ignored;
    _exit(127);
}

// Runs in the child. Everything here is async-signal-safe: other threads of the parent may have held any lock.
__attribute__((noreturn)) static void docket_spawn_in_child(const struct docket_spawn_plan *plan, int report) {
    int high = 3;
    for (int i = 0; i < plan->descriptor_count; i++)
        if (plan->child_descriptors[i] >= high) high = plan->child_descriptors[i] + 1;

    // Out of the way of the numbers that are about to be given away.
    int moved_report = fcntl(report, F_DUPFD_CLOEXEC, high);
    if (moved_report < 0) docket_spawn_fail(report, 1);
    report = moved_report;
    int moved[plan->descriptor_count + 1];
    for (int i = 0; i < plan->descriptor_count; i++) {
        moved[i] = fcntl(plan->parent_descriptors[i], F_DUPFD_CLOEXEC, high);
        if (moved[i] < 0) docket_spawn_fail(report, 1);
    }
    // Whatever a C library left open without close-on-exec stays behind.
    syscall(SYS_close_range, 3, ~0U, CLOSE_RANGE_CLOEXEC);
    for (int i = 0; i < plan->descriptor_count; i++)
        if (dup2(moved[i], plan->child_descriptors[i]) < 0) docket_spawn_fail(report, 1);

    for (int number = 1; number < NSIG; number++)
        if (number != SIGKILL && number != SIGSTOP) signal(number, SIG_DFL);

    if (plan->own_process_group && setpgid(0, 0) != 0) docket_spawn_fail(report, 2);
    if (plan->change_user) {
        if (setgroups(1, &plan->group) != 0) docket_spawn_fail(report, 3);
        if (setgid(plan->group) != 0) docket_spawn_fail(report, 3);
        if (setuid(plan->user) != 0) docket_spawn_fail(report, 3);
    }
    if (plan->working_directory && chdir(plan->working_directory) != 0) docket_spawn_fail(report, 4);
    if (plan->parent_death_signal) {
        // After setuid, which clears it; the parent may be gone already.
        if (prctl(PR_SET_PDEATHSIG, plan->parent_death_signal) != 0) docket_spawn_fail(report, 5);
        if (getppid() != plan->parent) _exit(127);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(plan->executable, plan->arguments, plan->environment);
    docket_spawn_fail(report, 6);
}

// Forks and executes. Returns 0 and the child's pid, or an errno with the step at which it failed (0: before the fork).
int docket_spawn(const struct docket_spawn_plan *plan, pid_t *child, int *step) {
    int report[2];
    *step = 0;
    if (pipe2(report, O_CLOEXEC) != 0) return errno;
    // No handler of the parent may run in the child before its dispositions are reset.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (pid == 0) docket_spawn_in_child(plan, report[1]);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(report[1]);
    if (pid < 0) {
        close(report[0]);
        return error;
    }
    // Ends when the child has executed (close-on-exec) or says why it could not.
    struct docket_spawn_failure failure;
    ssize_t count;
    do {
        count = read(report[0], &failure, sizeof failure);
    } while (count < 0 && errno == EINTR);
    close(report[0]);
    if (count == (ssize_t)sizeof failure) {
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
        }
        *step = failure.step;
        return failure.error;
    }
    *child = pid;
    return 0;
}
