#define _GNU_SOURCE

#include "CEmbeddedBroker.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Thread_local uint16_t next_port;
static _Thread_local uint16_t ports_left;
static _Thread_local uint16_t ports_given;

void docket_fix_ports_begin(uint16_t first, uint16_t count) {
    next_port = first;
    ports_left = count;
    ports_given = 0;
}

uint16_t docket_fix_ports_end(void) {
    ports_left = 0;
    return ports_given;
}

int docket_hold_port(uint16_t port) {
    const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    // A broker's own socket says so, too: it may be bound beside this one, which does not listen.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (syscall(SYS_bind, descriptor, &address, sizeof address) == 0) return descriptor;
    docket_release_port(descriptor);
    return -1;
}

void docket_release_port(int descriptor) { close(descriptor); }

static int is_thread_of_brokers(void) {
    char name[16] = "";
    return pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "rdk:mock") == 0;
}

// As the system binds, but waits up to five seconds for a port that is in use: a program that this process has started holds the sockets
// of a broker that is gone or down until it executes.
static int bind_soon(int descriptor, const void *address, socklen_t length) {
    int result = (int)syscall(SYS_bind, descriptor, address, length);
    for (int turn = 0; turn < 500 && result != 0 && errno == EADDRINUSE; turn++) {
        usleep(10 * 1000);
        result = (int)syscall(SYS_bind, descriptor, address, length);
    }
    return result;
}

int bind(int descriptor, const struct sockaddr *address, socklen_t length) {
    if (ports_left > 0 && length >= sizeof(struct sockaddr_in) && address->sa_family == AF_INET) {
        struct sockaddr_in wanted = *(const struct sockaddr_in *)address;
        if (wanted.sin_port == 0 && wanted.sin_addr.s_addr == htonl(INADDR_LOOPBACK)) {
            const int yes = 1;
            wanted.sin_port = htons(next_port);
            // A broker that starts again finds its old connections in TIME_WAIT.
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
            if (bind_soon(descriptor, &wanted, sizeof wanted) == 0) {
                next_port++;
                ports_left--;
                ports_given++;
                return 0;
            }
            // librdkafka aborts the process when a broker cannot be bound: it gets a port of the kernel's choice, and the
            // caller sees from the number of ports given that this was not to be.
        }
    }
    // A broker that comes back: librdkafka would abort.
    if (is_thread_of_brokers()) return bind_soon(descriptor, address, length);
    return (int)syscall(SYS_bind, descriptor, address, length);
}
