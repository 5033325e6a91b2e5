import FoundationEssentials
public import Shared

/// Which dead letters are meant; all that is given must hold.
public struct DeadLetterFilter: Sendable, Hashable {
    public var stage: Stage?
    /// The code of the last failure, as the counts by cause name it.
    public var cause: String?
    /// Of a record, whose it says to be; one that cannot be read is nobody's.
    public var tenant: TenantID?

    public init(stage: Stage? = nil, cause: String? = nil, tenant: TenantID? = nil) {
        (self.stage, self.cause, self.tenant) = (stage, cause, tenant)
    }
}

/// A place in the list of dead letters, behind which it goes on. What is decided on meanwhile moves no place.
public struct DeadLetterPlace: Sendable, Hashable {
    public enum Key: Sendable, Hashable {
        case event(EventID)
        case record(Int64)
    }

    /// When it was given up: microseconds since 1970, as exact as the database is.
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

/// One part of the list of dead letters, the oldest ones first.
public struct DeadLetterPart: Sendable {
    public let letters: [DeadLetter]
    /// Nil at the end of the list. A part may have fewer than asked for, and a next one.
    public let next: DeadLetterPlace?

    public init(letters: [DeadLetter], next: DeadLetterPlace?) { (self.letters, self.next) = (letters, next) }
}
