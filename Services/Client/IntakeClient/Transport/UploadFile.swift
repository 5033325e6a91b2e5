public import Shared

/// A file to send. It is read from its beginning, whatever its offset.
public struct UploadFile: Sendable {
    public let descriptor: CInt
    /// In bytes.
    public let length: Int64
    /// The declared type. The gateway examines the content itself.
    public let mediaType: MediaType?
    /// The extension of the name. Nothing else of the name is sent: it may be personal.
    public let fileExtension: String?
    private let owner: OpenFile?

    /// A file that the caller has opened, and keeps open until it was sent.
    public init(descriptor: CInt, length: Int64, mediaType: MediaType? = nil, fileName: String? = nil) {
        self.init(descriptor: descriptor, length: length, mediaType: mediaType, fileName: fileName, owner: nil)
    }

    /// Opens a regular file, which is closed with the last copy of this value. A nil media type is declared by the name's
    /// extension.
    public init(path: String, mediaType: MediaType? = nil) throws(IntakeClientError) {
        do throws(SystemFault) {
            let file = try SystemFiles.open(path)
            let name = path.split(separator: "/").last.map(String.init) ?? path
            let declared = mediaType ?? MediaType.fileExtension(ofName: name).flatMap { MediaType(fileExtension: $0) }
            self.init(
                descriptor: file.descriptor, length: Int64(try file.status().size), mediaType: declared, fileName: name,
                owner: file)
        } catch {
            throw IntakeClientError(
                code: .fileUnreadable, description: "The file \(path) cannot be read: \(error.reason).",
                detail: "errno \(error.number)")
        }
    }

    /// Keeps an open file for as long as a copy of this value exists.
    init(owning file: OpenFile, length: Int64) {
        self.init(descriptor: file.descriptor, length: length, mediaType: nil, fileName: nil, owner: file)
    }

    private init(descriptor: CInt, length: Int64, mediaType: MediaType?, fileName: String?, owner: OpenFile?) {
        self.descriptor = descriptor
        self.length = length
        self.mediaType = mediaType
        fileExtension = fileName.flatMap { MediaType.fileExtension(ofName: $0) }
        self.owner = owner
    }

    /// Up to `count` bytes from an offset; empty at the end.
    public func read(at offset: Int64, count: Int) throws(IntakeClientError) -> [UInt8] {
        do throws(SystemFault) {
            return try SystemFiles.read(descriptor, at: Int(offset), count: count)
        } catch {
            throw IntakeClientError(
                code: .fileUnreadable, description: "The file cannot be read: \(error.reason).", detail: "errno \(error.number)")
        }
    }

    /// The headers of a request whose whole body it is.
    var headers: [String: String] {
        var headers = ["content-type": (mediaType ?? .octetStream).essence]
        // An extension of other characters than these means nothing to the gateway.
        if let fileExtension, !fileExtension.isEmpty, fileExtension.utf8.count <= 16,
            fileExtension.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        {
            headers["content-disposition"] = "attachment; filename=\"file.\(fileExtension)\""
        }
        return headers
    }
}
