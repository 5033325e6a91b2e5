import Crypto
public import Domain
import FoundationEssentials
public import Shared

extension EventID {
    /// The id that an event has in the stores in memory: the same in every run.
    public static func sample(of submission: SubmissionID, sequence: Int) -> Self {
        let digest = ContentDigest(of: submission.uuid.octets + Array(String(sequence).utf8))
        return EventID(digest.bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    }
}

extension EventLog {
    /// The id of the event that tells of a version of a submission.
    public func id(of submission: SubmissionID, sequence: Int) async throws -> EventID {
        let found = try await events(of: submission, afterSequence: sequence - 1, limit: 1).first
        guard let found, found.sequence == sequence else { throw NoSuchEvent(submission: submission, sequence: sequence) }
        return found.id
    }
}

struct NoSuchEvent: Error {
    let submission: SubmissionID
    let sequence: Int
}
