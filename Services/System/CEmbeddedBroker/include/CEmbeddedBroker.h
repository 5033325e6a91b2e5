#pragma once

#include <stdint.h>

// librdkafka's mock cluster binds its brokers to random ports and names them in its metadata, and offers no way to choose.
// This target defines `bind` for the program that hosts a cluster: while a thread asks for fixed ports, its binds to port 0 on
// the loopback address get them, first come first served. Every other bind goes to the kernel as it is.

/// From now on the calling thread's binds to port 0 of 127.0.0.1 get `first`, `first + 1` and so on, `count` of them.
void docket_fix_ports_begin(uint16_t first, uint16_t count);

/// Ends it for the calling thread. Answers how many of the ports were given out.
uint16_t docket_fix_ports_end(void);

/// Keeps a port of 127.0.0.1, on which nothing listens, for a broker that is down: the kernel gives it to nobody else. Answers what
/// `docket_release_port` takes, or -1 where somebody has the port.
int docket_hold_port(uint16_t port);

void docket_release_port(int descriptor);

/// From now on the calling thread may wake 4 ms later than it asked for. librdkafka's main thread asks for whole milliseconds, wakes
/// before its timer is due, and then looks at the clock again and again until it is.
void docket_allow_late_timers(void);
