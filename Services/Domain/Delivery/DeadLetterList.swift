import FoundationEssentials
public import Shared

/// A filter of dead letters. All given members must match.
public struct DeadLetterFilter: Sendable, Hashable {
    public var stage: Stage?
    /// The code of the last failure, as in the counts by cause.
    public var cause: String?
    /// For a record, the stated tenant. An unreadable record has none.
    public var tenant: TenantID?

    public init(stage: Stage? = nil, cause: String? = nil, tenant: TenantID? = nil) {
        (self.stage, self.cause, self.tenant) = (stage, cause, tenant)
    }
}

/// A place in the list of dead letters, after which it continues. Decisions meanwhile do not move it.
public struct DeadLetterPlace: Sendable, Hashable {
    public enum Key: Sendable, Hashable {
        case event(EventID)
        case record(Int64)
    }

    /// When it was given up, in microseconds since 1970: the database's precision.
    public let microseconds: Int64
    public let key: Key

    public init(microseconds: Int64, key: Key) { (self.microseconds, self.key) = (microseconds, key) }

    public init(_ letter: DeadLetter) {
        let seconds = letter.givenUpAt.timeIntervalSince1970 * 1_000_000
        microseconds = Int64(exactly: seconds.rounded()) ?? 0
        switch letter {
        case .event(let item): key = .event(item.key.eventID)
        case .record(let record): key = .record(record.number)
        }
    }
}

/// A part of the list of dead letters, the oldest first.
public struct DeadLetterPart: Sendable {
    public let letters: [DeadLetter]
    /// Nil at the end of the list. A part may be shorter than requested and still have a next one.
    public let next: DeadLetterPlace?

    public init(letters: [DeadLetter], next: DeadLetterPlace?) { (self.letters, self.next) = (letters, next) }
}
