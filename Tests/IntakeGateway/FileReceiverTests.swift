import BlobStore
import HTTPServer
import Shared
import Support
import Testing

@testable import IntakeGateway

/// The way of a file into the store, with a store that fails on demand.
@Suite struct FileReceiverTests {
    let type = DocumentType(id: "bill", title: "Bill", hint: "", icon: "bolt", maximumBytes: 100_000)
    let space = BlobSpace(tenant: "acme", submission: .random())

    private func request(_ content: [UInt8]) throws -> HTTPRequest {
        try HTTPRequest(method: .post, path: "/", headers: ["Content-Type": "image/jpeg"], body: content)
    }

    @Test func whatArrivesIsInTheStore() async throws {
        let store = MemoryBlobStore()
        let file = try await FileReceiver(blobs: store, maximumBytes: .max).receive(
            request(SampleFiles.jpeg()), as: type, into: space)
        #expect(store.keys == [file.blob.key])
        #expect(file.mediaType == .jpeg)
        #expect(store.unfinishedWriters == 0)
    }

    @Test func `case 2, disk full: a full store is a problem of its own`() async throws {
        let store = MemoryBlobStore()
        store.limit(toBytes: 100)
        let error = await #expect(throws: BlobError.self) {
            _ = try await FileReceiver(blobs: store, maximumBytes: .max).receive(
                request(SampleFiles.jpeg()), as: type, into: space)
        }
        #expect(error.map { Problem($0).kind } == .storageFull)
        #expect(Problem.storageFull.status == 507)
        #expect(store.keys.isEmpty)
        #expect(store.unfinishedWriters == 0)
    }

    @Test func aFileThatIsRefusedOpensNoWriter() async throws {
        let store = MemoryBlobStore()
        await #expect(throws: Problem.self) {
            _ = try await FileReceiver(blobs: store, maximumBytes: .max).receive(
                request(SampleFiles.text()), as: type, into: space)
        }
        await #expect(throws: Problem.self) {
            _ = try await FileReceiver(blobs: store, maximumBytes: 500).receive(
                request(SampleFiles.jpeg()), as: type, into: space)
        }
        #expect(store.keys.isEmpty)
        #expect(store.unfinishedWriters == 0)
    }
}
