import Shared

/// What a sender says of a file before its first byte. Only the extension of a name is kept: the rest may be personal.
struct FileDeclaration: Hashable, Sendable {
    /// Nil when nothing was declared.
    let mediaType: MediaType?
    let fileExtension: String?
    /// Bytes, where the sender said so beforehand.
    let size: Int?

    init(mediaType: MediaType? = nil, fileExtension: String? = nil, size: Int? = nil) {
        self.mediaType = mediaType
        self.fileExtension = fileExtension
        self.size = size
    }
}
