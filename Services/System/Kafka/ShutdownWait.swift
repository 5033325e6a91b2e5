import EventLoop

/// Waiting during shutdown. If the broker is gone, waiting is useless: the broker gets a moment to return, not the whole
/// limit.
///
/// The broker is also asked directly, because librdkafka may never report that every broker is gone. It reports that only
/// when as many brokers are down as it knows, and a coordinator that it has just forgotten upsets the count.
struct ShutdownWait {
    enum Step {
        case wait
        /// Find out whether the broker answers, and report it with ``heard(_:)``.
        case ask
        case leave
    }

    /// The length of one turn.
    static let turn = Duration.milliseconds(50)
    /// How long a broker may take to answer during shutdown.
    static let answer = Duration.seconds(1)
    private static let turnsWithoutBroker = 6
    private static let turnsBetweenQuestions = 20

    private var turns = 0
    private var turnsWithoutBroker = 0
    private var isUnanswered = false

    /// The step after a turn without result.
    mutating func next(seesNoBroker: Bool) -> Step {
        turns += 1
        turnsWithoutBroker = seesNoBroker ? turnsWithoutBroker + 1 : 0
        if isUnanswered || turnsWithoutBroker >= Self.turnsWithoutBroker { return .leave }
        return turns.isMultiple(of: Self.turnsBetweenQuestions) ? .ask : .wait
    }

    /// Whether the broker answered.
    mutating func heard(_ answer: Bool) { isUnanswered = !answer }
}

extension ShutdownWait {
    /// Waits another turn, or asks if that is due; false if it is time to leave.
    mutating func goesOn(seesNoBroker: Bool, _ question: (_ milliseconds: CInt) async throws(KafkaError) -> Void) async -> Bool {
        switch next(seesNoBroker: seesNoBroker) {
        case .wait: return true
        case .leave: return false
        case .ask:
            do throws(KafkaError) {
                try await QuestionTurns.ask(within: Self.answer, question)
                heard(true)
            } catch {
                // Whatever else it says, it says something.
                heard(![.timedOut, .unreachable, .cancelled].contains(error.code))
            }
            return !isUnanswered
        }
    }
}
