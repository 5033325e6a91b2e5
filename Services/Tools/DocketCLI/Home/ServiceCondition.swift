import FoundationEssentials
import ServiceRuntime
import Shared

/// What a service says of itself on its admin address.
struct ServiceCondition: Sendable {
    /// A part that is not as it should be.
    struct Part: Sendable, Equatable {
        let name: String
        /// Whether the service is not ready for want of it.
        let isFailing: Bool
        let reason: String
    }

    var isReady: Bool
    var faults: [Part] = []
    /// Nil where it is too old to tell, like the clock.
    var version: String?
    /// In seconds, how far its clock is ahead of this machine's; 0 within what the question took.
    var ahead: Double?
}

extension AdminClient {
    func condition(at url: String) async throws(Silence) -> ServiceCondition {
        let report = try await readiness(at: url)
        var condition = ServiceCondition(
            isReady: report.ready,
            faults: report.parts.filter { $0.status != "ok" }.map { part in
                .init(name: part.name, isFailing: part.status == "failing" && part.required, reason: part.reason ?? part.status)
            })
        // A service tells whole milliseconds, rounded down: so is the beginning, or one that answers at once would be behind.
        let before = (Date().timeIntervalSince1970 * 1000).rounded(.down) / 1000
        guard let process = try? await process(at: url) else { return condition }
        condition.version = process.version
        condition.ahead = -ClockComparison.ahead(
            here: before...max(before, Date().timeIntervalSince1970), there: Double(process.time.millisecondsSinceEpoch) / 1000)
        return condition
    }
}
