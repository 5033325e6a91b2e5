import Glibc
public import Shared

/// A file to send. Read from its beginning; its offset is not used.
public struct UploadFile: Sendable {
    public let descriptor: CInt
    /// In bytes.
    public let length: Int64
    /// What the sender takes it for; the gateway looks for itself.
    public let mediaType: MediaType?
    /// Of the name. Nothing else of the name is sent: the gateway has no use for it, and it may be personal.
    public let fileExtension: String?
    private let owner: Owner?

    /// A file that the caller has opened, and keeps open until it has been sent.
    public init(descriptor: CInt, length: Int64, mediaType: MediaType? = nil, fileName: String? = nil) {
        self.init(descriptor: descriptor, length: length, mediaType: mediaType, fileName: fileName, owner: nil)
    }

    /// Opens a regular file; it is closed when the last copy of this value is gone. Without a media type, the one that its
    /// name's extension stands for is declared.
    public init(path: String, mediaType: MediaType? = nil) throws(IntakeClientError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
        let owner = Owner(descriptor)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.unreadable(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Self.unreadable(path, status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let declared = mediaType ?? MediaType.fileExtension(ofName: name).flatMap { MediaType(fileExtension: $0) }
        self.init(
            descriptor: descriptor, length: Int64(status.st_size), mediaType: declared, fileName: name, owner: owner)
    }

    /// Takes over an open descriptor; it is closed when the last copy of this value is gone.
    init(owning descriptor: CInt, length: Int64) {
        self.init(descriptor: descriptor, length: length, mediaType: nil, fileName: nil, owner: Owner(descriptor))
    }

    private init(descriptor: CInt, length: Int64, mediaType: MediaType?, fileName: String?, owner: Owner?) {
        self.descriptor = descriptor
        self.length = length
        self.mediaType = mediaType
        fileExtension = fileName.flatMap { MediaType.fileExtension(ofName: $0) }
        self.owner = owner
    }

    /// The headers that go with it as the whole body of a request.
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

    private final class Owner: Sendable {
        private let descriptor: CInt
        init(_ descriptor: CInt) { self.descriptor = descriptor }
        deinit { close(descriptor) }
    }

    private static func unreadable(_ path: String, _ number: CInt) -> IntakeClientError {
        let reason = number == EINVAL ? "not a regular file" : String(cString: strerror(number))
        return IntakeClientError(
            code: .fileUnreadable, description: "The file \(path) cannot be read: \(reason).", detail: "errno \(number)")
    }
}
