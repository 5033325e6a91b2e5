public import Shared

/// What a stage cannot do without, as its process finds it.
public struct StageNeeds: Sendable {
    let needed: [Dependency]
    /// Looks now: why it is away, in words for an operator; nil while it is there.
    let look: @Sendable (Dependency) async -> String?
    /// Has `observer` told of each change from now on.
    let observe: @Sendable (_ observer: @escaping @Sendable (Dependency, _ away: String?) -> Void) -> Void

    public init(
        _ needed: [Dependency], look: @escaping @Sendable (Dependency) async -> String?,
        observe: @escaping @Sendable (_ observer: @escaping @Sendable (Dependency, _ away: String?) -> Void) -> Void
    ) {
        (self.needed, self.look, self.observe) = (needed, look, observe)
    }

    /// What health checks find that are named as the dependencies are.
    init(_ needed: [Dependency], in registry: HealthRegistry, for stage: Stage) {
        self.init(needed) { dependency in
            await registry.look(at: dependency.rawValue)?.failure
        } observe: { observer in
            registry.observe(as: stage.rawValue) { name, health in
                guard let dependency = Dependency(rawValue: name), needed.contains(dependency) else { return }
                observer(dependency, health.failure)
            }
        }
    }
}

extension Health {
    /// Why it does not work at all.
    fileprivate var failure: String? { if case .failing(let reason) = self { reason } else { nil } }
}
