import Configuration
import Crypto
import EventLoop
import Foundation
import HTTPClient
import Support
import Testing

@testable import BlobStore

/// Files that never change, in a folder and in a bucket.
@Suite struct WriteOnceStoreTests {
    enum Kind: String, CaseIterable, Sendable { case folder, bucket }

    private static let kinds = Kind.allCases.filter { $0 == .folder || S3TestServer.script != nil }

    /// A store, and what is in it by another way.
    private static func with(
        _ kind: Kind, _ body: (any WriteOnceStore, @Sendable (String) async throws -> [UInt8]) async throws -> Void
    ) async throws {
        try await withGroup { group in
            switch kind {
            case .folder:
                let folder = try TemporaryFolder("once")
                try await body(WriteOnceFolder(folder.path, pool: group.blocking)) { name in
                    Array(try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)")))
                }
            case .bucket:
                try await S3Fixture.withStore { store, configuration in
                    try await body(WriteOnceBucket(configuration, group: group)) { name in
                        try await store.client.send(S3Request("GET", store.client.key(name))).body
                    }
                }
            }
        }
    }

    private static func withGroup(_ body: (EventLoopGroup) async throws -> Void) async throws {
        let group = try EventLoopGroup(threads: 1)
        let result: Result<Void, any Error>
        do { result = .success(try await body(group)) } catch { result = .failure(error) }
        await group.shutdown()
        try result.get()
    }

    @Test(arguments: kinds) func `keeps each file once, as it was first`(_ kind: Kind) async throws {
        try await Self.with(kind) { store, read in
            #expect(try await !store.has("acme/1.jws"))
            try await store.keep(Array("first".utf8), as: "acme/1.jws")
            #expect(try await store.has("acme/1.jws"))
            #expect(try await !store.has("acme/1.tst"))
            #expect(try await !store.has("other/1.jws"))
            try await store.keep(Array("second".utf8), as: "acme/1.jws")
            #expect(try await read("acme/1.jws") == Array("first".utf8))
            try await store.keep([], as: "acme/2.jws")
            #expect(try await read("acme/2.jws").isEmpty)
        }
    }

    @Test func `a folder forgets the half of a file that a try has left`() async throws {
        let folder = try TemporaryFolder("once")
        try FileManager.default.createDirectory(atPath: "\(folder.path)/acme", withIntermediateDirectories: false)
        try Data("half".utf8).write(to: URL(filePath: "\(folder.path)/acme/1.jws.new"))
        try await Self.withGroup { group in
            try await WriteOnceFolder(folder.path, pool: group.blocking).keep(Array("whole".utf8), as: "acme/1.jws")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/acme") == ["1.jws"])
        #expect(try Data(contentsOf: URL(filePath: "\(folder.path)/acme/1.jws")) == Data("whole".utf8))
    }

    @Test func `says what cannot be written`() async throws {
        let error = await #expect(throws: BlobError.self) {
            try await Self.withGroup { group in
                try await WriteOnceFolder("/nowhere/heads", pool: group.blocking).keep([1], as: "acme/1.jws")
            }
        }
        #expect(error?.detail.contains("/nowhere/heads/acme") == true)
    }

    @Test func `is named by a folder or by a bucket, or by nothing`() throws {
        func faults(_ environment: [String: String]) -> (WriteOnceConfiguration?, [String]) {
            var reader = ConfigurationReader(environment: environment)
            let found = WriteOnceConfiguration("HEADS", "Heads", reading: &reader)
            do throws(ConfigurationFaults) { try reader.finish() } catch { return (found, error.faults.map(\.name)) }
            return (found, [])
        }
        #expect(faults([:]).0 == nil && faults([:]).1.isEmpty)
        #expect(faults(["HEADS": "/heads"]).0 != nil && faults(["HEADS": "/heads"]).1.isEmpty)
        #expect(faults(["HEADS": "s3://B/x"]).1 == ["HEADS", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION"])
        let keys = ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_REGION": "eu-central-1"]
        #expect(faults(keys.merging(["HEADS": "s3://heads/docket"]) { $1 }).1.isEmpty)
    }
}
