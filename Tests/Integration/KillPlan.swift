import Support

/// When which service is killed: moments are counted in steps of the work, so that each falls while work is in flight.
struct KillPlan: Sendable, CustomStringConvertible {
    struct Kill: Sendable {
        /// So many steps have been made by then.
        let step: Int
        /// What the environment file calls the service's process id.
        let variable: String
    }

    static let services = ["GATEWAY_PID", "VALIDATION_PID", "NORMALIZATION_PID", "NOTIFICATION_PID"]

    let kills: [Kill]

    /// Each service in turn, in an order and at moments that the seed decides.
    init(kills count: Int, steps: Int, seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        let rounds = (count + Self.services.count - 1) / Self.services.count
        var variables: [String] = []
        for _ in 0..<rounds { variables += Self.services.shuffled(using: &numbers) }
        let last = max(2, steps * 9 / 10)
        let moments = (0..<count).map { _ in Int.random(in: 1..<last, using: &numbers) }.sorted()
        kills = zip(moments, variables).map { Kill(step: $0, variable: $1) }
    }

    var description: String { kills.map { "\($0.variable)@\($0.step)" }.joined(separator: " ") }
}
