import CommandSupport
import Crypto
import Custody
import Shared

/// Which parts of an erasure certificate hold, which do not, and which cannot be checked. Pure.
struct ErasureReport: Encodable, Sendable {
    let submission: String?
    let tenant: String?
    let erasedAt: String?
    /// The requester, or the name of the policy.
    let by: String?
    let documents: Int?
    let blobs: Int?
    /// The digest of the wrapped key that was destroyed; nil if the files were not sealed.
    let key: String?
    /// Why the certificate is not trusted; nil if its signature holds, or there is none.
    let signatureFault: String?
    let isSigned: Bool
    let isOwnKeySet: Bool
    /// Nil if no head was signed.
    let custody: CustodyReport?
    /// Why the log's entry is not the certificate's; nil if it is, or if that cannot be checked.
    let digestFault: String?
    /// Whether it is proven that the log has the certificate's digest.
    let isInLog: Bool
    /// Rows that should be gone, by table; nil if that was not checked.
    let left: [String: Int]?

    /// `proof` is the API's answer. Its list of remaining rows counts only with `isNow`: it was requested just now.
    init(
        _ proof: JSONValue, trusted keys: JSONWebKeySet, isOwnKeySet: Bool, authorities: TimeStampAuthorities?, isNow: Bool
    ) {
        self.isOwnKeySet = isOwnKeySet
        let (certificate, fault) = Self.certificate(proof, keys)
        (submission, tenant, erasedAt) = (certificate?.submission, certificate?.tenant, certificate?.erasedAt)
        (by, key) = (certificate?.request.actor, certificate?.key?.description)
        (documents, blobs) = (certificate?.erased.documents, certificate?.erased.blobs)
        signatureFault = fault
        if case .string? = proof["signed"] { isSigned = true } else { isSigned = false }
        if case .object? = proof["custody"], let part = proof["custody"] {
            // It has the leaf of the erasure alone.
            custody = CustodyReport(
                part, of: certificate?.submission, trusted: keys, authorities: authorities, areAll: false)
        } else {
            custody = nil
        }
        (digestFault, isInLog) = Self.compare(certificate, custody)
        left = isNow ? Self.left(proof["left"]) : nil
    }

    /// The signed certificate, or the plain one if nothing is signed.
    private static func certificate(
        _ proof: JSONValue, _ keys: JSONWebKeySet
    ) -> (certificate: ErasureCertificate?, fault: String?) {
        if case .string(let signed)? = proof["signed"] {
            do throws(SignedDocument.Fault) {
                return (try ErasureCertificate(verifying: signed, with: keys), nil)
            } catch {
                return (nil, error == .malformed ? "it is no signed certificate" : error.words)
            }
        }
        let plain = proof["certificate"].flatMap { ErasureCertificate(kept: JSONCanonicalization.bytes(of: $0)) }
        return (plain, plain == nil ? "it is no certificate" : nil)
    }

    private static func compare(
        _ certificate: ErasureCertificate?, _ custody: CustodyReport?
    ) -> (fault: String?, isInLog: Bool) {
        guard let certificate, let custody, custody.size != nil else { return (nil, false) }
        guard custody.tenant == certificate.tenant else {
            return ("the log is one of \(custody.tenant ?? "?"), and the certificate is of \(certificate.tenant)", false)
        }
        if custody.leaves.erasures.contains(where: { $0["note"] == .string(certificate.note) }) {
            return (nil, custody.faults.isEmpty)
        }
        guard let entry = custody.leaves.erasures.last else { return (nil, false) }
        let told = if case .string(let note)? = entry["note"] { "tells of “\(note)”" } else { "tells of no certificate" }
        return ("the log \(told), and this one has the digest \(certificate.digest)", false)
    }

    private static func left(_ json: JSONValue?) -> [String: Int]? {
        guard case .object(let members)? = json else { return nil }
        return members.compactMapValues { if case .number(let count) = $0 { Int(exactly: count) } else { nil } }
    }

    var exitCode: ExitCode {
        if signatureFault != nil || digestFault != nil || custody?.faults.isEmpty == false || left?.isEmpty == false {
            return .refused
        }
        return isSigned && isInLog && custody?.untold.isEmpty != false ? .success : .missing
    }

    func lines(_ style: Style) -> [String] {
        var lines = ofCertificate(style)
        if let custody {
            lines += custody.lines(style)
        } else {
            lines.append("custody   \(style.warning("not there")): no head of the tenant's log was signed yet")
        }
        if let digestFault {
            lines.append("digest    \(style.bad("does not hold")): \(digestFault)")
        } else if isInLog {
            lines.append("digest    \(style.good("holds")): the log has it")
        } else {
            lines.append(
                "digest    \(style.warning("cannot be told")): no head proves the erasure; it becomes a leaf within a minute")
        }
        switch left {
        case nil: lines.append("left      \(style.warning("cannot be told")): nobody was asked")
        case let left? where left.isEmpty:
            lines.append(
                "left      \(style.good("nothing")): no row of its documents or its person, no key, no salt of the log from before, no answer "
                    + "of an endpoint to what it was told before, and in the audit trail from before no note, address or id of the person"
            )
        case let left?:
            let rows = left.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
            lines.append("left      \(style.bad("not nothing")): \(rows.joined(separator: ", "))")
        }
        return lines
    }

    private func ofCertificate(_ style: Style) -> [String] {
        if let signatureFault { return ["erasure   \(style.bad("does not hold")): \(signatureFault)"] }
        let what = "submission \(submission ?? "?") of \(tenant ?? "?"), at \(erasedAt ?? "?") by \(by ?? "?")"
        let word = isSigned ? style.good("holds") : style.warning("not signed")
        let sealed = key.map { "the key \($0) with them" } ?? "which were not sealed"
        return [
            "erasure   \(word): \(what)", "gone      \(documents ?? 0) documents, \(blobs ?? 0) files, \(sealed)",
        ] + (isOwnKeySet || !isSigned ? [] : ["key       of a key set that came with the certificate"])
    }
}
