import Configuration
import Crypto
import Testing

@testable import BlobStore

/// The parts of the S3 store that need no server.
@Suite struct UploadPieceTests {
    private let content = (0..<100).map { UInt8($0) }

    private func mark(_ count: Int, of bytes: [UInt8]? = nil) -> String {
        var digest = ResumableSHA256()
        digest.update((bytes ?? content)[..<count])
        return UploadPiece.mark(digest)
    }

    private func piece(_ start: Int, _ end: Int, of bytes: [UInt8]? = nil) -> UploadPiece {
        UploadPiece(start: start, end: end, before: mark(start, of: bytes), after: mark(end, of: bytes))
    }

    @Test func aNameIsReadBack() {
        #expect(UploadPiece(name: piece(3, 9).name) == piece(3, 9))
        for name in ["", "1-2", "2-1-\(mark(1))-\(mark(2))", "-1-2-\(mark(1))-\(mark(2))", "1-2-a-b", piece(1, 2).name + "-x"] {
            #expect(UploadPiece(name: name) == nil, "\(name)")
        }
    }

    @Test func theFewestPiecesAreTaken() {
        let pieces = [piece(0, 10), piece(10, 20), piece(20, 30), piece(0, 20), piece(30, 40)]
        #expect(UploadPiece.chain(to: 30, mark: mark(30), of: pieces) == [piece(0, 20), piece(20, 30)])
        #expect(UploadPiece.chain(to: 30, mark: nil, of: pieces.reversed()) == [piece(0, 20), piece(20, 30)])
        #expect(UploadPiece.chain(to: 0, mark: nil, of: pieces) == [])
    }

    /// A writer that was taken over from, and wrote other bytes.
    @Test func whatIsNotOfTheContentIsPassedOver() {
        let other = content.map { ~$0 }
        let mixed = Array(content[..<10]) + other[10...]
        let pieces = [piece(0, 10), piece(10, 20, of: mixed), piece(10, 20), piece(20, 30, of: mixed), piece(0, 20, of: other)]
        #expect(UploadPiece.chain(to: 20, mark: mark(20), of: pieces) == [piece(0, 10), piece(10, 20)])
        #expect(UploadPiece.chain(to: 30, mark: mark(30), of: pieces) == nil)
        // Which of them was acknowledged, nobody can say without the digest.
        #expect(UploadPiece.chain(to: 20, mark: nil, of: pieces) == nil)
    }

    @Test func aGapIsNone() {
        #expect(UploadPiece.chain(to: 30, mark: mark(30), of: [piece(0, 10), piece(20, 30)]) == nil)
        #expect(UploadPiece.chain(to: 25, mark: mark(25), of: [piece(0, 30)]) == nil)
    }
}

@Suite struct AssemblyPlanTests {
    private let small = 1_000_000
    private let large = 8 << 20

    private func plan(_ sizes: [Int]) -> [AssemblyPlan.Part] { AssemblyPlan(sizes: sizes, whole: 16 << 20).parts }

