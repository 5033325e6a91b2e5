import EventLoop

/// Makes a PDF in one child, and has a fresh one look through it.
struct Assembly: Sendable {
    let launcher: JobLauncher
    let configuration: JailConfiguration

    func run(_ pages: [JailInput]) async throws(JailError) -> AssembledPDF {
        let file = try MemoryFile(name: "docket-pdf")
        let byteCount = try await assemble(pages, into: file)
        file.seal()
        let proof = try await prove(file)
        guard proof.isClean else { throw .unproven(findings: proof.findings) }
        guard proof.pageCount == pages.count else {
            throw .protocolViolation(detail: "\(pages.count) pages became \(proof.pageCount)")
        }
        return AssembledPDF(file: file, byteCount: byteCount, proof: proof)
    }

    private func assemble(_ pages: [JailInput], into file: MemoryFile) async throws(JailError) -> Int {
        let limit = configuration.maximumAssembledBytes
        let request = AssembleRequest(maximumPageBytes: configuration.maximumPageBytes, maximumBytes: limit)
        return try await launcher.withJob(.assemble(request), inputs: pages) { job async throws(JailError) in
            var byteCount = 0
            while true {
                let response = try await job.response()
                switch response.message {
                case .chunk:
                    byteCount += response.payload.count
                    guard byteCount <= limit else { throw .protocolViolation(detail: "more than \(limit) bytes of PDF") }
                    try file.append(response.payload)
                case .finished(pages.count):
                    return byteCount
                default:
                    throw job.unexpected()
                }
            }
        }
    }

    private func prove(_ file: MemoryFile) async throws(JailError) -> PDFProof {
        let request = JailRequest.prove(maximumBytes: configuration.maximumAssembledBytes)
        return try await launcher.withJob(request, inputs: [.descriptor(file.descriptor)]) { job async throws(JailError) in
            guard case .proof(let proof) = try await job.response().message else { throw job.unexpected() }
            return proof.bounded()
        }
    }
}
