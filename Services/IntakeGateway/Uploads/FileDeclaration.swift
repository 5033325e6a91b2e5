import Shared

/// The sender's declaration of a file before its first byte. Only the extension of the name is stored: the rest may be
/// personal.
struct FileDeclaration: Hashable, Sendable {
    /// Nil if none was declared.
    var mediaType: MediaType?
    var fileExtension: String?
    /// In bytes, if declared.
    var size: Int?
}
