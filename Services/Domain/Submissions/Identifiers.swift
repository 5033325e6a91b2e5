internal import Crypto
public import FoundationEssentials
public import Shared

extension Identifier {
    /// A new id that sorts by the time at which it was made (UUID version 7).
    public static func timeOrdered(at now: Date) -> Self { Self(UUIDv7.make(now: now)) }
}

extension EventID {
    /// The id of the event that tells of a version of a submission: always the same, whoever makes it.
    public static func event(of submission: SubmissionID, sequence: Int) -> Self {
        Self(UUIDv5.make(namespace: submission.uuid, name: String(sequence)))
    }
}
