import CommandSupport
import Crypto
import Custody
import Domain
import Shared

/// Which parts of some evidence hold, which do not, and which cannot be checked. Pure.
struct EvidenceReport: Encodable, Sendable {
    struct File: Encodable, Sendable {
        let link: String
        let digest: String
        /// The file with this content; nil if there is none.
        let found: String?
        /// Why it cannot be read; nil if it is not there, or is.
        let fault: String?
    }

    let submission: String?
    /// The submission's state when the manifest was signed.
    let state: String?
    let signedAt: String?
    /// Why the manifest is not trusted; nil if its signature holds, or there is none.
    let signatureFault: String?
    let isManifestMissing: Bool
    /// Whether nothing of what the manifest names was looked for.
    let isManifestAlone: Bool
    let key: String?
    /// Whether the person has named the key set.
    let isOwnKeySet: Bool
    let files: [File]
    /// Nil if there are no facts, or the manifest names none.
    let factsHold: Bool?
    let areFactsMissing: Bool
    /// Nil if the evidence has no part of the log.
    let custody: CustodyReport?
    /// Whether the manifest repeats what the outcome of its version was told with; nil if that cannot be told.
    let recordHolds: Bool?
    /// Why the log's part, which should have the outcome of the manifest's version, has it not; nil if it has.
    let recordGap: String?
    /// Whether an export lacks the log's part.
    let isCustodyMissing: Bool
    /// Whether it is the folder of an export.
    let isExport: Bool
    /// Nil if no kept heads are named.
    let kept: KeptReport?

    /// `kept` are heads by tenant; nil if none are named. They need the evidence's part of the log.
    init(
        _ evidence: Evidence, trusted keys: JSONWebKeySet, isOwnKeySet: Bool, authorities: TimeStampAuthorities? = nil,
        kept: [String: [KeptHead]]? = nil
    ) throws(CommandFailure) {
        self.isOwnKeySet = isOwnKeySet
        (isManifestMissing, isManifestAlone) = (evidence.manifest == nil, evidence.isManifestAlone)
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
            File(link: $0.link, digest: $0.digest.description, found: evidence.files[$0.digest], fault: evidence.faults[$0.link])
        }
        areFactsMissing = check?.factsDigest != nil && evidence.facts == nil
        if let check, check.factsDigest != nil, let facts = evidence.facts {
            factsHold = (try? CanonicalJSON.decode(JSONValue.self, from: facts)).map { check.holds(facts: $0) } ?? false
        } else {
            factsHold = nil
        }
        let named = check?.submission
        custody = evidence.custody.map { CustodyReport($0, of: named, trusted: keys, authorities: authorities) }
        (recordHolds, recordGap) = Self.record(check, custody)
        isExport = evidence.isExport
        isCustodyMissing = evidence.isCustodyExpected && evidence.custody == nil
        if let kept { self.kept = try KeptReport(kept, against: custody?.comparison) } else { self.kept = nil }
    }

    /// The manifest beside the event of its version. What may be changed after its outcome has the events of changes.
    private static func record(_ check: ManifestCheck?, _ custody: CustodyReport?) -> (holds: Bool?, gap: String?) {
        guard let check else { return (nil, nil) }
        let isSettled = check.state.flatMap(SubmissionState.init)?.isSettled ?? true
        guard let custody, custody.head != nil, let version = check.version else {
            return (nil, isSettled ? "what the log has of the outcome is not there" : nil)
        }
        // What was rolled back in the tables is signed as what it was before.
        if let last = custody.leaves.lastEvent, version < last.version, let signedAt = check.signedAt.flatMap(Timestamp.init),
            last.at.adding(mostSkew) < signedAt
        {
            return (false, nil)
        }
        switch custody.leaves.outcomes[version] {
        case .record(let told)?:
            let found = SubmissionRecord(manifest: check.content).digests
            let gap = told.facts != nil && found.facts == nil ? Self.withoutFacts : nil
            guard gap != nil || found.hasFacts(of: told) != false else { return (false, nil) }
            let whole = (gap == nil ? true : nil, gap)
            switch found.compared(with: told) {
            case .same: return whole
            case .withoutOriginals where custody.leaves.areOriginalsRemoved: return whole
            case .withoutOriginals where custody.leaves.mayOriginalsBeRemoved:
                return (nil, "no head covers yet who has removed the files as they came")
            case .withoutOriginals, .other: return (false, nil)
            }
        case .withoutRecord?: return (nil, nil)
        case .noOutcome?: return (isSettled ? false : nil, nil)
        case .withoutEvent?: return (nil, "the events of outcomes are not in the log's part: make the export anew")
        case nil:
            return (
                nil,
                "no event of this version is in the log's part: if it is older than a minute, the rows were changed, or the part is "
                    + "not whole"
            )
        }
    }

    private static let withoutFacts =
        "the manifest names no stored facts, as one that an earlier version has signed, or where keys were away: fetch it anew"

    /// Of the clocks of two processes; more than the database lets a gateway work with.
    private static let mostSkew = Duration.seconds(60)

    var missing: [File] { files.filter { $0.found == nil } }

    var exitCode: ExitCode {
        if signatureFault != nil || factsHold == false || recordHolds == false || custody?.faults.isEmpty == false
            || kept?.doesNotHold == true
        {
            return .refused
        }
        let isWhole = missing.isEmpty && !areFactsMissing && !isManifestMissing && !(isExport && isCustodyMissing)
        let isTold = recordGap == nil && kept?.isTold != false && custody?.untold.isEmpty != false
        return isWhole && isTold ? .success : .missing
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
        if isManifestAlone {
            return lines + [
                "files     \(style.warning("cannot be told")): the manifest alone was checked, which names \(files.count)"
            ]
        }
        let held = files.count - missing.count
        lines.append("files     \(held) of \(files.count) are as the manifest says")
        for file in missing {
            lines.append("  \(style.bad("not there, or changed")): \(file.link) (\(file.digest))")
            if let fault = file.fault { lines.append("    \(fault)") }
        }
        switch factsHold {
        case true?: lines.append("facts     \(style.good("hold"))")
        case false?: lines.append("facts     \(style.bad("do not hold")): they are not those that the manifest names")
        case nil: if areFactsMissing { lines.append("facts     \(style.warning("not there")): facts.json is missing") }
        }
        return lines
    }

    private func ofCustody(_ style: Style) -> [String] {
        if let custody { return ofRecord(style) + custody.lines(style) }
        guard isCustodyMissing else { return ofRecord(style) }
        return ofRecord(style) + [
            "custody   \(style.warning("not there")): whether nothing that was done was changed since cannot be told"
        ]
    }

    private func ofRecord(_ style: Style) -> [String] {
        switch recordHolds {
        case true?: ["record    \(style.good("holds")): the manifest says what the outcome was told with"]
        case false?: ["record    \(style.bad("does not hold")): the manifest does not say what the outcome was told with"]
        case nil: recordGap.map { ["record    \(style.warning("cannot be told")): \($0)"] } ?? []
        }
    }
}
