import Domain
import FoundationEssentials
import Shared
import Support
import Testing

/// Each outcome tells the digests of what stages have found out.
@Suite struct FactDigestsTests {
    private static let journey = SampleSubmissions.journey

    private static func submission(_ state: SubmissionState, attempt: Int = 1, _ digests: FactDigests?) -> Submission {
        Submission(
            id: .random(), journey: journey.id, journeyVersion: journey.version, state: state, version: 5, attempt: attempt,
            documents: [Document(id: .random(), type: "letter", state: .checking)],
            createdAt: Timestamp(millisecondsSinceEpoch: 0),
            factDigests: digests)
    }

    private static func apply(_ change: StageChange, to submission: Submission) throws -> Submission {
        try SubmissionEditor(submission, journey: journey, now: Timestamp(millisecondsSinceEpoch: 1)).apply(change).submission
    }

    private static func facts(of submission: Submission) -> FactsRecord {
        FactsRecord(SubmissionFacts(submission, journey: journey, at: submission.createdAt), salt: UUID())
    }

    private static func digest(_ byte: UInt8) -> ContentDigest { ContentDigest(of: [byte]) }

    @Test func `what is validated again has other facts and no answers, and what was read of it stays`() throws {
        let before = FactDigests([
            .init(attempt: 2, facts: Self.digest(1), reading: Self.digest(2), callOuts: [Self.digest(3)]),
            .init(attempt: 1, facts: Self.digest(4), callOuts: [Self.digest(5)]),
        ])
        let submission = Self.submission(.submitted, attempt: 2, before)
        let facts = Self.facts(of: submission)
        let after = try Self.apply(.validated(SampleSubmissions.acceptance(submission), facts: facts), to: submission)
        #expect(
            after.factDigests
                == FactDigests([
                    .init(attempt: 1, facts: Self.digest(4), callOuts: [Self.digest(5)]),
                    .init(attempt: 2, facts: facts.digest, reading: Self.digest(2)),
                ]))
        #expect(after.factDigests?.digest != before.digest)
    }

    @Test func `what was read, and each answer, is among them`() throws {
        let submission = Self.submission(.processing, FactDigests([.init(attempt: 1, facts: Self.digest(1))]))
        let reading = ReadingRecord(models: ["eng": "4"], salt: UUID())
        let read = try Self.apply(
            .read(reading, pdfs: [:], verdict: SampleSubmissions.acceptance(submission)), to: submission)
        #expect(read.factDigests?[1]?.reading == ContentDigest(asJSON: reading))
        var other = reading
        other.salt = UUID()
        #expect(ContentDigest(asJSON: other) != ContentDigest(asJSON: reading))

        let answer = CallOutRecord(
            callOut: "risk", after: .reading, verdict: .allow, askedAt: submission.createdAt, endedAt: submission.createdAt)
        let result = CallOutResult(record: answer, verdict: SampleSubmissions.acceptance(submission))
        let answered = try Self.apply(.answered(result), to: submission)
        #expect(answered.factDigests?[1]?.callOuts == [ContentDigest(asJSON: answer)].compactMap(\.self))
    }

    /// Otherwise its outcome would tell of less than there is.
    @Test func `where an earlier version has stored facts of the attempt, nothing is told of them`() throws {
        let other = FactDigests([.init(attempt: 1, facts: Self.digest(1))])
        let unknown = Self.submission(.processing, attempt: 2, other)
        let (verdict, failure) = (
            SampleSubmissions.acceptance(unknown), ProcessingFailure(code: "x", isRetriable: false, description: "x")
        )
        let changes: [StageChange] = [
            .normalized(SampleSubmissions.normalized(unknown), verdict: verdict),
            .read(ReadingRecord(), pdfs: [:], verdict: verdict),
            .failed(failure),
        ]
        for change in changes { #expect(try Self.apply(change, to: unknown).factDigests == nil) }
        let older = Self.submission(.submitted, nil)
        let validated = StageChange.validated(SampleSubmissions.acceptance(older), facts: Self.facts(of: older))
        #expect(try Self.apply(validated, to: older).factDigests == nil)
        // One of an earlier version has validated the attempt before, and left no digest.
        let next = Self.submission(.submitted, attempt: 3, other)
        let again = StageChange.validated(SampleSubmissions.acceptance(next), facts: Self.facts(of: next))
        #expect(try Self.apply(again, to: next).factDigests == nil)
        // What fails before it is validated has none.
        #expect(try Self.apply(.failed(failure), to: Self.submission(.submitted, attempt: 2, other)).factDigests == other)
    }

    @Test func `JSON has the same digest however it is written`() {
        #expect(
            ContentDigest(ofJSON: Array(#"{"b": 1.0, "a": "ä"}"#.utf8)) == ContentDigest(ofJSON: Array(#"{"a":"ä","b":1}"#.utf8)))
        #expect(ContentDigest(ofJSON: Array("{".utf8)) == nil)
    }
}
