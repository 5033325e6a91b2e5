import CEventLoop
import Glibc

/// Receives signals as values on a loop, through a signalfd.
///
/// It receives a signal only while every thread blocks that signal: call ``block(_:)`` at the beginning of `main`, before
/// any thread is started.
public final class SignalWatch: Sendable {
    private let owned: OwnedDescriptor
    private let watch: DescriptorWatch

    /// Blocks these signals in the calling thread and in the threads that it starts later. Call it at the beginning of
    /// the main thread.
    public static func block(_ signals: [CInt]) { _ = docket_block_signals(signals, CInt(signals.count)) }

    /// Blocks the signals in the calling thread as well. Callable from any thread.
    public init(signals: [CInt], on loop: EventLoop) throws(EventLoopError) {
        Self.block(signals)
        let number = docket_signalfd(signals, CInt(signals.count))
        guard number >= 0 else { throw .systemCall("signalfd") }
        owned = OwnedDescriptor(number)
        watch = try DescriptorWatch(descriptor: number, on: loop)
    }

    deinit { watch.cancel() }

    /// The next signal. One task at a time; callable from any thread.
    ///
    /// - Throws: `CancellationError`, ``EventLoopError``.
    public func next() async throws -> CInt {
        while true {
            var info = signalfd_siginfo()
            if Glibc.read(owned.number, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size {
                return CInt(info.ssi_signo)
            }
            _ = try await watch.wait(for: .read)
        }
    }
}
