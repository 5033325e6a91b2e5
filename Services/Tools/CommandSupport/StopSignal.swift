import EventLoop
import Glibc

/// Waits for the end of a long-running subcommand: a signal, or the end of its parent's lifeline.
package enum StopSignal {
    /// Returns the reason for stopping, for a log line.
    package static func wait(_ context: CommandContext) async throws -> String {
        let stop = AsyncSignal<String>()
        let signals = try SignalWatch(signals: Interruption.signals, on: context.loop)
        let listening = context.loop.spawn {
            if let number = try? await signals.next() { stop.send("signal \(number)") }
        }
        defer { listening.cancel() }
        let lifeline = context.variable(Lifeline.variable).flatMap { CInt($0) }
        let watching = try lifeline.map { try watch($0, stop, on: context.loop) }
        defer { watching?.cancel() }
        return try await stop.wait()
    }

    private static func watch(_ descriptor: CInt, _ stop: AsyncSignal<String>, on loop: EventLoop) throws -> Task<Void, Never> {
        let watch = try DescriptorWatch(descriptor: descriptor, on: loop)
        return loop.spawn {
            // Nobody writes to it: when it can be read, it has ended.
            if (try? await watch.wait(for: .read)) != nil { stop.send("the process that started it is gone") }
        }
    }
}
