import Glibc

/// What is done to the processes that decode documents.
extension FaultInjector {
    /// The decoder that this kind of fault is for, as soon as there is one; nil for other kinds, and where nothing is decoded.
    func strikeDecoder(_ fault: Fault, _ pid: CInt) async throws -> CInt? {
        switch fault.kind {
        case .childKilled: try await Decoders.signal(SIGKILL, in: pid, preferring: 2)
        case .slow: try await Decoders.signal(SIGSTOP, in: pid)
        default: nil
        }
    }

    /// The other workers of the service are told to stop, one after the other, and at half-time the one that has the document.
    func rollWhileADocumentTakesLong(_ fault: Fault, _ pid: CInt, _ decoder: CInt?) async throws {
        let end = clock.seconds + fault.length
        for target in suite.workers(beside: fault.target) {
            if let other = suite.pid(of: target) { try send(SIGTERM, other, fault) }
            try await Task.sleep(for: .seconds(1))
        }
        try await clock.sleep(until: end - fault.length / 2)
        try send(SIGTERM, pid, fault)
        try await clock.sleep(until: end)
        if let decoder { try send(SIGCONT, decoder, fault) }
    }
}
