public import Jail
public import Shared

/// The jail of a service. It starts first, is monitored while the service runs, and ends after its users.
public struct JailComponent: ServiceComponent {
    public let name: String
    public let jail: Jail
    private let probe: HealthProbe

    /// Starts the jail, as the given dependency of the service. Place it before the components that use it. `isRequired`:
    /// whether the service is ready only while the jail is.
    ///
    /// - Throws: The errors of `Jail.start`.
    public init(
        _ configuration: JailConfiguration, as dependency: Dependency = .decoderJail, isRequired: Bool = true,
        _ context: ServiceContext
    ) async throws(JailError) {
        name = dependency.rawValue
        let jail = try await Jail.start(
            configuration: configuration, group: context.group, logger: context.logger, metrics: context.metrics)
        self.jail = jail
        probe = HealthProbe(name, isRequired: isRequired, context) {
            switch await jail.condition {
            case .ready(note: nil): .ok
            case .ready(let note?): .noted(note)
            case .weak(let shortcoming): .degraded(shortcoming)
            case .replacing: .failing("its process is being replaced")
            }
        }
    }

    public func run() async throws { try await probe.run() }

    public func stop() async {
        await probe.stop()
        await jail.shutdown()
    }
}
