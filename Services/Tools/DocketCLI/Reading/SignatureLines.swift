import Shared

/// What is said of a signature in a file.
enum SignatureLines {
    static func lines(_ signature: FileSignature) -> [String] {
        let coverage = signature.coversFile ? "it covers the whole file" : "it does not cover the whole file"
        var lines = ["signature: \(words(signature.outcome)); \(coverage)"]
        if let signer = signature.signer { lines.append("  signer, as the certificate says: \(signer)") }
        if let time = signature.claimedAt { lines.append("  signed, as the signer claims: \(time)") }
        if let time = signature.stampedAt { lines.append("  existed, by a time stamp: \(time)") }
        return lines
    }

    private static func words(_ outcome: FileSignature.Outcome) -> String {
        switch outcome {
        case .trusted: "as it was signed, by a signer for whom a known authority answers"
        case .unknownSigner: "as it was signed; no known authority answers for the signer"
        case .expired: "as it was signed; a certificate was not valid at that time"
        case .weak: "made in a way that can be forged: it proves nothing"
        case .broken: "broken: the file was changed after it was signed"
        case .unknown: "it cannot be told"
        }
    }
}
