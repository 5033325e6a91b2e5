// Makes ThreadSanitizer know librdkafka's threads. Compiled into sanitized builds only.
//
// librdkafka uses the threads, mutexes and conditions of C11, which the sanitizer does not intercept: a thread that it does not
// know crashes in its allocator. They are defined here over those of POSIX, which glibc's own are, too, and which it intercepts.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define _GNU_SOURCE 1
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

struct start {
    thrd_start_t body;
    void *argument;
};

static void *run(void *given) {
    struct start start = *(struct start *)given;
    free(given);
    return (void *)(intptr_t)start.body(start.argument);
}

int thrd_create(thrd_t *thread, thrd_start_t body, void *argument) {
    struct start *start = malloc(sizeof *start);
    if (start == NULL) return thrd_nomem;
    start->body = body;
    start->argument = argument;
    if (pthread_create(thread, NULL, run, start) == 0) return thrd_success;
    free(start);
    return thrd_error;
}

int thrd_join(thrd_t thread, int *result) {
    void *value = NULL;
    if (pthread_join(thread, &value) != 0) return thrd_error;
    if (result != NULL) *result = (int)(intptr_t)value;
    return thrd_success;
}

static int answer(int error) { return error == 0 ? thrd_success : error == ETIMEDOUT ? thrd_timedout : thrd_error; }

int mtx_init(mtx_t *mutex, int type) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
    int error = pthread_mutex_init((pthread_mutex_t *)mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
    return answer(error);
}

int mtx_lock(mtx_t *mutex) { return answer(pthread_mutex_lock((pthread_mutex_t *)mutex)); }
int mtx_unlock(mtx_t *mutex) { return answer(pthread_mutex_unlock((pthread_mutex_t *)mutex)); }
void mtx_destroy(mtx_t *mutex) { pthread_mutex_destroy((pthread_mutex_t *)mutex); }

int cnd_init(cnd_t *condition) { return answer(pthread_cond_init((pthread_cond_t *)condition, NULL)); }
int cnd_signal(cnd_t *condition) { return answer(pthread_cond_signal((pthread_cond_t *)condition)); }
int cnd_broadcast(cnd_t *condition) { return answer(pthread_cond_broadcast((pthread_cond_t *)condition)); }
void cnd_destroy(cnd_t *condition) { pthread_cond_destroy((pthread_cond_t *)condition); }

int cnd_wait(cnd_t *condition, mtx_t *mutex) {
    return answer(pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict until) {
    return answer(pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, until));
}
#endif
#endif
