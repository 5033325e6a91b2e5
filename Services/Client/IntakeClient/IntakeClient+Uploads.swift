#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import Shared

/// The progress of an upload.
public struct UploadState: Sendable, Hashable {
    /// The number of bytes that the gateway has stored durably.
    public let offset: Int
    /// The page of the file; nil until the file is complete.
    public let page: PageID?
}

/// Uploads in several requests, by tus 1.0.0 (tus.io/protocols/resumable-upload). Sent bytes survive failures of the
/// connection, of this process and of the gateway.
extension IntakeClient {
    /// Begins the upload of a file of `length` bytes, which becomes the document's next page.
    ///
    /// - Throws: `refused` for a file that the document's type does not accept.
    public func beginUpload(
        of size: Int, mediaType: MediaType? = nil, fileExtension: String? = nil, to document: DocumentID
    ) async throws(IntakeClientError) -> UploadID {
        var metadata: [String] = []
        if let mediaType { metadata.append("filetype \(Self.base64(mediaType.essence))") }
        if let fileExtension { metadata.append("filename \(Self.base64("file.\(fileExtension)"))") }
        var headers = ["tus-resumable": "1.0.0", "upload-length": String(size)]
        if !metadata.isEmpty { headers["upload-metadata"] = metadata.joined(separator: ",") }
        let response = try await answer(request("POST", "/v1/uploads?document=\(document)", headers: headers))
        guard let id = Self.lastComponent(response.headers["location"]).flatMap({ UploadID($0) }) else {
            throw .unexpected("it does not say where the upload is", status: response.status)
        }
        return id
    }

    /// The gateway's progress of an upload.
    ///
    /// - Throws: `refused` with the status 404 or 410 once the upload was given up: begin another one.
    public func uploadState(_ upload: UploadID) async throws(IntakeClientError) -> UploadState {
        let request = request("HEAD", "/v1/uploads/\(upload)", headers: ["tus-resumable": "1.0.0"])
        return try Self.uploadState(Self.successful(try await transport.send(request)))
    }

    /// Sends the bytes from an offset on. After the last ones the file becomes a page.
    ///
    /// - Throws: `refused`, of type `mismatching-upload-offset` if the gateway has another offset.
    public func send(
        _ bytes: [UInt8], at offset: Int, of upload: UploadID, progress: UploadProgressHandler? = nil
    ) async throws(IntakeClientError) -> UploadState {
        var request = request(
            "PATCH", "/v1/uploads/\(upload)",
            headers: [
                "tus-resumable": "1.0.0", "upload-offset": String(offset), "content-type": "application/offset+octet-stream",
            ])
        request.body = .bytes(bytes)
        request.progress = progress
        return try Self.uploadState(Self.successful(try await transport.send(request)))
    }

    /// Gives up an unfinished upload at once, without a confirmation: it is no page yet.
    public func cancelUpload(_ upload: UploadID) async throws(IntakeClientError) {
        try await answer(request("DELETE", "/v1/uploads/\(upload)", headers: ["tus-resumable": "1.0.0"]))
    }

    private static func uploadState(_ response: GatewayResponse) throws(IntakeClientError) -> UploadState {
        guard let offset = response.headers["upload-offset"].flatMap({ Int($0) }), offset >= 0 else {
            throw .unexpected("it does not say how far the upload is", status: response.status)
        }
        return UploadState(offset: offset, page: lastComponent(response.headers["content-location"]).flatMap { PageID($0) })
    }

    private static func lastComponent(_ address: String?) -> String? { address?.split(separator: "/").last.map(String.init) }
    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}
