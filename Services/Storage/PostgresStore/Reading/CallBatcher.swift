import Domain
import Synchronization

/// Runs calls that arrive during another call together, in one batch: many small transactions become few.
///
/// The first call runs at once, so a lone call never waits. The calls that arrive meanwhile form the next batch.
final class CallBatcher<Call: Sendable, Answer: Sendable>: Sendable {
    typealias Outcome = Result<Answer, StoreError>

    private enum Turn: Sendable {
        /// This caller carries out the batch, its own call included.
        case lead
        case done(Outcome)
    }

    private struct State {
        var isBusy = false
        var waiting: [(call: Call, turn: CheckedContinuation<Turn, Never>)] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    /// At most `limit` calls together.
    init(limit: Int) { self.limit = limit }

    /// The number of calls that wait for the next batch.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Carries out a call, alone or in a batch. `perform` returns one answer for each of its calls, in order. If it
    /// throws, every call of the batch throws that error.
    func callAsFunction(
        _ call: Call, _ perform: @Sendable ([Call]) async throws(StoreError) -> [Answer]
    ) async throws(StoreError) -> Answer {
        let turn = await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                if state.isBusy {
                    state.waiting.append((call, continuation))
                    return false
                }
                state.isBusy = true
                return true
            }
            if isFirst { continuation.resume(returning: .lead) }
        }
        switch turn {
        case .done(let outcome): return try outcome.get()
        case .lead: return try await lead(call, perform).get()
        }
    }

    private func lead(_ call: Call, _ perform: @Sendable ([Call]) async throws(StoreError) -> [Answer]) async -> Outcome {
        let others = state.withLock { state in
            let others = state.waiting.prefix(limit - 1)
            state.waiting.removeFirst(others.count)
            return Array(others)
        }
        let answers: Result<[Answer], StoreError>
        do throws(StoreError) {
            answers = .success(try await perform([call] + others.map(\.call)))
        } catch {
            answers = .failure(error)
        }
        for (index, other) in others.enumerated() { other.turn.resume(returning: .done(answers.map { $0[index + 1] })) }
        // Who waits longest leads the next batch.
        let next = state.withLock { state in
            state.isBusy = !state.waiting.isEmpty
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        next?.turn.resume(returning: .lead)
        return answers.map { $0[0] }
    }
}
