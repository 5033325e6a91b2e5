/// Where a long read is answered: by a replica that has all that was committed before the question, or by the primary.
/// So an answer is never older than the question, whoever wrote and through which process.
public struct ReplicaChoice: Sendable {
    /// What a replica says of a position in the primary's log.
    public enum ReplicaState: Sendable, Hashable {
        /// All up to the position can be read there.
        case hasReplayed
        /// It is behind: its newest transaction is of so long ago, as far as it knows.
        case isBehind(Duration?)
        /// It follows nobody: it was promoted, or is the primary itself.
        case followsNobody
    }

    public enum Step: Sendable, Hashable {
        case askReplica
        /// The replica may have it after this pause.
        case lookAgain(after: Duration)
        case askPrimary
    }

    /// How long a read waits for a replica that is behind.
    public let patience: Duration
    private var waited: Duration = .zero
    private var pause = Self.firstPause

    private static let firstPause = Duration.milliseconds(2)
    private static let longestPause = Duration.milliseconds(50)
    /// How long a replica that failed is asked nothing.
    public static let avoidance = Duration.seconds(5)

    public init(patience: Duration) { self.patience = patience }

    /// The pauses double, and end with the patience.
    public mutating func step(after state: ReplicaState) -> Step {
        switch state {
        case .hasReplayed: return .askReplica
        case .followsNobody: return .askPrimary
        case .isBehind:
            let next = min(pause, patience - waited)
            guard next > .zero else { return .askPrimary }
            waited += next
            pause = min(pause * 2, Self.longestPause)
            return .lookAgain(after: next)
        }
    }
}
