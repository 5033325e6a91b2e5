public import Shared

/// The dependencies of a stage, as its process finds them.
public struct StageNeeds: Sendable {
    let needed: [Dependency]
    /// Checks now. Returns why a dependency is unavailable, for an operator; nil if it is available.
    let look: @Sendable (Dependency) async -> String?
    /// Passes each later change to `observer`.
    let observe: @Sendable (_ observer: @escaping @Sendable (Dependency, _ away: String?) -> Void) -> Void

    public init(
        _ needed: [Dependency], look: @escaping @Sendable (Dependency) async -> String?,
        observe: @escaping @Sendable (_ observer: @escaping @Sendable (Dependency, _ away: String?) -> Void) -> Void
    ) {
        (self.needed, self.look, self.observe) = (needed, look, observe)
    }

    /// From the health checks with the names of the dependencies.
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
