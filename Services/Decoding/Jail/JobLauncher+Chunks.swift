extension JobLauncher {
    /// Has a child make a file from a document, and passes each chunk of the file to `take`.
    ///
    /// - Returns: The number of bytes, and the number of pages that the child reports.
    /// - Throws: `protocolViolation` for more than `limit` bytes, and the errors of `take`.
    func collect(
        _ request: JailRequest, of document: JailInput, alone: Bool, atMost limit: Int,
        _ take: ([UInt8]) throws(JailError) -> Void
    ) async throws(JailError) -> (byteCount: Int, pages: Int) {
        try await withJob(request, inputs: [document], alone: alone) { job async throws(JailError) in
            var byteCount = 0
            while true {
                let response = try await job.response()
                switch response.message {
                case .chunk:
                    guard !response.payload.isEmpty else { throw .protocolViolation(detail: "a chunk of nothing") }
                    byteCount += response.payload.count
                    guard byteCount <= limit else { throw .protocolViolation(detail: "more than \(limit) bytes of PDF") }
                    try take(response.payload)
                case .finished(let pages): return (byteCount, pages)
                default: throw job.unexpected()
                }
            }
        }
    }
}
