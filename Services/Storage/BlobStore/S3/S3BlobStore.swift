import Crypto
public import EventLoop
import Glibc
import HTTPClient
import Shared
import Synchronization

/// Blobs as objects of an S3-compatible server: `PREFIX/TENANT/SUBMISSION/DIGEST`.
///
/// An object appears whole or not at all, and an acknowledged one is durable. A process stores only nameless files for
/// transfers, so any process can continue what another one began.
public struct S3BlobStore: BlobStore {
    let client: S3Client
    let pool: BlockingPool
    let chains = ChainCache()
    /// When a write last succeeded.
    private let written = WrittenLast()

    var configuration: S3Configuration { client.configuration }

    public init(_ configuration: S3Configuration, group: EventLoopGroup) {
        client = S3Client(configuration, on: group.next())
        pool = group.blocking
    }

    public func writer(in space: BlobSpace, named naming: BlobNaming) async throws(BlobError) -> any BlobWriter {
        S3BlobWriter(store: self, space: space, naming: naming, file: try await spoolFile())
    }

    public func open(_ key: BlobKey) async throws(BlobError) -> BlobFile {
        var request = S3Request("GET", object(key))
        request.maximumResponseBytes = .max
        let file = try await client.download(request) { () throws(BlobError) in
            try await Download(self)
        } sink: { download, piece in
            try await download.file.append(piece)
        }
        return try await blocking { () throws(BlobError) in try file.finish(expecting: key) }
    }

    public func remove(_ key: BlobKey) async throws(BlobError) {
        do { _ = try await client.send(S3Request("DELETE", object(key))) } catch {
            guard error.code == .notFound else { throw error }
        }
    }

    /// Two requests read the object's age and remove it. Bytes that are written again between them would be removed. S3
    /// has no condition for a removal that every server supports.
    public func erase(_ key: BlobKey, untouchedFor grace: Duration) async throws(BlobError) -> Bool {
        let head: ClientResponse
        do { head = try await client.send(S3Request("HEAD", object(key))) } catch {
            guard error.code == .notFound else { throw error }
            return true
        }
        // Both by the server's clock.
        guard let modified = head.headers["Last-Modified"].flatMap(S3Date.seconds(http:)),
            let now = head.headers["Date"].flatMap(S3Date.seconds(http:))
        else { throw BlobError(.inputOutput, detail: "S3: the server does not say how old an object is") }
        if modified >= now - Int(clamping: grace.components.seconds) { return false }
        try await remove(key)
        return true
    }

    public func eraseAll(in space: BlobSpace) async throws(BlobError) -> ErasedBlobs {
        let folder = client.key("\(space)/")
        for upload in try await client.openUploads(of: folder) { try await client.abort(upload.key, upload.id) }
        var erased = ErasedBlobs()
        try await client.forEachPage(of: folder) { (page) throws(BlobError) in
            _ = try await inParallel(page.count) { (index) throws(BlobError) in
                _ = try await client.send(S3Request("DELETE", page[index].key))
            }
            erased.count += page.count
            erased.bytes += page.reduce(0) { $0 + $1.size }
        }
        return erased
    }

    public func blobs(in space: BlobSpace) async throws(BlobError) -> [BlobKey] {
        let folder = client.key("\(space)/")
        var found: [BlobKey] = []
        try await client.forEachPage(of: folder) { (page) throws(BlobError) in
            found += page.compactMap { space.key(named: $0.key.dropFirst(folder.count)) }
        }
        return found
    }

    /// Tests a write once a minute, and after a failure. In between, a read of the written object shows whether the
    /// server answers. Tries only once: readiness needs an answer now.
    public func check() async throws(BlobError) {
        let key = client.key(".check")
        if written.isRecent {
            _ = try await client.send(S3Request("HEAD", key), attempts: 1)
            return
        }
        var request = S3Request("PUT", key)
        request.setBody(Array("docket".utf8))
        _ = try await client.send(request, attempts: 1)
        written.note()
    }

    /// Aborts multipart uploads that were begun `age` ago and never completed.
    public func sweepIncoming(olderThan age: Duration) async throws(BlobError) -> Int {
        let horizon = S3Date.iso(time(nil) - Int(clamping: age.components.seconds))
        var removed = 0
        for upload in try await client.openUploads(of: client.configuration.prefix) {
            guard !upload.initiated.isEmpty, upload.initiated < horizon else { continue }
            try await client.abort(upload.key, upload.id)
            removed += 1
        }
        return removed
    }

