import Domain
import PostgresStore
import ServiceRuntime
import Shared
import Telemetry

/// Reports stages with waiting work and no live process. The stages' own processes cannot report that.
struct StageWatch: Sendable {
    private let stages: UnattendedStages
    private let unattended: Gauge

    init(_ stages: UnattendedStages, metrics: MetricsRegistry) {
        self.stages = stages
        unattended = metrics.gauge(
            "docket_stage_unattended",
            "Events that wait for a stage while no process of its service lives, each up to 10000.", labels: ["stage"])
    }

    func probe(_ context: ServiceContext) -> HealthProbe {
        HealthProbe("stages", isRequired: false, every: .seconds(15), context) {
            do throws(StoreError) {
                return Self.judge(try await look())
            } catch {
                // That the database is away is told by another check.
                return .noted("not looked at: \(error.detail)")
            }
        }
    }

    func look() async throws(StoreError) -> [UnattendedStage] {
        let found = try await stages.look()
        let waiting = Dictionary(uniqueKeysWithValues: found.map { ($0.stage, $0.waiting) })
        for stage in Stage.allCases where stage.isFollowed {
            unattended.set(Double(waiting[stage] ?? 0), [stage.rawValue])
        }
        return found
    }

    /// The text stays the same while the condition lasts.
    static func judge(_ found: [UnattendedStage]) -> Health {
        guard !found.isEmpty else { return .ok }
        let words = found.map { "no \($0.stage.service) runs, and events wait for \($0.stage) since \(Timestamp($0.since))" }
        return .degraded(words.joined(separator: "; "))
    }
}
