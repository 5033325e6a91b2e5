package import FoundationEssentials
package import PostgresStore
package import Shared

/// Tries changed rules on past submissions.
package enum WhatIfRun {
    private static let batch = 5000

    /// Runs in parts, so that the memory is bounded. While all cores judge one part, the next one is read. `progress`
    /// gets the number of submissions so far.
    ///
    /// - Throws: `CancellationError` if the task was cancelled, a `StoreError`, and a `FactsRecordError` for unreadable
    ///   facts.
    package static func run(
        _ whatIf: WhatIf, _ store: PostgresFactsStore, since: Date, tenant: TenantID?, progress: (Int) -> Void = { _ in }
    ) async throws -> WhatIf {
        var whatIf = whatIf
        let new = whatIf.new
        var part = try await store.entries(journey: new.id, since: since, tenant: tenant, limit: batch)
        while true {
            try Task.checkCancellation()
            let (entries, cursor) = part
            async let next = cursor.mapAsync {
                try await store.entries(journey: new.id, since: since, tenant: tenant, after: $0, limit: batch)
            }
            let journeys = try await store.journeys(Set(entries.map(\.journeyVersion)))
            let middle = entries.count / 2
            async let early = judge(entries[..<middle], under: journeys, new)
            async let late = judge(entries[middle...], under: journeys, new)
            whatIf.add(try await early)
            whatIf.add(try await late)
            progress(whatIf.submissions)
            guard let following = try await next else { return whatIf }
            part = following
        }
    }

    @concurrent
    private static func judge(
        _ entries: ArraySlice<PostgresFactsStore.Entry>, under journeys: [ContentDigest: JourneyDefinition],
        _ new: JourneyDefinition
    ) async throws -> WhatIf {
        var whatIf = WhatIf(new: new)
        for entry in entries {
            guard let journey = journeys[entry.journeyVersion] else { continue }
            whatIf.add(
                entry.submission, try entry.facts(journey: journey), callOuts: entry.callOuts, review: entry.review)
        }
        return whatIf
    }
}

extension Optional {
    fileprivate func mapAsync<Result>(_ transform: (Wrapped) async throws -> Result) async rethrows -> Result? {
        guard let value = self else { return nil }
        return try await transform(value)
    }
}
