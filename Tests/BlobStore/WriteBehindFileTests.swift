import Crypto
import EventLoop
import Glibc
import Support
import Synchronization
import Testing

@testable import BlobStore

/// A file that is written while more of it comes.
@Suite(.timeLimit(.minutes(1)))
struct WriteBehindFileTests {
    private func run(_ path: String? = nil, _ body: (WriteBehindFile, BlockingPool) async throws -> Void) async throws {
        let folder = try TemporaryFolder("write-behind")
        let path = path ?? "\(folder.path)/file"
        let pool = BlockingPool(threads: 1)
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(WriteBehindFile(path: path, owning: descriptor, pool: pool), pool))
        } catch {
            result = .failure(error)
        }
        await pool.shutdown()
        try result.get()
    }

    private func flush(_ file: WriteBehindFile, _ pool: BlockingPool) async throws -> Int {
        try await pool.run { try file.flush { (content) throws(BlobError) in content.count } }
    }

    @Test func piecesOfEverySizeComeOutInOrderWithTheirDigest() async throws {
        try await run { file, pool in
            let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 4099) }
            let sizes = [1, 7, 65_536, 100_000, 3, 300_000, 262_144, 1, 1_000_000, 65_535]
            var (start, turn) = (0, 0)
            while start < content.count {
                let end = min(start + sizes[turn % sizes.count], content.count)
                try await file.append(Array(content[start..<end]))
                (start, turn) = (end, turn + 1)
            }
            #expect(file.count == content.count)
            let (digest, count) = try await pool.run {
                try file.flush { (content) throws(BlobError) in (content.digest.digest, content.count) }
            }
            #expect(count == content.count)
            #expect(digest == Digest.hash(content))
            #expect(ProcFile.bytes(file.path) == content)
        }
    }

    /// The only thread is busy: what is over the limit waits for it, and nothing is lost by that.
    @Test func whoeverIsFasterThanTheDiskWaits() async throws {
        try await run { file, pool in
            let (begun, gate) = (AsyncSignal<Void>(), ThreadGate())
            try pool.submit {
                begun.send()
                gate.wait()
            }
            try await begun.wait()
            try await file.append([UInt8](repeating: 1, count: 300_000))
            try await file.append([UInt8](repeating: 2, count: 100_000))
            let isTaken = Atomic(false)
            async let third: Void = {
                try await file.append([UInt8](repeating: 3, count: 300_000))
                isTaken.store(true, ordering: .releasing)
            }()
            while !file.isHeldUp, !isTaken.load(ordering: .acquiring) { await Task.yield() }
            #expect(file.isHeldUp, "more is gathered than there may be")
            #expect(pool.queued == 1)
            gate.open()
            try await third
            #expect(try await flush(file, pool) == 700_000)
        }
    }

    @Test func whatGoesWrongIsToldOnceByTheNextCall() async throws {
        try await run("/dev/full") { file, pool in
            try await file.append([UInt8](repeating: 1, count: 300_000))
            for isTelling in [false, true] {
                let failure = await #expect(throws: BlobError.self) {
                    _ = try await pool.run { try file.flush(isTelling: isTelling) { (_) throws(BlobError) in } }
                }
                #expect(failure?.code == .storageFull)
            }
            // From then on it is known, and what is left of the file can be kept.
            #expect(try await flush(file, pool) == 0)
            let later = await #expect(throws: BlobError.self) { try await file.append([1]) }
            #expect(later?.code == .inputOutput)
        }
    }

    @Test func aClosedFileTakesNothing() async throws {
        try await run { file, pool in
            #expect(file.close())
            #expect(!file.close())
            await #expect(throws: BlobError.self) {
                for _ in 0..<10 { try await file.append([UInt8](repeating: 1, count: 300_000)) }
            }
            await #expect(throws: BlobError.self) { _ = try await flush(file, pool) }
        }
    }
}

/// Holds a thread until it is opened.
final class ThreadGate: @unchecked Sendable {
    // `sem_post` and `sem_wait` may be called from any thread; the memory lives as long as this object.
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    init() { sem_init(semaphore, 0, 0) }
    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }
    func open() { sem_post(semaphore) }
    func wait() { while sem_wait(semaphore) != 0 {} }
}
