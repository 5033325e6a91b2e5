import FoundationEssentials
import ServiceRuntime
import Shared

/// A service's report on its admin address.
package struct ServiceCondition: Sendable {
    /// A part with a fault.
    package struct Part: Sendable, Equatable {
        package let name: String
        /// Whether the fault makes the service not ready.
        package let isFailing: Bool
        package let reason: String

        package init(name: String, isFailing: Bool, reason: String) {
            (self.name, self.isFailing, self.reason) = (name, isFailing, reason)
        }
    }

    package var isReady: Bool
    package var faults: [Part] = []
    /// Nil for a service too old to report it; the same holds for the clock.
    package var version: String?
    /// The service's clock minus this machine's, in seconds; 0 within the duration of the query.
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
