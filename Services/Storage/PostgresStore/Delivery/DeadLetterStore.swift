public import Domain
public import FoundationEssentials
public import Postgres
public import Shared

/// The dead letters of an installation, for its operators: parked events, and records that became no work.
public struct DeadLetterStore: Sendable {
    private let parked: ParkedItemStore
    private let records: DeadRecordStore

    /// The relay of `submissions`' owner publishes resubmissions.
    public init(pool: PostgresPool, submissions: SubmissionStore, now: @escaping @Sendable () -> Date = { Date() }) {
        parked = ParkedItemStore(pool: pool, submissions: submissions, now: now)
        records = DeadRecordStore(pool: pool, now: now)
    }

    /// The oldest first, after a place in the list.
    public func letters(
        _ filter: DeadLetterFilter = DeadLetterFilter(), limit: Int, after place: DeadLetterPlace? = nil
    ) async throws(StoreError) -> DeadLetterPart {
        let items = try await parked.parked(filter, limit: limit + 1, after: place)
        let others = try await records.records(filter, limit: limit + 1, after: place)
        let merged = Self.merge(items.map(DeadLetter.event), others.letters.map(DeadLetter.record), upTo: others.end)
        let letters = Array(merged.prefix(limit))
        if merged.count > limit { return DeadLetterPart(letters: letters, next: letters.last.map { DeadLetterPlace($0) }) }
        // Records beyond this place were not looked at yet.
        return DeadLetterPart(letters: letters, next: others.end)
    }

    /// All that match, at most `limit`.
    public func all(_ filter: DeadLetterFilter, limit: Int) async throws(StoreError) -> [DeadLetter] {
        var found: [DeadLetter] = []
        var place: DeadLetterPlace?
        repeat {
            let part = try await letters(filter, limit: limit - found.count, after: place)
            found += part.letters
            place = part.next
        } while place != nil && found.count < limit
        return found
    }

    /// Merges two sorted lists by age, with events first at the same moment. Leaves out everything after `end`.
    private static func merge(_ events: [DeadLetter], _ records: [DeadLetter], upTo end: DeadLetterPlace?) -> [DeadLetter] {
        var merged: [DeadLetter] = []
        merged.reserveCapacity(events.count + records.count)
        var rest = records[...]
        for event in events {
            while let record = rest.first, record.givenUpAt < event.givenUpAt {
                merged.append(record)
                rest.removeFirst()
            }
            if let end, DeadLetterPlace(event).microseconds > end.microseconds { break }
            merged.append(event)
        }
        return merged + rest
    }

    /// The dead letters among these events and numbers of records.
    public func letters(events: [EventID], numbers: [Int64]) async throws(StoreError) -> [DeadLetter] {
        let items = events.isEmpty ? [] : try await parked.parked(events: events)
        let others = numbers.isEmpty ? [] : try await records.records(numbers: numbers)
        return items.map(DeadLetter.event) + others.map(DeadLetter.record)
    }

    /// Retries the letter if it is unchanged since it was read. `act` is written into the audit trail in the same
    /// transaction.
    public func retry(_ letter: DeadLetter, noting act: AuditAct? = nil) async throws(StoreError) -> RetryAnswer {
        switch letter {
        case .event(let item): try await parked.retry(item, noting: act)
        case .record(let record): try await records.retry(record, noting: act)
        }
    }

    /// Prepares to discard the letter finally. False if it is no longer in the list.
    public func discard(_ letter: DeadLetter) -> ConfirmationRequired<Bool> {
        switch letter {
        case .event(let item): parked.discard(item)
        case .record(let record): records.discard(record)
        }
    }
}
