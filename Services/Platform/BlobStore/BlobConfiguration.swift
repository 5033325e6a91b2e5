public import Configuration
public import EventLoop

/// Where this process keeps blobs. Every process of an installation is configured alike: they share them.
public struct BlobConfiguration: Sendable {
    public var directory: String

    public init(reading reader: inout ConfigurationReader) {
        directory = reader.string(
            "DOCKET_BLOBS", "The folder of the blob store, the same for all services")
    }

    public func makeStore(_ group: EventLoopGroup) throws(BlobError) -> FileBlobStore {
        try FileBlobStore(root: directory, pool: group.blocking)
    }
}
