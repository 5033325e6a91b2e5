import HTTPClient
import Shared
import XML

/// Multipart uploads: an object made of parts, which appears when it is completed.
extension S3Client {
    struct Part: Hashable, Sendable {
        let number: Int
        let etag: String
        let size: Int
    }

    func beginUpload(of key: String) async throws(BlobError) -> String {
        let body = try await send(S3Request("POST", key, query: [(name: "uploads", value: "")])).body
        guard let id = try parsed(body, "InitiateMultipartUploadResult")["UploadId"], !id.isEmpty else {
            throw BlobError(.inputOutput, detail: "S3: the server begins a multipart upload without an id")
        }
        return id
    }

    /// Uploads a part of an open file as a part of an object.
    func put(part number: Int, of key: String, _ upload: String, _ bytes: SpooledBytes) async throws(BlobError) -> Part {
        var request = S3Request("PUT", key, query: Self.query(number, upload))
        (request.body, request.payloadDigest) = (bytes.body, bytes.digest)
        guard let etag = try await send(request).headers["ETag"] else { throw Self.withoutETag }
        return Part(number: number, etag: etag, size: bytes.count)
    }

    /// Copies another object as a part of an object, on the server.
    func copy(_ source: ListedObject, as number: Int, of key: String, _ upload: String) async throws(BlobError) -> Part {
        var request = S3Request("PUT", key, query: Self.query(number, upload))
        request.headers = [copySource(source.key)]
        // S3 calls it CopyPartResult, others CopyObjectResult.
        guard let etag = XMLElement(parsing: try await send(request).body)?["ETag"] else { throw Self.withoutETag }
        return Part(number: number, etag: etag, size: source.size)
    }

    func copySource(_ key: String) -> (name: String, value: String) {
        (name: "x-amz-copy-source", value: S3Request.escaped("/\(configuration.bucket)/\(key)"))
    }

    /// The parts of an upload, at most 10,000.
    func parts(of key: String, _ upload: String) async throws(BlobError) -> [Part] {
        var found: [Part] = []
        var marker: String?
        for _ in 0..<10 {
            var request = S3Request("GET", key, query: [(name: "uploadId", value: upload)])
            if let marker { request.query.append((name: "part-number-marker", value: marker)) }
            let page = try parsed(try await send(request).body, "ListPartsResult")
            found += Self.parts(in: page)
            marker = page["IsTruncated"] == "true" ? page["NextPartNumberMarker"] : nil
            if marker == nil { break }
        }
        return found
    }

    static func parts(in page: XMLElement) -> [Part] {
        page.all("Part").compactMap { entry in
            guard let number = entry["PartNumber"].flatMap({ Int($0) }), number > 0, let etag = entry["ETag"],
                let size = entry["Size"].flatMap({ Int($0) }), size >= 0
            else { return nil }
            return Part(number: number, etag: etag, size: size)
        }
    }

    func complete(_ key: String, _ upload: String, _ parts: [Part]) async throws(BlobError) {
        let entries = parts.sorted { $0.number < $1.number }.map {
            "<Part><PartNumber>\($0.number)</PartNumber><ETag>\(HTML.escaped($0.etag))</ETag></Part>"
        }
        let document =
            "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(entries.joined())</CompleteMultipartUpload>"
        var request = S3Request("POST", key, query: [(name: "uploadId", value: upload)])
        request.setBody(Array(document.utf8))
        request.headers = [(name: "content-type", value: "application/xml")]
        _ = try await send(request)
    }

    /// Aborts an upload with its parts. Succeeds if it does not exist.
    func abort(_ key: String, _ upload: String) async throws(BlobError) {
        do {
            _ = try await send(S3Request("DELETE", key, query: [(name: "uploadId", value: upload)]))
        } catch {
            guard error.code == .notFound || error.isMissingUpload else { throw error }
        }
    }

    private static func query(_ number: Int, _ upload: String) -> [(name: String, value: String)] {
        [(name: "partNumber", value: String(number)), (name: "uploadId", value: upload)]
    }

    private static var withoutETag: BlobError { BlobError(.inputOutput, detail: "S3: the server took a part and gave no ETag") }
}

extension BlobError {
    /// Another process has completed or aborted the multipart upload.
    var isMissingUpload: Bool { code == .inputOutput && detail.contains("NoSuchUpload") }
}
