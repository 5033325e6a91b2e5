import EventLoop
import Glibc
import Telemetry

/// Watches for a reason to stop: SIGTERM, SIGINT, or the death of the supervisor. A second signal ends the process at
/// once.
///
/// The supervisor's death is the end of file on a pipe whose other end only the supervisor has (`DOCKET_LIFELINE_FD`).
/// PR_SET_PDEATHSIG is no alternative: it fires when the spawning thread ends, and a change of the user id clears it.
struct StopWatch: Sendable {
    static let signals = [SIGTERM, SIGINT]

    let loop: EventLoop
    let logger: Logger
    let lifeline: CInt?

    /// Begins to watch, and sends the reason to `stop`.
    func start(_ stop: AsyncSignal<String>) throws {
        let watch = try SignalWatch(signals: Self.signals, on: loop)
        _ = loop.spawn {
            guard let first = try? await watch.next() else { return }
            stop.send("signal \(first)")
            guard let second = try? await watch.next() else { return }
            logger.warning("a second signal: ending at once", ["signal": .init(second)])
            exit(128 + second)
        }
        guard let lifeline else { return }
        let pipe = try StreamEnd(descriptor: lifeline, on: loop)
        _ = loop.spawn {
            await pipe.wait()
            stop.send("the supervisor is gone")
        }
    }
}

/// The reading end of a pipe without a writer.
private struct StreamEnd: Sendable {
    private let watch: DescriptorWatch

    init(descriptor: CInt, on loop: EventLoop) throws(EventLoopError) {
        // The decoder jail and others that this process starts must not inherit it.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        watch = try DescriptorWatch(descriptor: descriptor, on: loop)
    }

    /// Returns at the end of file.
    func wait() async {
        while true {
            guard (try? await watch.wait(for: .read)) != nil else { return }
            var byte: UInt8 = 0
            let got = read(watch.descriptor, &byte, 1)
            if got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR) { return }
        }
    }
}
