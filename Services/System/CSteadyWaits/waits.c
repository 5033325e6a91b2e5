#define _GNU_SOURCE

#include "CSteadyWaits.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <threads.h>
#include <time.h>

static const int64_t second = 1000000000;
// In seconds: no wait is longer.
static const int64_t longest = 100LL * 365 * 86400;

static struct timespec time_by(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now;
}

static int64_t bounded(int64_t seconds) { return seconds < -longest ? -longest : seconds > longest ? longest : seconds; }

// With glibc a `cnd_t` is a `pthread_cond_t`, and a `mtx_t` a `pthread_mutex_t`: its own function takes them as these, too.
int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until) {
    struct timespec wall = time_by(CLOCK_REALTIME), steady = time_by(CLOCK_MONOTONIC);
    int64_t seconds;
    if (__builtin_sub_overflow((int64_t)until->tv_sec, (int64_t)wall.tv_sec, &seconds)) seconds = until->tv_sec < 0 ? -longest : longest;
    int64_t left = bounded(seconds) * second + until->tv_nsec - wall.tv_nsec;
    int64_t wake = (int64_t)steady.tv_sec * second + steady.tv_nsec + (left > 0 ? left : 0);
    struct timespec deadline = {.tv_sec = (time_t)(wake / second), .tv_nsec = (long)(wake % second)};
    int result = pthread_cond_clockwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, CLOCK_MONOTONIC, &deadline);
    return result == 0 ? thrd_success : result == ETIMEDOUT ? thrd_timedout : thrd_error;
}
