import Shared

/// The sender's declaration of a file before its first byte. Only the extension of the name is stored: the rest may be
/// personal.
struct FileDeclaration: Hashable, Sendable {
    /// Nil if none was declared.
    let mediaType: MediaType?
    let fileExtension: String?
    /// In bytes, if declared.
    let size: Int?

    init(mediaType: MediaType? = nil, fileExtension: String? = nil, size: Int? = nil) {
        self.mediaType = mediaType
        self.fileExtension = fileExtension
        self.size = size
    }
}
