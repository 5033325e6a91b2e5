import CLibvips

/// All threads share libvips's error buffer. Whoever may write to it or empty it holds this lock meanwhile: `JPEGDamage` takes
/// what stands there for what its own picture caused. A thread that holds it may take it again.
enum LibraryTurn {
    // Proof for `unsafe`: the pointer is never changed, and all access to what it points to is glib's.
    private nonisolated(unsafe) static let mutex: UnsafeMutablePointer<GRecMutex> = {
        let mutex = UnsafeMutablePointer<GRecMutex>.allocate(capacity: 1)
        g_rec_mutex_init(mutex)
        return mutex
    }()

    static func begin() { g_rec_mutex_lock(mutex) }
    static func end() { g_rec_mutex_unlock(mutex) }
}
