import EventLoop
import FoundationEssentials
import Support

/// Looks twice a second, by a client that is not Docket's, whether all of Kafka's nodes together take records.
///
/// Where a node was killed it takes the others seconds to lead its partitions, and one that is back takes seconds until its copies are
/// whole, so that another one may go. Meanwhile nobody's records move.
struct BrokerWatch: Sendable {
    /// What one look has seen.
    struct Look: Sendable, Codable {
        /// Seconds since the run began.
        let at: Double
        let isWhole: Bool
    }

    let broker: Broker
    let clock: RunClock
    let log: HistoryFile<Look>

    static let program = "kcat"

    /// Nil where there are no nodes that could be away by themselves.
    init?(_ broker: Broker, clock: RunClock, folder: String) async throws {
        guard broker.nodes > 1 else { return nil }
        do { _ = try await Program.check(Self.program, ["-V"], limit: .seconds(10)) } catch {
            throw Program.Failed(description: "several nodes are watched by \(Self.program), which cannot be run: \(error)")
        }
        (self.broker, self.clock, log) = (broker, clock, try HistoryFile("\(folder)/broker.jsonl"))
    }

    /// Until it is cancelled.
    func run() async {
        let servers = broker.environment["KAFKA_BOOTSTRAP_SERVERS"] ?? ""
        while !Task.isCancelled {
            let at = clock.seconds
            let answer = try? await Program.run(Self.program, ["-L", "-J", "-m", "2", "-b", servers], limit: .seconds(10))
            log.append(Look(at: at, isWhole: answer.map { $0.status.isSuccess && Self.isWhole($0.text) } ?? false))
            try? await Task.sleep(for: .milliseconds(500))
        }
    }

    /// From the first look that saw it until the next one that did not.
    static func absences(_ looks: [Look]) -> [Range<Double>] {
        var absences: [Range<Double>] = []
        var since: Double?
        for look in looks {
            switch (look.isWhole, since) {
            case (false, nil): since = look.at
            case (true, let start?):
                absences.append(start..<look.at)
                since = nil
            default: break
            }
        }
        if let since, let last = looks.last, last.at > since { absences.append(since..<last.at) }
        return absences
    }

    // MARK: - What kcat tells

    private struct Cluster: Decodable {
        struct Topic: Decodable { let partitions: [Partition] }
        struct Partition: Decodable {
            let leader: Int
            let replicas: [Copy]
            let isrs: [Copy]
        }
        struct Copy: Decodable { let id: Int }
        let topics: [Topic]
    }

    /// As many copies of a partition have to be whole before it takes a record (`min.insync.replicas`).
    private static let copiesNeeded = 2

    /// Whether there are topics, and each partition has a leader and copies enough.
    static func isWhole(_ json: String) -> Bool {
        guard let cluster = try? JSONDecoder().decode(Cluster.self, from: Data(json.utf8)) else { return false }
        let partitions = cluster.topics.flatMap(\.partitions)
        return !partitions.isEmpty
            && partitions.allSatisfy { $0.leader >= 0 && $0.isrs.count >= min(copiesNeeded, $0.replicas.count) }
    }
}
