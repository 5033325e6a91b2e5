import EventLoop

/// A question to Kafka blocks its thread and cannot be called off, so it is asked in short turns: whoever is cancelled, such as
/// a service that stops while no broker answers, waits for the end of a turn and not for the whole limit.
enum QuestionTurns {
    private static let turn = Duration.milliseconds(250)

    /// Asks until there is an answer or an error other than silence, for at most about `limit`. `question` is told for how many
    /// milliseconds it may block.
    static func ask<Answer>(
        within limit: Duration, _ question: (CInt) async throws(KafkaError) -> Answer
    ) async throws(KafkaError) -> Answer {
        var left = limit
        while true {
            let now = min(left, turn)
            left -= now
            do {
                return try await question(CInt(clamping: now.milliseconds))
            } catch let error where error.code == .timedOut || error.code == .unreachable {
                if Task.isCancelled { throw .cancelled }
                if left <= .zero { throw error }
            }
        }
    }
}
