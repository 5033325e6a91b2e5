import CommandSupport
import Crypto
import Custody
import Shared

/// Which parts of some evidence hold, which do not, and which cannot be checked. Pure.
struct EvidenceReport: Encodable, Sendable {
    struct File: Encodable, Sendable {
        let link: String
        let digest: String
        /// The file with this content; nil if there is none.
        let found: String?
    }

    let submission: String?
    /// The submission's state when the manifest was signed.
    let state: String?
    let signedAt: String?
    /// Why the manifest is not trusted; nil if its signature holds, or there is none.
    let signatureFault: String?
    let isManifestMissing: Bool
    let key: String?
    /// Whether the person has named the key set.
    let isOwnKeySet: Bool
    let files: [File]
    /// Nil if there are no facts, or the manifest names none.
    let factsHold: Bool?
    let areFactsMissing: Bool
    /// Nil if the evidence has no part of the log.
    let custody: CustodyReport?
    /// Whether an export lacks the log's part.
    let isCustodyMissing: Bool
    /// Nil if no kept heads are named.
    let kept: KeptReport?

    /// `kept` are heads by tenant; nil if none are named. They need the evidence's part of the log.
    init(
        _ evidence: Evidence, trusted keys: JSONWebKeySet, isOwnKeySet: Bool, authorities: TimeStampAuthorities? = nil,
        kept: [String: [KeptHead]]? = nil
    ) throws(CommandFailure) {
        self.isOwnKeySet = isOwnKeySet
        isManifestMissing = evidence.manifest == nil
        var (check, fault): (ManifestCheck?, String?) = (nil, nil)
        if let manifest = evidence.manifest {
            do throws(SignedDocument.Fault) {
                let text = manifest.utf8.filter { $0 > 0x20 }
                check = try ManifestCheck(verifying: String(decoding: text, as: UTF8.self), with: keys)
            } catch {
                fault = error == .malformed ? "it is no signed manifest" : error.words
            }
        }
        (submission, state, signedAt) = (check?.submission, check?.state, check?.signedAt)
        (key, signatureFault) = (check?.keyID, fault)
        files = (check?.files ?? []).map {
            File(link: $0.link, digest: $0.digest.description, found: evidence.files[$0.digest])
        }
        areFactsMissing = check?.factsDigest != nil && evidence.facts == nil
        if let check, check.factsDigest != nil, let facts = evidence.facts {
            factsHold = (try? CanonicalJSON.decode(JSONValue.self, from: facts)).map { check.holds(facts: $0) } ?? false
        } else {
            factsHold = nil
        }
        let named = check?.submission
        custody = evidence.custody.map { CustodyReport($0, of: named, trusted: keys, authorities: authorities) }
        isCustodyMissing = evidence.isExport && evidence.custody == nil
        if let kept { self.kept = try KeptReport(kept, against: custody?.comparison) } else { self.kept = nil }
    }

    var missing: [File] { files.filter { $0.found == nil } }

    var exitCode: ExitCode {
        if signatureFault != nil || factsHold == false || custody?.faults.isEmpty == false || kept?.doesNotHold == true {
            return .refused
        }
        return missing.isEmpty && !areFactsMissing && !isManifestMissing && kept?.isTold != false ? .success : .missing
    }

    func lines(_ style: Style) -> [String] {
        ofManifest(style) + ofCustody(style) + (kept?.lines(style) ?? [])
    }

    private func ofManifest(_ style: Style) -> [String] {
        if isManifestMissing {
            return [
                "manifest  \(style.warning("not there")): whether the files are those of the installation cannot be told"
            ]
        }
        if let signatureFault { return ["manifest  \(style.bad("does not hold")): \(signatureFault)"] }
        let state = state.map { ", which was \($0) then" } ?? ""
        var lines = [
            "manifest  \(style.good("holds")): submission \(submission ?? "?"), signed at \(signedAt ?? "?")\(state)"
        ]
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

    private func ofCustody(_ style: Style) -> [String] {
        if let custody { return custody.lines(style) }
        guard isCustodyMissing else { return [] }
        return ["custody   \(style.warning("not there")): whether nothing that was done was changed since cannot be told"]
    }
}
