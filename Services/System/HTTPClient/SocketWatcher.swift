import CLibcurl
import EventLoop

/// Watches one socket of libcurl while libcurl wants it, and reports its readiness to the multi handle.
///
/// `@unchecked Sendable`: used on the loop's thread only. The exception is `stop()`, which the end of the multi handle
/// may call elsewhere when nothing else can reach the watcher.
final class SocketWatcher: @unchecked Sendable {
    private let watch: DescriptorWatch
    private let act: (CInt, Interest) -> Void
    private var interest: Interest = []
    /// Counts changes of interest: a task that waits for an earlier one must not act.
    private var generation = 0
    private var task: Task<Void, Never>?
    /// libcurl is being called for this socket. The task then continues with libcurl's new interest.
    private var isActing = false

    init(descriptor: CInt, on loop: EventLoop, act: @escaping (CInt, Interest) -> Void) throws(EventLoopError) {
        watch = try DescriptorWatch(descriptor: descriptor, on: loop)
        self.act = act
    }

    func want(_ wanted: Interest) {
        guard wanted != interest else { return }
        interest = wanted
        guard !isActing else { return }
        generation += 1
        task?.cancel()
        guard !wanted.isEmpty else { return }
        let mine = generation
        task = watch.loop.spawn { await self.run(mine) }
    }

    /// Call it before the socket is closed.
    func stop() {
        interest = []
        generation += 1
        task?.cancel()
        watch.cancel()
    }

    private func run(_ mine: Int) async {
        while mine == generation, !interest.isEmpty {
            // Fails only when it is cancelled: by a new interest, by stop(), by the end of the loop.
            guard let ready = try? await watch.wait(for: interest), mine == generation else { return }
            isActing = true
            act(watch.descriptor, ready.intersection(interest))
            isActing = false
        }
    }
}
