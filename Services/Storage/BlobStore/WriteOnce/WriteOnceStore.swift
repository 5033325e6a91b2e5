/// A place for small files that never change: a folder or a bucket, which may be on storage that can be written once.
public protocol WriteOnceStore: Sendable {
    /// Whether there is a file of this name, such as `acme/0000000012-0.jws`.
    func has(_ name: String) async throws(BlobError) -> Bool

    /// Stores a file whole and durably. Does nothing where there is one of that name.
    func keep(_ bytes: [UInt8], as name: String) async throws(BlobError)
}
