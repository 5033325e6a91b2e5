import CEventLoop
import Glibc

/// A thread with a name, which `top -H` and gdb show.
struct LoopThread: Sendable {
    private let handle: pthread_t

    /// Carries the body through `pthread_create`, which takes one pointer.
    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void
        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts a thread that runs `body` and ends with it. The kernel keeps the first fifteen bytes of the name.
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

    /// Waits for the end of the thread. Call it exactly once, and never from the thread itself.
    func join() { pthread_join(handle, nil) }

    /// Detaches the thread, so that it frees itself. Call it instead of ``join()``.
    func detach() { pthread_detach(handle) }
}

/// The loop of the calling thread, as a thread-specific pointer. The thread holds its loop.
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
