public import Configuration
import Shared

/// How tenants take turns.
public struct TurnSettings: Sendable, Hashable {
    /// The number of events of one tenant's journey that a process puts on a topic while its stage has not ended them.
    public var underWay: Int
    /// How many events a tenant has in its turn, by its id; one where it is not named.
    public var weights: [String: Int]
    /// Journeys whose events come after those of others.
    public var bulk: Set<String>

    public init(underWay: Int = 200, weights: [String: Int] = [:], bulk: Set<String> = []) {
        (self.underWay, self.weights, self.bulk) = (max(1, underWay), weights, bulk)
    }

    public init(reading reader: inout ConfigurationReader) {
        let underWay = reader.integer(
            "DOCKET_TENANT_UNDER_WAY", default: 200, in: 1...100_000,
            "How many events of a tenant's journey a process puts on a topic while their stage has not ended them")
        let bulk = reader.list(
            "DOCKET_BULK_JOURNEYS", default: [],
            "Journeys whose submissions come after those of others; a quarter of the starts is left to them")
        var weights: [String: Int] = [:]
        let entries = reader.list(
            "DOCKET_TENANT_WEIGHTS", default: [],
            "How many events a tenant has in its turn, as tenant=number; 1 for those that are not named")
        for entry in entries {
            let halves = entry.split(separator: "=", omittingEmptySubsequences: false)
            guard halves.count == 2, !halves[0].isEmpty, let weight = Int(halves[1]), 1...100 ~= weight,
                weights.updateValue(weight, forKey: String(halves[0])) == nil
            else {
                reader.fault(
                    "DOCKET_TENANT_WEIGHTS",
                    "has ‘\(entry)’, which is not tenant=number with a whole number from 1 to 100, or names a tenant again")
                continue
            }
        }
        self.init(underWay: underWay, weights: weights, bulk: Set(bulk))
    }

    func weight(of tenant: TenantID) -> Int { max(1, weights[tenant.rawValue] ?? 1) }

    func isBulk(_ journey: JourneyID) -> Bool { bulk.contains(journey.rawValue) }
}
