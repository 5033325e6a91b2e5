public import Domain
public import FoundationEssentials
public import Postgres
public import Shared

/// The one list of dead letters of an installation, for its operators: events that are parked, and records that became no work.
public struct DeadLetterStore: Sendable {
    private let parked: ParkedItemStore
    private let records: DeadRecordStore

    /// What is submitted again is published by the relay of `submissions`' owner.
    public init(pool: PostgresPool, submissions: SubmissionStore, now: @escaping @Sendable () -> Date = { Date() }) {
        parked = ParkedItemStore(pool: pool, submissions: submissions, now: now)
        records = DeadRecordStore(pool: pool, now: now)
    }

    /// The oldest ones first. A nil stage means all.
    public func letters(stage: Stage?, limit: Int) async throws(StoreError) -> [DeadLetter] {
        let items = try await parked.parked(stage: stage, limit: limit).map(DeadLetter.event)
        let others = try await records.records(stage: stage, limit: limit).map(DeadLetter.record)
        return Array((items + others).sorted { $0.givenUpAt < $1.givenUpAt }.prefix(limit))
    }

    /// Those of these events and these numbers of records that are in the list.
    public func letters(events: [EventID], numbers: [Int64]) async throws(StoreError) -> [DeadLetter] {
        let items = events.isEmpty ? [] : try await parked.parked(events: events)
        let others = numbers.isEmpty ? [] : try await records.records(numbers: numbers)
        return items.map(DeadLetter.event) + others.map(DeadLetter.record)
    }

    /// Sends it again, if it is still as it was when it was read.
    public func retry(_ letter: DeadLetter) async throws(StoreError) -> RetryAnswer {
        switch letter {
        case .event(let item): try await parked.retry(item)
        case .record(let record): try await records.retry(record)
        }
    }

    /// Gives it up for good. Prepares only. False when it is in the list no more.
    public func discard(_ letter: DeadLetter) -> ConfirmationRequired<Bool> {
        switch letter {
        case .event(let item): parked.discard(item)
        case .record(let record): records.discard(record)
        }
    }
}
