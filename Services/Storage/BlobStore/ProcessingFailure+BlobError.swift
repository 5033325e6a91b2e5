public import Shared

extension ProcessingFailure {
    /// A step that could not read or write a blob. One that is missing does not come back by itself.
    public init(_ error: BlobError) {
        self.init(
            code: "blob.\(error.code.rawValue)", isRetriable: error.isRetriable, description: error.description,
            detail: error.detail)
    }
}
