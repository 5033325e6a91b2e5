// Makes ThreadSanitizer understand Swift's `Synchronization.Mutex`. Compiled into sanitized builds only.
//
// An uncontended Mutex locks and unlocks with atomic instructions in the caller, which are instrumented. A contended one goes
// through these functions of libswiftSynchronization, which is not: the kernel hands the lock over, and the sanitizer would
// report every access under it as a race. They are defined here in the library's stead, say what they do, and call it.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context))

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*lock_slow)(uint32_t thread, SWIFT_SELF void *handle);
typedef SWIFT bool (*try_lock_slow)(SWIFT_SELF void *handle);
typedef SWIFT void (*unlock_slow)(SWIFT_SELF void *handle);

SWIFT void docket_lock_slow(uint32_t thread, SWIFT_SELF void *handle) __asm__(LOCK_SLOW);
SWIFT bool docket_try_lock_slow(SWIFT_SELF void *handle) __asm__(TRY_LOCK_SLOW);
SWIFT void docket_unlock_slow(SWIFT_SELF void *handle) __asm__(UNLOCK_SLOW);

SWIFT void docket_lock_slow(uint32_t thread, SWIFT_SELF void *handle) {
    ((lock_slow)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, handle);
    __tsan_acquire(handle);
}

SWIFT bool docket_try_lock_slow(SWIFT_SELF void *handle) {
    bool locked = ((try_lock_slow)dlsym(RTLD_NEXT, TRY_LOCK_SLOW))(handle);
    if (locked) __tsan_acquire(handle);
    return locked;
}

SWIFT void docket_unlock_slow(SWIFT_SELF void *handle) {
    __tsan_release(handle);
    ((unlock_slow)dlsym(RTLD_NEXT, UNLOCK_SLOW))(handle);
}
#endif
#endif
