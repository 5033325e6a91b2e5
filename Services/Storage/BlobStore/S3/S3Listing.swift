import HTTPClient
import XML

/// Pages of what S3 lists.
extension S3Client {
    struct ListedObject: Hashable, Sendable {
        /// With the installation's prefix.
        let key: String
        let size: Int
        let etag: String
        /// ISO 8601, in UTC.
        let modified: String
    }

    /// What a server says is there, as far as it can be.
    struct ListedPage {
        let objects: [ListedObject]
        /// Where the next page begins; nil for the last.
        let next: String?

        init(_ page: XMLElement) {
            objects = page.all("Contents").compactMap { entry in
                guard let key = entry["Key"], let size = entry["Size"].flatMap({ Int($0) }), size >= 0 else { return nil }
                return ListedObject(key: key, size: size, etag: entry["ETag"] ?? "", modified: entry["LastModified"] ?? "")
            }
            next = page["IsTruncated"] == "true" ? page["NextContinuationToken"] : nil
        }
    }

    /// More pages than any folder of ours has. A server that never says the last one is not asked for ever.
    private static let maximumPages = 100_000

    /// All objects whose keys begin with `prefix`, page by page (ListObjectsV2).
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

    /// Multipart uploads that were begun and neither completed nor given up, at most `limit` pages of them.
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
