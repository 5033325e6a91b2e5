import CommandSupport
import Crypto
import Custody
import Shared

/// What the custody log proves about a submission, without asking the installation: the head is signed, it continues the
/// previous head, and each leaf is in the log and matches its unchanged row. Pure.
struct CustodyReport: Encodable, Sendable {
    private(set) var tenant: String?
    /// The number of the head that all proofs refer to; nil if none is trusted.
    private(set) var head: Int?
    /// Leaves of the tenant's log that the head covers.
    private(set) var size: Int?
    private(set) var signedAt: String?
    /// When an authority stamped the head (RFC 3161); nil without a trusted stamp.
    private(set) var stampedAt: String?
    /// Whether the authority of the stamp was checked.
    private(set) var isStamperTrusted = false
    /// The submission's leaves with unchanged rows.
    private(set) var held = 0
    /// The submission's leaves whose salts went with its erasure, which is proven.
    private(set) var erased = 0
    /// The submission's leaves that the head does not cover: nothing is proven about them.
    private(set) var uncovered = 0
    private(set) var faults: [LogFault] = []
    /// What hangs on leaves that the head does not cover; each continues “cannot be told: ”.
    private(set) var untold: [String] = []
    /// What its leaves say, as far as they are proven. Not printed.
    private(set) var leaves = SubmissionLeaves(of: "")
    /// Compares kept heads with the head; nil if that is not trusted. Not printed.
    private(set) var comparison: KeptAgainstExport?
    /// Whether the leaves should be all that the log has of the submission. Not printed.
    private let areAll: Bool

    private enum CodingKeys: String, CodingKey {
        case tenant, head, size, signedAt, stampedAt, isStamperTrusted, held, erased, uncovered, faults, untold
    }

    /// `submission` is the id in the manifest; nil without a trusted manifest.
    init(
        _ bytes: [UInt8], of submission: String?, trusted keys: JSONWebKeySet, authorities: TimeStampAuthorities? = nil
    ) {
        guard let json = try? CanonicalJSON.decode(JSONValue.self, from: bytes) else {
            self.init(JSONValue.null, of: submission, trusted: keys)
            return
        }
        self.init(json, of: submission, trusted: keys, authorities: authorities)
    }

    init(
        _ json: JSONValue, of submission: String?, trusted keys: JSONWebKeySet, authorities: TimeStampAuthorities? = nil,
        areAll: Bool = true
    ) {
        self.areAll = areAll
        guard case .string(let own)? = json["submission"], case .string(let statement)? = json["head"]?["signed"],
            case .array(let leaves)? = json["leaves"]
        else {
            faults.append(Self.unreadable)
            return
        }
        let head: LogHead
        do throws(SignedDocument.Fault) {
            head = try LogHead(verifying: statement, with: keys)
        } catch {
            faults.append(LogFault(.head, "the head is not believed: \(error.words)"))
            return
        }
        (tenant, self.head, size, signedAt) = (head.tenant, head.number, head.size, head.time.description)
        if let token = json["head"].flatMap(HeadStampText.token) { judge(token, of: statement, authorities) }
        if let submission, submission.lowercased() != own.lowercased() {
            faults.append(LogFault(.leaf, "the leaves are of the submission \(own), and the manifest is of \(submission)"))
        }
        let proof = Self.hashes(json["consistency"]?["proof"])
        comparison = KeptAgainstExport(
            head, signedAs: statement, proofs: Self.proofs(json["kept"], previous: head.previous, proof), keys: keys)
        if let previous = head.previous, !Self.goesOn(from: previous, to: head, proof) {
            faults.append(LogFault(.rewritten, "the log is not proven to go on from head \(previous.number)"))
        }
        examine(leaves, of: own, in: head)
    }

    private static let unreadable = LogFault(.head, "what the log holds of it is not what was given out")

    private mutating func judge(_ stamp: [UInt8], of statement: String, _ authorities: TimeStampAuthorities?) {
        do throws(TimeStampFault) {
            stampedAt = try HeadStamp.time(stamp, of: statement, trusting: authorities).description
            isStamperTrusted = authorities != nil
        } catch {
            faults.append(LogFault(.stamp, "the time stamp of the head is not believed: \(error)"))
        }
    }

    private mutating func examine(_ leaves: [JSONValue], of submission: String, in head: LogHead) {
        var found = SubmissionLeaves(of: submission.lowercased())
        do throws(SubmissionLeaves.Unreadable) {
            try found.examine(leaves, in: head)
            found.finish(areAll: areAll)
        } catch {
            faults.append(LogFault(.leaf, "what the log holds of it has what is no leaf"))
        }
        (held, erased, uncovered, self.leaves) = (found.held, found.erased, found.uncovered, found)
        faults += found.faults
        untold = found.untold
    }

    private static func goesOn(from previous: LogHead.Previous, to head: LogHead, _ proof: [LogHash]?) -> Bool {
        guard let proof else { return false }
        return LogProofCheck.holds(
            old: (previous.size, previous.root), new: (head.size, head.root), proof: proof)
    }

    private static func hashes(_ proof: JSONValue?) -> [LogHash]? {
        guard case .array(let hashes)? = proof else { return nil }
        let read = hashes.compactMap(LogHash.init(shown:))
        return read.count == hashes.count ? read : nil
    }

    /// By size, the proofs that the log goes on from it: those for kept heads, and that from the head before.
    private static func proofs(
        _ kept: JSONValue?, previous: LogHead.Previous?, _ proof: [LogHash]?
    ) -> [Int: [LogHash]] {
        var proofs: [Int: [LogHash]] = [:]
        if case .array(let all)? = kept {
            for one in all {
                guard case .number(let from)? = one["from"], let size = Int(exactly: from), let read = hashes(one["proof"]) else {
                    continue
                }
                proofs[size] = read
            }
        }
        if let previous, let proof { proofs[previous.size] = proof }
        return proofs
    }

    func lines(_ style: Style) -> [String] {
        let whole = untold.isEmpty ? style.good("holds") : style.warning("cannot be told")
        let word = faults.isEmpty ? whole : style.bad("does not hold")
        var lines = [
            head.map {
                "custody   \(word): \(held) leaves as they were, by head \($0) of \(tenant ?? "?") over \(size ?? 0) leaves, "
                    + "signed at \(signedAt ?? "?")"
            } ?? "custody   \(word)"
        ]
        if let stampedAt {
            lines.append(
                isStamperTrusted
                    ? "  \(style.good("stamp holds")): the head was there at \(stampedAt)"
                    : "  \(style.warning("cannot be told")): who has stamped that the head was there at \(stampedAt): name their "
                        + "certificates with --tsa-certificates")
        }
        lines += faults.map { "  \(style.bad($0.kind.rawValue)): \($0.what)" }
        if erased > 0 { lines.append("  \(erased) leaves tell nothing any more: their salts went with the submission's erasure") }
        lines += untold.map { "  \(style.warning("cannot be told")): \($0)" }
        if uncovered > 0 {
            lines.append("  \(style.warning("cannot be told")): \(uncovered) leaves that no head covered yet")
        }
        if areAll, head != nil {
            lines.append("  events are counted; whether an act of the audit trail was left out, these leaves cannot show")
        }
        return lines
    }
}
