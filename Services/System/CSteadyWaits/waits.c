#define _GNU_SOURCE

#include "CSteadyWaits.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <threads.h>
#include <time.h>

// In nanoseconds. No wait is longer than what such a number can hold.
static const int64_t second = 1000000000, longest = INT64_MAX / 4;

static int64_t time_by(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * second + now.tv_nsec;
}

// With glibc a `cnd_t` is a `pthread_cond_t`, and a `mtx_t` a `pthread_mutex_t`: its own function takes them as these, too.
int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until) {
    int64_t end = until->tv_sec > longest / second ? longest : (int64_t)until->tv_sec * second + until->tv_nsec;
    int64_t left = end - time_by(CLOCK_REALTIME);
    int64_t wake = time_by(CLOCK_MONOTONIC) + (left > 0 ? left : 0);
    struct timespec deadline = {.tv_sec = (time_t)(wake / second), .tv_nsec = (long)(wake % second)};
    int result = pthread_cond_clockwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, CLOCK_MONOTONIC, &deadline);
    return result == 0 ? thrd_success : result == ETIMEDOUT ? thrd_timedout : thrd_error;
}
