/// The journeys that an installation offers.
public struct JourneyRegistry: Sendable {
    private var current: [JourneyID: JourneyDefinition] = [:]

    public init() {}

    /// The five journeys that come with Docket. They are known to be sound.
    public static let builtIn: JourneyRegistry = {
        var registry = JourneyRegistry()
        registry.insert(JourneyDefinition(ProofOfAddress.self))
        registry.insert(JourneyDefinition(BankStatements.self))
        registry.insert(JourneyDefinition(ProofOfOwnership.self))
        registry.insert(JourneyDefinition(Identity.self))
        registry.insert(JourneyDefinition(SourceOfFunds.self))
        return registry
    }()

    /// The offered journeys, by id.
    public var offered: [JourneyDefinition] {
        current.values.sorted { $0.id < $1.id }
    }

    /// The journey that is offered now.
    public subscript(id: JourneyID) -> JourneyDefinition? { current[id] }

    /// Offers a journey, in place of an earlier version of the same id.
    ///
    /// - Throws: `JourneyFaults` for a definition that contradicts itself.
    public mutating func register(_ journey: JourneyDefinition) throws(JourneyFaults) {
        let faults = journey.faults
        guard faults.isEmpty else { throw JourneyFaults(journey: journey.id, faults: faults) }
        insert(journey)
    }

    private mutating func insert(_ journey: JourneyDefinition) {
        current[journey.id] = journey
    }
}
