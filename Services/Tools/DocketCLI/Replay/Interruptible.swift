import CommandSupport
import EventLoop

/// Runs what a person may end with Ctrl-C and still wants to hear of.
enum Interruptible {
    private enum Ending: Sendable {
        case ended
        case failed(any Error)
        case interrupted
    }

    /// True when a signal ended it. `body` is cancelled then, and has ended when this returns.
    ///
    /// - Throws: what `body` throws, unless it was interrupted.
    static func run(_ context: CommandContext, _ body: @escaping @Sendable () async throws -> Void) async throws -> Bool {
        let signals = try SignalWatch(signals: Interruption.signals, on: context.loop)
        let ending = AsyncSignal<Ending>()
        let work = context.loop.spawn {
            do {
                try await body()
                ending.send(.ended)
            } catch {
                ending.send(.failed(error))
            }
        }
        let listening = context.loop.spawn {
            if (try? await signals.next()) != nil, ending.send(.interrupted) { work.cancel() }
        }
        defer { listening.cancel() }
        let how = try await ending.wait()
        await work.value
        switch how {
        case .ended: return false
        case .failed(let error): throw error
        case .interrupted: return true
        }
    }

    /// What `body` makes, or nil when a signal ended it.
    static func value<Value: Sendable>(
        _ context: CommandContext, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        let made = AsyncSignal<Value>()
        return try await run(context) { made.send(try await body()) } ? nil : made.value
    }
}
