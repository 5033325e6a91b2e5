/// A file of an export, as the gateway describes it.
package struct ExportedFile: Codable, Sendable {
    /// The path in an export, with its extension.
    package let name: String
    package let digest: String
    package let mediaType: String?
    /// In bytes; nil if the file no longer exists.
    package let size: Int?

    package init(name: String, digest: String, mediaType: String?, size: Int?) {
        (self.name, self.digest, self.mediaType, self.size) = (name, digest, mediaType, size)
    }
}
