import BlobStore
import Shared
import Support
import Testing

@testable import ReadingWorker

@Suite struct SharedFileTests {
    @Test func `a file is opened once for all who read of it, and let go of after the last`() async throws {
        let blobs = MemoryBlobStore()
        let stored = try await blobs.put([1, 2, 3], in: BlobSpace(tenant: "acme", submission: .random()))
        let shared = SharedFile(stored.key)
        for _ in 0..<2 { shared.expectReader() }
        async let one = shared.file(in: blobs)
        async let other = shared.file(in: blobs)
        let (first, second) = try await (one, other)
        #expect(first === second)
        shared.readerIsDone()
        #expect(try await shared.file(in: blobs) === first)
        shared.readerIsDone()
        let next = try await shared.file(in: blobs)
        #expect(next !== first)
    }
}
