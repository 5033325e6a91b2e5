/// A file of an export, as the gateway says it.
package struct ExportedFile: Codable, Sendable {
    /// Where it lies in an export, with its ending.
    package let name: String
    package let digest: String
    package let mediaType: String?
    /// Bytes; nil for one that is not there any more.
    package let size: Int?

    package init(name: String, digest: String, mediaType: String?, size: Int?) {
        (self.name, self.digest, self.mediaType, self.size) = (name, digest, mediaType, size)
    }
}
