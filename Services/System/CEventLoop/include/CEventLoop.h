// What the kernel offers and Swift cannot import as it stands: macros, unions, calls without a glibc wrapper,
// and the stretch between fork and exec.
#ifndef DOCKET_CEVENTLOOP_H
#define DOCKET_CEVENTLOOP_H

#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/types.h>

// MARK: epoll

static const uint32_t docket_epoll_in = EPOLLIN;
static const uint32_t docket_epoll_out = EPOLLOUT;
static const uint32_t docket_epoll_err = EPOLLERR;
static const uint32_t docket_epoll_hup = EPOLLHUP;
static const uint32_t docket_epoll_rdhup = EPOLLRDHUP;
static const uint32_t docket_epoll_edge = EPOLLET;
static const uint32_t docket_epoll_oneshot = EPOLLONESHOT;

// MARK: calls

// The system's words; either in the buffer or constant.
const char *docket_error_text(int number, char *buffer, size_t capacity);
int docket_epoll_create(void);
int docket_epoll_control(int epoll, int operation, int descriptor, uint32_t events, uint64_t data);
int docket_eventfd(void);
int docket_socket_stream(int family);
int docket_accept(int listener);
ssize_t docket_send(int descriptor, const void *bytes, size_t count, int more);
// Whether so many bytes of a file lie in the page cache, by samples: 1 yes, 0 no, -1 unknown.
int docket_is_cached(int descriptor, int64_t offset, size_t count);
// Brings them there: blocks while the disk is read. Whatever goes wrong shows when they are used.
void docket_bring_into_cache(int descriptor, int64_t offset, size_t count);
// Both ends close-on-exec.
int docket_pipe(int ends[2]);
int docket_set_nonblocking(int descriptor);
int docket_signalfd(const int *signals, int count);
int docket_block_signals(const int *signals, int count);
void docket_ignore_sigpipe(void);
void docket_name_this_thread(const char *name);

// MARK: child processes

// `si_code` of a child that ended by itself.
extern const int docket_child_exited;

struct docket_spawn_plan {
    const char *executable;        // absolute path
    char *const *arguments;        // null-terminated, with argv[0]
    char *const *environment;      // null-terminated
    const char *working_directory; // or NULL
    const int *parent_descriptors; // what the child gets…
    const int *child_descriptors;  // …and under which number
    int descriptor_count;
    int own_process_group;
    int change_user;
    uid_t user;
    gid_t group;
    int parent_death_signal; // or 0
    pid_t parent;
};

int docket_pidfd_open(pid_t pid);
int docket_pidfd_send_signal(int pidfd, int signal);
// Reaps the child behind a pidfd. Returns 0 and sets both results when it has ended, 1 while it runs, -1 on error.
int docket_reap(int pidfd, int *code, int *status);
// Forks and executes. Returns 0 and the child's pid, or an errno with the step at which it failed (0: before the fork).
int docket_spawn(const struct docket_spawn_plan *plan, pid_t *child, int *step);

#endif
