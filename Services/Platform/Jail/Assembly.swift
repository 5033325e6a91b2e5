import EventLoop

/// Makes a PDF in one child, and has a fresh one look through it.
struct Assembly: Sendable {
    let launcher: JobLauncher
    let configuration: JailConfiguration

    func run(_ pages: [JailInput]) async throws(JailError) -> AssembledPDF {
        let request = AssembleRequest(
            maximumPageBytes: configuration.maximumPageBytes, maximumBytes: configuration.maximumAssembledBytes)
        return try await make(.assemble(request), of: pages, pages: pages.count) { .prove(maximumBytes: $0) }
    }

    /// Draws a PDF anew, so that its letters stay letters and nothing else of it is left.
    func redraw(_ document: JailInput, budget: DocumentBudget) async throws(JailError) -> AssembledPDF {
        let request = JailRequest.redraw(budget: budget, maximumBytes: configuration.maximumAssembledBytes)
        return try await make(request, of: [document], pages: nil) { .proveText(maximumBytes: $0) }
    }

    /// `pages` is how many there have to be, where that is known before.
    private func make(
        _ request: JailRequest, of inputs: [JailInput], pages: Int?, provenBy proving: (_ maximumBytes: Int) -> JailRequest
    ) async throws(JailError) -> AssembledPDF {
        let file = try MemoryFile(name: "docket-pdf")
        let (byteCount, made) = try await collect(request, of: inputs, into: file)
        file.seal()
        let proof = try await prove(file, by: proving(configuration.maximumAssembledBytes))
        guard proof.isClean else { throw .unproven(findings: proof.findings) }
        guard made == pages ?? made, proof.pageCount == made else {
            throw .protocolViolation(detail: "\(pages ?? made) pages became \(proof.pageCount)")
        }
        return AssembledPDF(file: file, byteCount: byteCount, proof: proof)
    }

    private func collect(
        _ request: JailRequest, of inputs: [JailInput], into file: MemoryFile
    ) async throws(JailError) -> (byteCount: Int, pages: Int) {
        let limit = configuration.maximumAssembledBytes
        return try await launcher.withJob(request, inputs: inputs) { job async throws(JailError) in
            var byteCount = 0
            while true {
                let response = try await job.response()
                switch response.message {
                case .chunk:
                    byteCount += response.payload.count
                    guard byteCount <= limit else { throw .protocolViolation(detail: "more than \(limit) bytes of PDF") }
                    try file.append(response.payload)
                case .finished(let pages):
                    return (byteCount, pages)
                default:
                    throw job.unexpected()
                }
            }
        }
    }

    private func prove(_ file: MemoryFile, by request: JailRequest) async throws(JailError) -> PDFProof {
        try await launcher.withJob(request, inputs: [.descriptor(file.descriptor)]) { job async throws(JailError) in
            guard case .proof(let proof) = try await job.response().message else { throw job.unexpected() }
            return proof.bounded()
        }
    }
}
