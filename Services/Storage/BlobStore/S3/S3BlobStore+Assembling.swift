import Crypto
import HTTPClient
import Shared

/// Makes one object from the pieces of an upload. The server copies them if possible.
extension S3BlobStore {
    func assemble(_ chain: [StoredPiece], of content: ContentDigest, as blob: StoredBlob) async throws(BlobError) {
        let plan = AssemblyPlan(sizes: chain.map(\.object.size), whole: configuration.partSize)
        switch plan.parts.first {
        case .copied(let index) where plan.parts.count == 1:
            var request = S3Request("PUT", object(blob.key))
            request.headers = [client.copySource(chain[index].object.key)]
            _ = try await client.send(request)
        case .joined(let range) where plan.parts.count == 1:
            let joined = try await join(chain[range])
            guard joined.digest == content.bytes else {
                throw BlobError(.inputOutput, detail: "the bytes of the upload are not those that were acknowledged")
            }
            try await put(joined.bytes, as: blob.key)
            joined.file.close()
        default:
            try await assemble(plan, of: chain, as: blob)
        }
    }

    /// By a multipart upload. Continues one that another process left.
    private func assemble(_ plan: AssemblyPlan, of chain: [StoredPiece], as blob: StoredBlob) async throws(BlobError) {
        let key = object(blob.key)
        var known: [Int: S3Client.Part] = [:]
        let upload: String
        if let left = try await client.openUploads(of: key, pages: 1).first(where: { $0.key == key }),
            let parts = try await partsUnlessGone(key, left.id)
        {
            upload = left.id
            for part in parts { known[part.number] = part }
        } else {
            upload = try await client.beginUpload(of: key)
        }
        do throws(BlobError) {
            let parts = try await inParallel(plan.parts.count) { [known] (index) throws(BlobError) in
                try await self.part(index + 1, plan.parts[index], of: chain, key, upload, known[index + 1])
            }
            try await client.complete(key, upload, parts)
        } catch {
            // Another process was faster, and completed it. Else what is there is left for the next try, and for the sweep.
            guard error.isMissingUpload, try await hasObject(key, size: blob.size) else { throw error }
        }
    }

    private func part(
        _ number: Int, _ part: AssemblyPlan.Part, of chain: [StoredPiece], _ key: String, _ upload: String,
        _ known: S3Client.Part?
    ) async throws(BlobError) -> S3Client.Part {
        switch part {
        case .copied(let index):
            let source = chain[index].object
            // Where an ETag is the content's, an equal one says that the part is there.
            if let known, known.size == source.size, known.etag == source.etag { return known }
            return try await client.copy(source, as: number, of: key, upload)
        case .joined(let range):
            let joined = try await join(chain[range])
            let made = try await client.put(part: number, of: key, upload, joined.bytes)
            joined.file.close()
            return made
        }
    }

    private func partsUnlessGone(_ key: String, _ upload: String) async throws(BlobError) -> [S3Client.Part]? {
        do { return try await client.parts(of: key, upload) } catch {
            guard error.code == .notFound || error.isMissingUpload else { throw error }
            return nil
        }
    }

    /// Whether the object exists, whoever made it.
    func hasObject(_ key: String, size: Int) async throws(BlobError) -> Bool {
        do { return try await client.send(S3Request("HEAD", key)).headers["Content-Length"] == String(size) } catch {
            guard error.code == .notFound else { throw error }
            return false
        }
    }

    /// Downloads pieces into one spooled file.
    private func join(
        _ pieces: ArraySlice<StoredPiece>
    ) async throws(BlobError) -> (file: WriteBehindFile, bytes: SpooledBytes, digest: [UInt8]) {
        let file = try await spoolFile()
        for stored in pieces {
            for start in stride(from: 0, to: stored.object.size, by: 4 << 20) {
                try await file.append(try await read(stored, start..<min(start + (4 << 20), stored.object.size)))
            }
        }
        let bytes = try await blocking { () throws(BlobError) in
            try file.flush { (content) throws(BlobError) in
                SpooledBytes(descriptor: content.descriptor, offset: 0, count: content.count, digest: content.digest.digest)
            }
        }
        return (file, bytes, bytes.digest)
    }
}