    @Test func whatIsOnePieceIsCopied() { #expect(plan([small]) == [.copied(0)]) }

    @Test func whatIsSmallAltogetherIsJoined() { #expect(plan([small, small, large]) == [.joined(0..<3)]) }

    @Test func onlyTheLastPartMayBeSmall() {
        #expect(plan([large, large, small]) == [.copied(0), .copied(1), .copied(2)])
        #expect(plan([large, small, large, large, small, small]) == [.copied(0), .joined(1..<3), .copied(3), .joined(4..<6)])
        #expect(plan(Array(repeating: small, count: 18)) == [.joined(0..<6), .joined(6..<12), .joined(12..<18)])
    }

    @Test func everyPieceIsInOnePartAndNoneButTheLastIsTooSmall() {
        for seed in 0..<200 {
            let sizes = (0..<30).map { ($0 &* 7_919 &+ seed &* 104_729) % 9_000_000 + 1 }
            let parts = plan(sizes)
            var next = 0
            for (index, part) in parts.enumerated() {
                let range =
                    switch part {
                    case .copied(let piece): piece..<piece + 1
                    case .joined(let range): range
                    }
                #expect(range.lowerBound == next)
                next = range.upperBound
                let size = sizes[range].reduce(0, +)
                #expect(index == parts.count - 1 || size >= AssemblyPlan.smallestPart)
            }
            #expect(next == sizes.count)
        }
    }
}

@Suite struct S3ConfigurationTests {
    @Test func placesAreRead() throws {
        let plain = try #require(S3Configuration.parse("s3://my-bucket"))
        #expect(plain.bucket == "my-bucket" && plain.prefix == "")
        let deep = try #require(S3Configuration.parse("s3://my-bucket/a/B_1/"))
        #expect(deep.bucket == "my-bucket" && deep.prefix == "a/B_1/")
        for wrong in ["s3://", "s3://ab", "s3://Bucket", "s3://bucket//a", "s3://bucket/../a", "s3://bucket/a b", "/var/blobs"] {
            #expect(S3Configuration.parse(wrong) == nil, "\(wrong)")
        }
    }

    private func read(_ environment: [String: String]) -> (BlobConfiguration, faults: [String]) {
        var reader = ConfigurationReader(environment: environment)
        let configuration = BlobConfiguration(reading: &reader)
        do {
            try reader.finish()
            return (configuration, [])
        } catch {
            return (configuration, error.faults.map(\.name).sorted())
        }
    }

    @Test func theVariablesOfAWSAreTaken() throws {
        let base = ["DOCKET_BLOBS": "s3://bucket/p", "AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "S"]
        let (amazon, none) = read(base.merging(["AWS_DEFAULT_REGION": "eu-central-1"]) { $1 })
        #expect(none == [])
        guard case .s3(let made) = amazon.place else {
            Issue.record("not S3")
            return
        }
        #expect(made.endpoint == "https://s3.eu-central-1.amazonaws.com" && made.region == "eu-central-1")
        #expect(made.host == "s3.eu-central-1.amazonaws.com")
        let (own, _) = read(base.merging(["AWS_ENDPOINT_URL": "http://a", "AWS_ENDPOINT_URL_S3": "http://minio:9000/"]) { $1 })
        guard case .s3(let minio) = own.place else {
            Issue.record("not S3")
            return
        }
        #expect(minio.endpoint == "http://minio:9000" && minio.host == "minio:9000" && minio.region == "us-east-1")
    }

    @Test func allThatIsMissingIsSaidAtOnce() {
        #expect(
            read(["DOCKET_BLOBS": "s3://Bucket"]).faults == [
                "AWS_ACCESS_KEY_ID", "AWS_REGION", "AWS_SECRET_ACCESS_KEY", "DOCKET_BLOBS",
            ])
        #expect(
            read([
                "DOCKET_BLOBS": "s3://bucket", "AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "S",
                "AWS_ENDPOINT_URL_S3": "minio:9000",
            ]).faults == ["AWS_ENDPOINT_URL_S3"])
        #expect(read(["DOCKET_BLOBS": "/var/blobs"]).faults == [])
    }

    @Test func impliedPortsAreNotInTheHost() {
        for (endpoint, host) in [
            ("https://a:443", "a"), ("http://a:80", "a"), ("http://a:443", "a:443"), ("http://[::1]:9", "[::1]:9"),
        ] {
            let made = S3Configuration(bucket: "bbb", endpoint: endpoint, credentials: .init(accessKey: "", secretKey: ""))
            #expect(made.host == host)
        }
    }
}

@Suite struct S3AnswerTests {
    @Test func momentsAreRead() {
        #expect(S3Date.seconds(http: "Fri, 24 May 2013 00:00:00 GMT") == 1_369_353_600)
        #expect(S3Date.seconds(http: "Fri, 24 May 2013 00:00:00 CET") == nil)
        #expect(S3Date.seconds(http: "yesterday") == nil)
        for clock in ["24:00:00", "47:59:60", "00:60:00", "00:00:61", "-1:00:00", "00:00"] {
            #expect(S3Date.seconds(http: "Fri, 31 Dec 9999 \(clock) GMT") == nil, "\(clock)")
        }
        #expect(S3Date.iso(1_369_353_600) == "2013-05-24T00:00:00")
    }
}
