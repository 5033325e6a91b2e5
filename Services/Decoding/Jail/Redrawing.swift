import EventLoop

/// Has a PDF drawn anew, and has what was made looked through.
struct Redrawing: Sendable {
    let launcher: JobLauncher
    let configuration: JailConfiguration
    let alone: Bool

    /// Draws a PDF anew, so that its letters stay letters and nothing else of it is left. A library that reads a person's file draws it,
    /// so another child, fresh, looks through it.
    func run(_ document: JailInput, budget: DocumentBudget) async throws(JailError) -> RedrawnPDF {
        let file = try MemoryFile(name: "docket-pdf")
        let request = JailRequest.redraw(budget: budget, maximumBytes: configuration.maximumRedrawnBytes)
        let (byteCount, pages) = try await collect(request, of: [document], into: file) { response in
            if case .finished(let pages) = response { pages } else { nil }
        }
        file.seal()
        let proof = try await prove(file)
        guard proof.isClean else { throw .unproven(findings: proof.findings) }
        try proof.check(pages, budget)
        return RedrawnPDF(file: file, byteCount: byteCount, proof: proof)
    }

    /// What comes in chunks, and the answer that ends them.
    private func collect<Last: Sendable>(
        _ request: JailRequest, of inputs: [JailInput], into file: MemoryFile, until last: (JailResponse) -> Last?
    ) async throws(JailError) -> (byteCount: Int, last: Last) {
        let limit = configuration.maximumRedrawnBytes
        return try await launcher.withJob(request, inputs: inputs, alone: alone) { job async throws(JailError) in
            var byteCount = 0
            while true {
                let response = try await job.response()
                if case .chunk = response.message {
                    guard !response.payload.isEmpty else { throw .protocolViolation(detail: "a chunk of nothing") }
                    byteCount += response.payload.count
                    guard byteCount <= limit else { throw .protocolViolation(detail: "more than \(limit) bytes of PDF") }
                    try file.append(response.payload)
                } else if let answer = last(response.message) {
                    return (byteCount, answer)
                } else {
                    throw job.unexpected()
                }
            }
        }
    }

    private func prove(_ file: MemoryFile) async throws(JailError) -> PDFProof {
        let request = JailRequest.proveText(maximumBytes: configuration.maximumRedrawnBytes)
        return try await launcher.withJob(request, inputs: [.descriptor(file.descriptor)], alone: alone) {
            job async throws(JailError) in
            guard case .proof(let proof) = try await job.response().message else { throw job.unexpected() }
            return proof.bounded()
        }
    }
}
