import EventLoop

/// Makes a PDF, and has what was made looked through.
struct Assembly: Sendable {
    let launcher: JobLauncher
    let configuration: JailConfiguration

    /// Binds clean pages. One fresh child does both: of the pages it parses no more than what makes them clean, and the PDF has left it
    /// before a library reads that. A library that was taken over could but lie about the proof, and could do so in a child of its own.
    func run(_ pages: [JailInput]) async throws(JailError) -> AssembledPDF {
        let request = AssembleRequest(
            maximumPageBytes: configuration.maximumPageBytes, maximumBytes: configuration.maximumAssembledBytes)
        let file = try MemoryFile(name: "docket-pdf")
        let (byteCount, proof) = try await collect(.assemble(request), of: pages, into: file) { response in
            if case .proof(let proof) = response { proof.bounded() } else { nil }
        }
        return try proven(file, byteCount, proof, pages: pages.count)
    }

    /// Draws a PDF anew, so that its letters stay letters and nothing else of it is left. A library that reads a person's file draws it,
    /// so another child, fresh, looks through it.
    func redraw(_ document: JailInput, budget: DocumentBudget) async throws(JailError) -> AssembledPDF {
        let file = try MemoryFile(name: "docket-pdf")
        let request = JailRequest.redraw(budget: budget, maximumBytes: configuration.maximumAssembledBytes)
        let (byteCount, pages) = try await collect(request, of: [document], into: file) { response in
            if case .finished(let pages) = response { pages } else { nil }
        }
        file.seal()
        let proof = try await prove(file)
        return try proven(file, byteCount, proof, pages: pages)
    }

    private func proven(
        _ file: MemoryFile, _ byteCount: Int, _ proof: PDFProof, pages: Int
    ) throws(JailError) -> AssembledPDF {
        file.seal()
        guard proof.isClean else { throw .unproven(findings: proof.findings) }
        guard proof.pageCount == pages else { throw .protocolViolation(detail: "\(pages) pages became \(proof.pageCount)") }
        return AssembledPDF(file: file, byteCount: byteCount, proof: proof)
    }

    /// What comes in chunks, and the answer that ends them.
    private func collect<Last: Sendable>(
        _ request: JailRequest, of inputs: [JailInput], into file: MemoryFile, until last: (JailResponse) -> Last?
    ) async throws(JailError) -> (byteCount: Int, last: Last) {
        let limit = configuration.maximumAssembledBytes
        return try await launcher.withJob(request, inputs: inputs) { job async throws(JailError) in
            var byteCount = 0
            while true {
                let response = try await job.response()
                if case .chunk = response.message {
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
        let request = JailRequest.proveText(maximumBytes: configuration.maximumAssembledBytes)
        return try await launcher.withJob(request, inputs: [.descriptor(file.descriptor)]) { job async throws(JailError) in
            guard case .proof(let proof) = try await job.response().message else { throw job.unexpected() }
            return proof.bounded()
        }
    }
}
