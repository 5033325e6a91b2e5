public import Jail
public import Shared

/// The jail of a service: started first, watched while the service runs, and ended after all that use it.
public struct JailComponent: ServiceComponent {
    public let name: String
    public let jail: Jail
    private let probe: HealthProbe

    /// Starts the jail, which the service knows as a dependency of that kind. Place it before the parts that use it.
    ///
    /// - Throws: what `Jail.start` throws.
    public init(
        _ configuration: JailConfiguration, as dependency: Dependency = .decoderJail, _ context: ServiceContext
    ) async throws(JailError) {
        name = dependency.rawValue
        let jail = try await Jail.start(
            configuration: configuration, group: context.group, logger: context.logger, metrics: context.metrics)
        self.jail = jail
        probe = HealthProbe(name, isRequired: true, context) {
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
