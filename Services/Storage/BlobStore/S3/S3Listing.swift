import HTTPClient
import XML

/// Pages of S3's listings.
extension S3Client {
    struct ListedObject: Hashable, Sendable {
        /// With the installation's prefix.
        let key: String
        let size: Int
        let etag: String
        /// ISO 8601, in UTC.
        let modified: String
    }

    /// A page of a listing, as far as it could be parsed.
    struct ListedPage {
        let objects: [ListedObject]
        /// The place of the next page; nil for the last.
        let next: String?

        init(_ page: XMLElement) {
            objects = page.all("Contents").compactMap { entry in
                guard let key = entry["Key"], let size = entry["Size"].flatMap({ Int($0) }), size >= 0 else { return nil }
                return ListedObject(key: key, size: size, etag: entry["ETag"] ?? "", modified: entry["LastModified"] ?? "")
            }
            next = page["IsTruncated"] == "true" ? page["NextContinuationToken"] : nil
        }
    }

    /// More pages than any of our folders has. It bounds the requests to a server that never reports the last page.
    private static let maximumPages = 100_000

    /// All objects with this prefix, page by page (ListObjectsV2).
    func forEachPage(
        of prefix: String, _ body: ([ListedObject]) async throws(BlobError) -> Void
    ) async throws(BlobError) {
        var token: String?
        for _ in 0..<Self.maximumPages {
            var request = S3Request("GET", nil, query: [(name: "list-type", value: "2"), (name: "prefix", value: prefix)])
            if let token { request.query.append((name: "continuation-token", value: token)) }
            let page = ListedPage(try parsed(try await send(request).body, "ListBucketResult"))
            try await body(page.objects)
            token = page.next
            if token == nil { return }
        }
        throw BlobError(.inputOutput, detail: "S3: the listing of \(prefix) has no end")
    }

    struct OpenUpload: Hashable, Sendable {
        let key: String
        let id: String
        let initiated: String
    }

    /// Multipart uploads that were neither completed nor aborted, at most `limit` pages.
    func openUploads(of prefix: String, pages limit: Int = 10) async throws(BlobError) -> [OpenUpload] {
        var found: [OpenUpload] = []
        var markers: [(name: String, value: String)] = []
        for _ in 0..<limit {
            let request = S3Request(
                "GET", nil, query: [(name: "uploads", value: ""), (name: "prefix", value: prefix)] + markers)
            let page = try parsed(try await send(request).body, "ListMultipartUploadsResult")
            found += Self.openUploads(in: page)
            guard page["IsTruncated"] == "true", let next = page["NextKeyMarker"] else { break }
            markers = [(name: "key-marker", value: next)]
            if let id = page["NextUploadIdMarker"], !id.isEmpty { markers.append((name: "upload-id-marker", value: id)) }
        }
        return found
    }

    static func openUploads(in page: XMLElement) -> [OpenUpload] {
        page.all("Upload").compactMap { entry in
            guard let key = entry["Key"], let id = entry["UploadId"] else { return nil }
            return OpenUpload(key: key, id: id, initiated: entry["Initiated"] ?? "")
        }
    }

    func parsed(_ body: [UInt8], _ name: String) throws(BlobError) -> XMLElement {
        guard let root = XMLElement(parsing: body), root.name == name else {
            throw BlobError(.inputOutput, detail: "S3: the server's answer is no \(name)")
        }
        return root
    }
}
