import Domain
import Shared

/// Tells operators that a stage is paused: it is degraded, and ready all the same.
struct PauseHealth: Sendable {
    private let registry: HealthRegistry
    private let stage: Stage

    init(_ registry: HealthRegistry, stage: Stage) {
        self.registry = registry
        self.stage = stage
        show(nil)
    }

    /// Nil when the stage works.
    func show(_ pause: StagePause?) {
        registry.set("\(stage.rawValue)-stage", required: false, pause.map { .degraded(Self.words($0)) } ?? .ok)
    }

    static func words(_ pause: StagePause) -> String {
        let reason = pause.reason.map { ": \($0)" } ?? ""
        return "paused by \(pause.actor) since \(Timestamp(pause.since))\(reason); docket resume \(pause.stage.rawValue) ends it"
    }
}
