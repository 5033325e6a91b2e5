// Thin wrappers of kernel calls that Swift cannot reach.
#define _GNU_SOURCE 1
#include "CEventLoop.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

// The GNU form of strerror_r, whatever the including translation unit asked for.
const char *docket_error_text(int number, char *buffer, size_t capacity) {
    return strerror_r(number, buffer, capacity);
}

// MARK: epoll and eventfd

int docket_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int docket_epoll_control(int epoll, int operation, int descriptor, uint32_t events, uint64_t data) {
    struct epoll_event event;
    event.events = events;
    event.data.u64 = data;
    return epoll_ctl(epoll, operation, descriptor, &event);
}

int docket_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// MARK: sockets

int docket_socket_stream(int family) { return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0); }

int docket_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }

ssize_t docket_send(int descriptor, const void *bytes, size_t count, int more) {
    return send(descriptor, bytes, count, MSG_NOSIGNAL | (more ? MSG_MORE : 0));
}

// The kernel reads ahead in larger pieces than this, so that one byte of each stands for its neighbours.
static const size_t sample_distance = 32 * 1024;

int docket_is_cached(int descriptor, int64_t offset, size_t count) {
    for (size_t at = 0; at < count; at += sample_distance) {
        char byte;
        struct iovec part = {.iov_base = &byte, .iov_len = 1};
        if (preadv2(descriptor, &part, 1, offset + (int64_t)at, RWF_NOWAIT) < 0) return errno == EAGAIN ? 0 : -1;
    }
    return 1;
}

void docket_bring_into_cache(int descriptor, int64_t offset, size_t count) {
    // Ahead of what is wanted now, which the client will most likely want next.
    (void)readahead(descriptor, offset, 8 * count);
    char scratch[16 * 1024];
    for (size_t at = 0; at < count;) {
        size_t piece = count - at < sizeof scratch ? count - at : sizeof scratch;
        ssize_t result = pread(descriptor, scratch, piece, offset + (int64_t)at);
        if (result <= 0 && !(result < 0 && errno == EINTR)) return;
        if (result > 0) at += (size_t)result;
    }
}

int docket_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int docket_set_nonblocking(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0) return -1;
    return fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

// MARK: signals

int docket_signalfd(const int *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int docket_block_signals(const int *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
    return pthread_sigmask(SIG_BLOCK, &set, NULL);
}

void docket_ignore_sigpipe(void) { signal(SIGPIPE, SIG_IGN); }

void docket_name_this_thread(const char *name) { pthread_setname_np(pthread_self(), name); }
