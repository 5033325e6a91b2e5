import FoundationEssentials
import LoadTest
import Shared
import Support
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// Recordings that tests replay.
enum SampleRecordings {
    static func uploads(_ count: Int, every milliseconds: Int64 = 20, bytes: Int = 60_000, after: Int64 = 0) throws -> [[UInt8]] {
        try (0..<count).map { number in
            try RecordedSubmission(
                time: 1_000_000 + Int64(number) * milliseconds, submission: .random(), journey: "identity",
                documents: [
                    .init(type: "passport", source: .camera, pages: [.init(after: after, bytes: bytes, mediaType: .jpeg)])
                ], submittedAfter: after, outcome: .accepted, endedAfter: after + 50
            ).line()
        }
    }

    static func events(_ count: Int, every milliseconds: Int64 = 1) throws -> [[UInt8]] {
        try (0..<count).map { number in
            let header = EventHeader(
                id: .random(), type: .submissionSubmitted, source: "/docket/gateway", submission: .random(),
                time: Timestamp(millisecondsSinceEpoch: 5), sequence: 3, tenant: "acme", journey: "identity")
            let data = SubmissionSubmitted(journeyVersion: ContentDigest(of: []), attempt: 1, documents: [])
            let event = try CloudEvent(header: header, data: data).encoded()
            return try #require(
                RecordedEvent(time: 1_000_000 + Int64(number) * milliseconds, topic: .submitted, event: event).line())
        }
    }

    static func file(_ lines: [[UInt8]], _ kind: RecordingHeader.Kind, in folder: TemporaryFolder, ending: String = "") throws
        -> String
    {
        let path = "\(folder.path)/recording.ndjson"
        let header = try RecordingHeader(kind: kind, madeAt: Timestamp(millisecondsSinceEpoch: 0)).line()
        try FileText.write(path, bytes: header + lines.flatMap { $0 } + Array(ending.utf8))
        return path
    }
}
