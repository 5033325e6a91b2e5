import CommandSupport
import EventLoop
import Glibc

/// Reports that something was written or moved into a folder (inotify).
final class FolderWatch: Sendable {
    private let descriptor: CInt
    private let watch: DescriptorWatch

    init(_ path: String, on loop: EventLoop) throws {
        descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0, inotify_add_watch(descriptor, path, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)) >= 0 else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            throw CommandFailure(.failure, "\(path) cannot be watched: \(reason)", advice: "Run it with --once, again and again.")
        }
        do {
            watch = try DescriptorWatch(descriptor: descriptor, on: loop)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Waits for the next change. Read the folder then: the events themselves are dropped.
    func next() async throws {
        _ = try await watch.wait(for: .read)
        var events = [UInt8](repeating: 0, count: 65_536)
        while read(descriptor, &events, events.count) > 0 {}
    }

    deinit {
        watch.cancel()
        close(descriptor)
    }
}
