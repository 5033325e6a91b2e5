public import Shared

extension ProcessingFailure {
    /// A step that could not read or write a blob. One that is missing or damaged does not come back by
    /// itself.
    public init(_ error: BlobError) {
        self.init(
            code: "blob.\(error.code.rawValue)", isRetriable: error.isRetriable, description: error.description,
            detail: error.detail, outage: error.outage)
    }
}

extension BlobError {
    /// A store without room has it for no file; one that cannot be used may still be used for others. No attempt changes that
    /// this process was not given a key: its files wait until it is, or until another process takes them.
    fileprivate var outage: Outage? {
        switch code {
        case .storageFull, .unknownKey: Outage(of: .blobs, isProven: true)
        case .unavailable: Outage(of: .blobs)
        case .keysUnavailable: Outage(of: .database)
        case .notFound, .inputOutput, .damaged: nil
        }
    }
}
