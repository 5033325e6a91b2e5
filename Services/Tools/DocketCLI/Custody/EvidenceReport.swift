import Crypto
import Custody
import Shared

/// What holds of some evidence, what does not, and what cannot be told. Pure.
struct EvidenceReport: Encodable, Sendable {
    struct File: Encodable, Sendable {
        let link: String
        let digest: String
        /// The file that holds it; nil where none does.
        let found: String?
    }

    let submission: String?
    let signedAt: String?
    /// Why the manifest is not believed; nil where its signature holds.
    let signatureFault: String?
    let key: String?
    /// Whether the key set is one that the person has named.
    let isOwnKeySet: Bool
    let files: [File]
    /// Nil where there are none, or the manifest names none.
    let factsHold: Bool?
    let areFactsMissing: Bool

    init(_ evidence: Evidence, trusted keys: JSONWebKeySet, isOwnKeySet: Bool) {
        self.isOwnKeySet = isOwnKeySet
        do throws(SignedDocument.Fault) {
            let text = evidence.manifest.utf8.filter { $0 > 0x20 }
            let check = try ManifestCheck(verifying: String(decoding: text, as: UTF8.self), with: keys)
            (submission, signedAt, key, signatureFault) = (check.submission, check.signedAt, check.keyID, nil)
            files = check.files.map {
                File(link: $0.link, digest: $0.digest.description, found: evidence.files[$0.digest])
            }
            let facts = evidence.facts.flatMap { try? CanonicalJSON.decode(JSONValue.self, from: $0) }
            areFactsMissing = check.factsDigest != nil && evidence.facts == nil
            factsHold = check.factsDigest != nil && evidence.facts != nil ? facts.map { check.holds(facts: $0) } ?? false : nil
        } catch {
            (submission, signedAt, key, files, factsHold, areFactsMissing) = (nil, nil, nil, [], nil, false)
            signatureFault = error == .malformed ? "it is no signed manifest" : error.words
        }
    }

    var missing: [File] { files.filter { $0.found == nil } }

    var exitCode: ExitCode {
        if signatureFault != nil || factsHold == false { return .refused }
        return missing.isEmpty && !areFactsMissing ? .success : .missing
    }

    func lines(_ style: Style) -> [String] {
        if let signatureFault { return ["manifest  \(style.bad("does not hold")): \(signatureFault)"] }
        var lines = ["manifest  \(style.good("holds")): submission \(submission ?? "?"), signed at \(signedAt ?? "?")"]
        lines.append("key       \(key ?? "without a name")\(isOwnKeySet ? "" : ", of a key set that came with the files")")
        let held = files.count - missing.count
        lines.append("files     \(held) of \(files.count) are as the manifest says")
        for file in missing {
            lines.append("  \(style.bad("not there, or changed")): \(file.link) (\(file.digest))")
        }
        switch factsHold {
        case true?: lines.append("facts     \(style.good("hold"))")
        case false?: lines.append("facts     \(style.bad("do not hold")): they are not those that the manifest names")
        case nil: if areFactsMissing { lines.append("facts     \(style.warning("not there")): facts.json is missing") }
        }
        return lines
    }
}
