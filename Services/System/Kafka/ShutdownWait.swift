import EventLoop

/// Waiting on the way out. Who waits for a broker that is gone waits for nothing: it gets a moment to come back, not the whole
/// limit.
///
/// librdkafka's word that every broker is gone comes only when it counts as many brokers down as it knows, and a coordinator
/// that it has just forgotten upsets the count: the word may never come. So the broker is also asked.
struct ShutdownWait {
    enum Step {
        case wait
        /// Find out whether the broker answers, and tell by ``heard(_:)``.
        case ask
        case leave
    }

    /// How long one look takes.
    static let turn = Duration.milliseconds(50)
    /// How long a broker may take to answer who leaves.
    static let answer = Duration.seconds(1)
    private static let turnsWithoutBroker = 6
    private static let turnsBetweenQuestions = 20

    private var turns = 0
    private var turnsWithoutBroker = 0
    private var isUnanswered = false

    /// What to do, having waited a turn in vain.
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
    /// Waits another turn, asking when it is time for that; false when it is time to leave.
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
