public import Domain
import Shared

/// Why a stage begins nothing. Empty while it works.
public struct StageRest: Sendable, Hashable {
    /// An operator's pause.
    public internal(set) var pause: StagePause?
    /// Outages of the stage's dependencies.
    var troubles: [StageTrouble] = []
}

/// Reports that a stage begins nothing: it is degraded, but still ready.
struct RestHealth: Sendable {
    private let registry: HealthRegistry
    private let stage: Stage

    init(_ registry: HealthRegistry, stage: Stage) {
        self.registry = registry
        self.stage = stage
        show(StageRest())
    }

    func show(_ rest: StageRest) {
        let words = Self.words(rest, stage)
        registry.set("\(stage.rawValue)-stage", required: false, words.map { .degraded($0) } ?? .ok)
    }

    static func words(_ rest: StageRest, _ stage: Stage) -> String? {
        var all = rest.troubles.map { trouble in
            "begins nothing since \(Timestamp(trouble.since)), for want of \(trouble.dependency.rawValue): \(trouble.reason)"
        }
        if !all.isEmpty { all.append("it goes on by itself") }
        if let pause = rest.pause {
            let reason = pause.reason.map { ": \($0)" } ?? ""
            all.append("paused by \(pause.actor) since \(Timestamp(pause.since))\(reason)")
            all.append("docket resume \(stage.rawValue) ends it")
        }
        return all.isEmpty ? nil : all.joined(separator: "; ")
    }
}
