import CEventLoop
import Glibc

/// A thread of our own, named for `top -H` and gdb.
struct LoopThread: Sendable {
    private let handle: pthread_t

    /// Carries the body across `pthread_create`, which takes one pointer.
    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void
        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts a thread that runs `body` and ends with it. The kernel keeps fifteen bytes of the name.
    init(name: String, body: @escaping @Sendable () -> Void) throws(EventLoopError) {
        var handle = pthread_t()
        // Balanced by takeRetainedValue in the new thread, or by release() below if there is none.
        let start = Unmanaged.passRetained(Start(name: String(name.utf8.prefix(15)) ?? "docket", body: body))
        let result = pthread_create(
            &handle, nil,
            { pointer in
                guard let pointer else { return nil }
                let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
                docket_name_this_thread(start.name)
                start.body()
                return nil
            }, start.toOpaque())
        guard result == 0 else {
            start.release()
            throw .systemCall("pthread_create", result)
        }
        self.handle = handle
    }

    /// Waits for the end of the thread. Exactly once; never from the thread itself.
    func join() { pthread_join(handle, nil) }

    /// Lets the thread go: it cleans up after itself. Instead of ``join()``.
    func detach() { pthread_detach(handle) }
}

/// The loop that the calling thread belongs to, as a thread-specific pointer. The thread holds its loop alive.
enum ThreadSpecificLoop {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    static var pointer: UnsafeMutableRawPointer? {
        get { pthread_getspecific(key) }
        set { pthread_setspecific(key, newValue) }
    }
}
