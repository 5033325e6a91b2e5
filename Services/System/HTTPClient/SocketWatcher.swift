import CLibcurl
import EventLoop

/// Watches one socket of libcurl's for as long as libcurl wants it, and tells the multi handle what is ready.
///
/// `@unchecked Sendable`: touched on the loop's thread only, but for `stop()`, which the multi handle's end may call from
/// elsewhere when nothing else can reach the watcher.
final class SocketWatcher: @unchecked Sendable {
    private let watch: DescriptorWatch
    private let act: (CInt, Interest) -> Void
    private var interest: Interest = []
    /// Counts changes of interest: a waiting task of an earlier one must not act.
    private var generation = 0
    private var task: Task<Void, Never>?
    /// libcurl is being called for this socket; the task goes on by itself with what libcurl wants then.
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

    /// Must be called before the socket is closed.
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
