import FoundationEssentials
import ServiceRuntime
import Shared

/// What a service says of itself on its admin address.
package struct ServiceCondition: Sendable {
    /// A part that is not as it should be.
    package struct Part: Sendable, Equatable {
        package let name: String
        /// Whether the service is not ready for want of it.
        package let isFailing: Bool
        package let reason: String

        package init(name: String, isFailing: Bool, reason: String) {
            (self.name, self.isFailing, self.reason) = (name, isFailing, reason)
        }
    }

    package var isReady: Bool
    package var faults: [Part] = []
    /// Nil where it is too old to tell, like the clock.
    package var version: String?
    /// In seconds, how far its clock is ahead of this machine's; 0 within what the question took.
    package var ahead: Double?

    package init(isReady: Bool, faults: [Part] = [], version: String? = nil, ahead: Double? = nil) {
        (self.isReady, self.faults, self.version, self.ahead) = (isReady, faults, version, ahead)
    }
}

extension AdminClient {
    package func condition(at url: String) async throws(Silence) -> ServiceCondition {
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
