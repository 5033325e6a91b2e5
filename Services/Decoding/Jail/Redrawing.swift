import EventLoop

/// Redraws a PDF, and examines the result.
struct Redrawing: Sendable {
    let launcher: JobLauncher
    let configuration: JailConfiguration
    let alone: Bool

    /// Redraws a PDF, so that its letters stay letters and nothing else remains. A library that reads a person's file
    /// draws it, so another, fresh child examines it.
    func run(_ document: JailInput, budget: DocumentBudget) async throws(JailError) -> RedrawnPDF {
        let file = try MemoryFile(name: "docket-pdf")
        let request = JailRequest.redraw(budget: budget, maximumBytes: configuration.maximumRedrawnBytes)
        let (byteCount, pages) = try await launcher.collect(
            request, of: document, alone: alone, atMost: configuration.maximumRedrawnBytes
        ) { chunk throws(JailError) in try file.append(chunk) }
        file.seal()
        let proof = try await prove(file)
        guard proof.isClean else { throw .unproven(findings: proof.findings) }
        try proof.check(pages, budget)
        return RedrawnPDF(file: file, byteCount: byteCount, proof: proof)
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
