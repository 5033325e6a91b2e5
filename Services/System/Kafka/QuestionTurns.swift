import EventLoop

/// Splits a request to Kafka into short calls. A call blocks its thread and cannot be interrupted: a cancelled caller,
/// such as a service that stops while no broker answers, waits only for the end of the current call.
enum QuestionTurns {
    private static let turn = Duration.milliseconds(250)

    /// Repeats the request until there is an answer or an error other than a time-out, for about `limit` at most.
    /// `question` gets the milliseconds that it may block.
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
