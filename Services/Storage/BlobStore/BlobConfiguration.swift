public import Configuration
public import EventLoop
public import Sealing

/// The configuration of the blob store. All processes of an installation must have the same: they share the store.
public struct BlobConfiguration: Sendable {
    let place: StoragePlace

    public init(reading reader: inout ConfigurationReader) {
        let location = reader.string(
            "DOCKET_BLOBS", "The blob store, the same for all services: a folder, or s3://bucket/prefix")
        place = StoragePlace(location, of: "DOCKET_BLOBS", reading: &reader)
    }

    public func makeStore(_ group: EventLoopGroup) throws(BlobError) -> any BlobStore {
        switch place {
        case .folder(let folder): try FileBlobStore(root: folder, pool: group.blocking)
        case .s3(let configuration): S3BlobStore(configuration, group: group)
        }
    }
}

extension BlobConfiguration {
    /// The store, with sealed content if that is configured.
    public func makeStore(_ group: EventLoopGroup, keys: any SubmissionKeySource) throws(BlobError) -> any BlobStore {
        SealedBlobStore(try makeStore(group), keys: keys, pool: group.blocking)
    }
}

/// A folder or a bucket, as a variable names it.
enum StoragePlace: Sendable {
    case folder(String)
    case s3(S3Configuration)

    /// Adds faults to the reader for a bucket that cannot be used; then it is a folder that nobody opens.
    init(_ location: String, of variable: String, reading reader: inout ConfigurationReader) {
        let variables = S3Variables(reading: &reader)
        if location.hasPrefix(S3Configuration.scheme),
            let found = variables.configuration(location, of: variable, &reader)
        {
            self = .s3(found)
        } else {
            self = .folder(location)
        }
    }
}
