import EventLoop
import FoundationEssentials
import Support

/// Looks twice a second, by a client that is not Docket's, whether all of Kafka's nodes together take records.
///
/// Where a node was killed, it takes the others nine seconds to notice it; until then it leads its partitions, and every record waits for
/// its copy. One that is back takes seconds until its copies are whole, so that another one may go. Meanwhile nobody's records move.
struct BrokerWatch: Sendable {
    /// What one look has seen.
    struct Look: Sendable, Codable {
        /// Seconds since the run began.
        let at: Double
        let isWhole: Bool
    }

    let broker: Broker
    let loop: EventLoop
    let clock: RunClock
    let log: HistoryFile<Look>

    static let program = "kcat"

    /// Nil where there are no nodes that could be away by themselves.
    init?(_ broker: Broker, on loop: EventLoop, clock: RunClock, folder: String) async throws {
        guard broker.nodes > 1 else { return nil }
        do { _ = try await Program.check(Self.program, ["-V"], limit: .seconds(10)) } catch {
            throw Program.Failed(description: "several nodes are watched by \(Self.program), which cannot be run: \(error)")
        }
        (self.broker, self.loop, self.clock, log) = (broker, loop, clock, try HistoryFile("\(folder)/broker.jsonl"))
    }

    /// Until it is cancelled.
    func run() async {
        let servers = broker.environment["KAFKA_BOOTSTRAP_SERVERS"] ?? ""
        while !Task.isCancelled {
            let at = clock.seconds
            let answer = try? await Program.run(Self.program, ["-L", "-J", "-m", "2", "-b", servers], limit: .seconds(10))
            let cluster = answer.flatMap { $0.status.isSuccess ? Cluster(json: $0.text) : nil }
            log.append(Look(at: at, isWhole: cluster?.isWhole(where: await answering(cluster)) ?? false))
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

    /// The nodes that take connections. One that was killed is still told of for a while.
    private func answering(_ cluster: Cluster?) async -> Set<Int> {
        var nodes: Set<Int> = []
        for node in cluster?.brokers ?? [] {
            guard let address = try? SocketAddress(parsing: node.name) else { continue }
            let isThere = try? await loop.run { [loop] in
                try await StreamSocket.connect(to: address, on: loop).close()
                return true
            }
            if isThere == true { nodes.insert(node.id) }
        }
        return nodes
    }

    /// What kcat tells.
    struct Cluster: Decodable {
        struct Node: Decodable {
            let id: Int
            let name: String
        }
        struct Topic: Decodable { let partitions: [Partition] }
        struct Partition: Decodable {
            let leader: Int
            let replicas: [Copy]
            let isrs: [Copy]
        }
        struct Copy: Decodable { let id: Int }
        let brokers: [Node]
        let topics: [Topic]

        init?(json: String) {
            guard let cluster = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
            self = cluster
        }

        /// As many copies of a partition have to be whole before it takes a record (`min.insync.replicas`).
        private static let copiesNeeded = 2

        /// Whether there are topics, and each partition has a leader and copies enough, which all answer: a record is taken when each
        /// whole copy has it.
        func isWhole(where answering: Set<Int>) -> Bool {
            let partitions = topics.flatMap(\.partitions)
            return !partitions.isEmpty
                && partitions.allSatisfy { partition in
                    answering.contains(partition.leader) && answering.isSuperset(of: partition.isrs.map(\.id))
                        && partition.isrs.count >= min(Self.copiesNeeded, partition.replicas.count)
                }
        }
    }
}