    /// Removes pieces of uploads that are older than `age`.
    public func sweepPartials(olderThan age: Duration) async throws(BlobError) -> Int {
        let horizon = S3Date.iso(time(nil) - Int(clamping: age.components.seconds))
        var removed = 0
        try await client.forEachPage(of: client.key(".partial/")) { (page) throws(BlobError) in
            for object in page where !object.modified.isEmpty && object.modified < horizon {
                _ = try await client.send(S3Request("DELETE", object.key))
                removed += 1
            }
        }
        return removed
    }

    // MARK: - For the rest of the store

    func object(_ key: BlobKey) -> String { client.key(key.description) }

    /// Writes a spooled file under its digest; a large one in parts.
    func put(_ bytes: SpooledBytes, as key: BlobKey) async throws(BlobError) {
        guard bytes.count > 2 * configuration.partSize else {
            var request = S3Request("PUT", object(key))
            (request.body, request.payloadDigest) = (bytes.body, bytes.digest)
            _ = try await client.send(request)
            return
        }
        let object = object(key)
        let upload = try await client.beginUpload(of: object)
        do throws(BlobError) {
            // S3 knows 10,000 parts at most.
            let size = max(configuration.partSize, bytes.count / 9_000 + 1)
            let starts = Array(stride(from: 0, to: bytes.count, by: size))
            let parts = try await inParallel(starts.count) { (index) throws(BlobError) in
                let part = try await self.blocking { () throws(BlobError) in
                    try SpooledBytes(
                        reading: bytes.descriptor, offset: bytes.offset + starts[index],
                        count: min(size, bytes.count - starts[index]))
                }
                return try await self.client.put(part: index + 1, of: object, upload, part)
            }
            try await client.complete(object, upload, parts)
        } catch {
            // Completed, and the answer was lost: the next try found the upload gone.
            if error.isMissingUpload, try await hasObject(object, size: bytes.count) { return }
            // Also when the task was cancelled.
            await Task { try? await client.abort(object, upload) }.value
            throw error
        }
    }

    func spoolFile(start: Int = 0, digest: ResumableSHA256 = ResumableSHA256()) async throws(BlobError) -> WriteBehindFile {
        try await blocking { () throws(BlobError) in
            let spool = try Spool.make(in: self.configuration.spool)
            close(spool.reading)
            return WriteBehindFile(
                path: "\(self.configuration.spool) (DOCKET_SPOOL)", owning: spool.writing, pool: self.pool, start: start,
                count: start, digest: digest)
        }
    }

    func blocking<Value: Sendable>(
        _ body: @escaping @Sendable () throws(BlobError) -> Value
    ) async throws(BlobError) -> Value { try await pool.blob(body) }

    /// Runs `body` for each number below `count`, four at a time, and returns the results in order.
    func inParallel<Value: Sendable>(
        _ count: Int, _ body: @escaping @Sendable (Int) async throws(BlobError) -> Value
    ) async throws(BlobError) -> [Value] {
        do {
            return try await (0..<count).concurrentMap(atMost: 4) { try await body($0) }
        } catch let error as BlobError { throw error } catch { throw BlobError(.unavailable, detail: "S3: \(error)") }
    }
}

private final class WrittenLast: Sendable {
    private let moment = Mutex<ContinuousClock.Instant?>(nil)

    var isRecent: Bool { moment.withLock { $0.map { ContinuousClock.now - $0 < .seconds(60) } ?? false } }
    func note() { moment.withLock { $0 = .now } }
}

/// An object that is being downloaded: digested while it is written.
private final class Download: Sendable {
    let file: WriteBehindFile
    private let reading: Mutex<CInt?>

    init(_ store: S3BlobStore) async throws(BlobError) {
        let spool = try await store.blocking { () throws(BlobError) in try Spool.make(in: store.configuration.spool) }
        file = WriteBehindFile(
            path: "\(store.configuration.spool) (DOCKET_SPOOL)", owning: spool.writing, pool: store.pool)
        reading = Mutex(spool.reading)
    }

    deinit { if let descriptor = reading.withLock({ $0 }) { close(descriptor) } }

    /// Blocks. Returns the content only if it matches its name; a name made with a key cannot be checked here.
    func finish(expecting key: BlobKey) throws(BlobError) -> BlobFile {
        let size = try file.flush { (content) throws(BlobError) in
            guard key.isKeyed || content.digest.digest == key.digest.bytes else {
                throw BlobError(.inputOutput, detail: "S3 GET \(key): the bytes are not those of the digest")
            }
            return content.count
        }
        file.close()
        let descriptor = reading.withLock { reading in
            defer { reading = nil }
            return reading
        }
        guard let descriptor else { throw WriteBehindFile.ended }
        return BlobFile(owning: descriptor, size: size)
    }
}
