import CommandSupport
import EventLoop

/// Runs work that Ctrl-C ends and that still reports its results.
enum Interruptible {
    private enum Ending: Sendable {
        case ended
        case failed(any Error)
        case interrupted
    }

    /// Returns true if a signal ended it. `body` is cancelled then, and has ended when this returns.
    ///
    /// - Throws: the error of `body`, unless it was interrupted.
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

    /// The result of `body`; nil if a signal ended it.
    static func value<Value: Sendable>(
        _ context: CommandContext, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        let made = AsyncSignal<Value>()
        return try await run(context) { made.send(try await body()) } ? nil : made.value
    }
}
