public import Configuration
public import EventLoop

/// The configuration of a place for files that never change: a folder, or `s3://bucket/prefix` with the variables of the blob
/// store's S3.
public struct WriteOnceConfiguration: Sendable {
    private let place: StoragePlace

    /// Nil if the variable is not set.
    public init?(_ variable: String, _ help: String, reading reader: inout ConfigurationReader) {
        guard let location = reader.optionalString(variable, help) else { return nil }
        place = StoragePlace(location, of: variable, reading: &reader)
    }

    public func makeStore(_ group: EventLoopGroup) -> any WriteOnceStore {
        switch place {
        case .folder(let path): WriteOnceFolder(path, pool: group.blocking)
        case .s3(let configuration): WriteOnceBucket(configuration, group: group)
        }
    }
}
