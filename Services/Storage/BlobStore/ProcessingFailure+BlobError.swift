public import Shared

extension ProcessingFailure {
    /// A failure to read or write a blob. A missing or damaged blob does not recover by itself.
    public init(_ error: BlobError) {
        self.init(
            code: "blob.\(error.code.rawValue)", isRetriable: error.isRetriable, description: error.description,
            detail: error.detail, outage: error.outage)
    }
}

extension BlobError {
    /// A full store has room for no file, which proves an outage; an unavailable one may still work for others. A missing
    /// key is a proven outage, too, and so is a provider of keys that is away: files wait until this process or another one
    /// has the key.
    fileprivate var outage: Outage? {
        switch code {
        case .storageFull, .unknownKey, .keyProviderUnavailable: Outage(of: .blobs, isProven: true)
        case .unavailable: Outage(of: .blobs)
        case .keysUnavailable: Outage(of: .database)
        case .notFound, .inputOutput, .damaged: nil
        }
    }
}
