import Crypto
import Glibc
import PDF
import Shared

/// Checks the signatures of a PDF in the jail: by the certificates that the zygote has loaded, at the time of the check.
struct PDFSignatures {
    let authorities: SignatureAuthorities

    func checked(_ signatures: [PDFSignature], of file: [UInt8], isEncrypted: Bool) -> [FileSignature] {
        let now = Int64(time(nil))
        return signatures.map { check($0, of: file, isEncrypted, now: now) }
    }

    /// The end of what was signed last, among the signatures by a known signer; among all that hold, if there is none by one;
    /// nil if none holds. What nobody vouches for cannot hide that something was added.
    static func end(of signatures: [PDFSignature], _ checks: [FileSignature]) -> Int? {
        let ends = zip(signatures, checks).map { ($0.end, $1.outcome) }
        let trusted = ends.filter { $0.1 == .trusted }
        let holding = ends.filter { [.trusted, .unknownSigner, .expired, .weak].contains($0.1) }
        return (trusted.isEmpty ? holding : trusted).map(\.0).max()
    }

    private func check(_ signature: PDFSignature, of file: [UInt8], _ isEncrypted: Bool, now: Int64) -> FileSignature {
        var checked = FileSignature(.unknown, claimedAt: signature.claimedAt)
        guard !signature.range.isEmpty, !signature.contents.isEmpty else { return checked.bounded() }
        guard let parts = signature.parts(of: file) else {
            // What was decrypted with the rest of a document is not what stands in the file.
            if !isEncrypted { checked.outcome = .broken }
            return checked.bounded()
        }
        checked.coversFile = parts.isWholeFile
        guard let form = ContentSignature.Form(signature.form) else { return checked.bounded() }
        let found = ContentSignature(
            signature.contents, form, of: [file[parts.before], file[parts.behind]], trusting: authorities, now: now)
        checked.outcome = FileSignature.Outcome(found.verdict)
        checked.signer = found.signer
        if let claimed = found.claimedSeconds { checked.claimedAt = Timestamp(millisecondsSinceEpoch: claimed * 1000) }
        checked.stampedAt = found.stampedSeconds.map { Timestamp(millisecondsSinceEpoch: $0 * 1000) }
        return checked.bounded()
    }
}

extension ContentSignature.Form {
    /// By the name of the encoding (ISO 32000-1, table 257; ETSI EN 319 142-1); nil for one that is not checked.
    fileprivate init?(_ name: String) {
        switch name {
        case "adbe.pkcs7.detached": self = .detached
        case "ETSI.CAdES.detached": self = .advanced
        case "adbe.pkcs7.sha1": self = .overSHA1
        default: return nil
        }
    }
}

extension FileSignature.Outcome {
    fileprivate init(_ verdict: ContentSignature.Verdict) {
        self =
            switch verdict {
            case .trusted: .trusted
            case .unknownSigner: .unknownSigner
            case .expired: .expired
            case .weak: .weak
            case .broken: .broken
            case .unknown: .unknown
            }
    }
}
