import Crypto
import Custody
import Domain
import Shared

/// What an event in the log says of an outcome.
enum ProvenOutcome: Sendable, Hashable {
    /// What it was told with.
    case record(OutcomeRecord)
    /// Its event is of a time before there were records.
    case withoutRecord
    /// The event's bytes are not there.
    case withoutEvent
    /// It is none of an outcome.
    case noOutcome
}

/// Checks the leaves of one submission with their proofs, from a gateway or an export. Pure.
struct SubmissionLeaves {
    /// The value is not a leaf of a log.
    struct Unreadable: Error {}

    /// Leaves with unchanged rows.
    private(set) var held = 0
    /// Leaves whose salts went with the submission's erasure, which is proven.
    private(set) var erased = 0
    /// Leaves that the head does not cover yet.
    private(set) var uncovered = 0
    private(set) var faults: [LogFault] = []
    /// What cannot be told, since it hangs on a leaf that no head covers yet. For people; each continues “cannot be told: ”.
    private(set) var untold: [String] = []
    /// The contents of its erasure entries, as far as they are proven.
    private(set) var erasures: [JSONValue] = []
    /// Its events by the submission's version, as far as they are proven.
    private(set) var outcomes: [Int: ProvenOutcome] = [:]
    /// When the last of these events was.
    private(set) var lastEvent: (version: Int, at: Timestamp)?
    /// Whether the files as they came were removed before the rest, as far as that is proven.
    private(set) var areOriginalsRemoved = false
    /// Whether they were, by a leaf that no head covers yet.
    private(set) var mayOriginalsBeRemoved = false
    private let submission: String
    /// The last proven leaf of an erasure.
    private var lastErasure: Int?
    /// Whether a leaf that no head covers yet is of an erasure.
    private var mayBeErased = false
    /// Proven leaves without a salt.
    private var unsalted: [Int] = []
    /// The versions of events whose leaves are proven.
    private var versions: Set<Int> = []
    /// Those of events in leaves that no head covers yet.
    private var uncoveredVersions: Set<Int> = []
    /// Leaves of events that do not say of which version they are: what they were of was erased, or they are faulty.
    private var silentEvents = 0

    /// `submission` is the id in lower case, which is a part of each leaf.
    init(of submission: String) { self.submission = submission }

    /// Checks the next leaves against this head, which is trusted.
    mutating func examine(_ leaves: [JSONValue], in head: LogHead) throws(Unreadable) {
        for leaf in leaves { examine(try SubmissionLeaf(leaf), in: head) }
    }

    private mutating func examine(_ leaf: SubmissionLeaf, in head: LogHead) {
        let name = "\(leaf.kind) row \(leaf.number), leaf \(leaf.index),"
        guard LogHash(commitment: leaf.commitment, submission: submission) == leaf.hash else {
            return fault(.leaf, "\(name) is not of the submission \(submission)", at: leaf)
        }
        let isHeld = leaf.salt.flatMap { salt in
            leaf.row.map { HMACSHA256.authenticate(JSONCanonicalization.bytes(of: $0), key: salt) == leaf.commitment }
        }
        guard let proof = leaf.proof else {
            guard leaf.index >= head.size else { return fault(.leaf, "\(name) comes without a proof", at: leaf) }
            uncovered += 1
            if isHeld == true, let row = leaf.row { note(uncovered: row) }
            return
        }
        guard LogProofCheck.holds(leaf: leaf.hash, index: leaf.index, size: head.size, root: head.root, proof: proof) else {
            return fault(.leaf, "\(name) is not proven to be in the log", at: leaf)
        }
        switch isHeld {
        case true:
            held += 1
            if let row = leaf.row, row["action"] == .string(LogExamination.erasure) {
                erasures.append(row)
                lastErasure = max(leaf.index, lastErasure ?? leaf.index)
            }
            if leaf.row?["action"] == .string(LogExamination.removalOfOriginals) { areOriginalsRemoved = true }
            if let row = leaf.row { examine(row, leaf.event, name) }
        case false: fault(.row, "\(name) is not what the log was told", at: leaf)
        default:
            guard leaf.salt == nil else { return fault(.rowGone, "\(name) is gone", at: leaf) }
            unsalted.append(leaf.index)
            if leaf.isEvent { silentEvents += 1 }
        }
    }

    /// Whoever writes an export can add a leaf that no head covers. It agrees with itself, and proves nothing.
    private mutating func note(uncovered row: JSONValue) {
        if row["action"] == .string(LogExamination.erasure) { mayBeErased = true }
        if row["action"] == .string(LogExamination.removalOfOriginals) { mayOriginalsBeRemoved = true }
        if let (_, version) = Self.event(row) { uncoveredVersions.insert(version) }
    }

    private mutating func fault(_ kind: LogFault.Kind, _ what: String, at leaf: SubmissionLeaf) {
        faults.append(LogFault(kind, what))
        if leaf.isEvent { silentEvents += 1 }
    }

    /// Nil for a row that is no event's.
    private static func event(_ row: JSONValue) -> (type: String, version: Int)? {
        guard case .string(let type)? = row["type"], case .string(let text)? = row["sequence"], let version = Int(text),
            version > 0
        else { return nil }
        return (type, version)
    }

    /// The row of an event has the digest of its bytes.
    private mutating func examine(_ row: JSONValue, _ event: String?, _ name: String) {
        guard let (type, version) = Self.event(row) else { return }
        guard versions.insert(version).inserted else {
            return faults.append(LogFault(.leaf, "\(name) is of the version \(version), as another event is"))
        }
        if version > lastEvent?.version ?? 0, case .string(let time)? = row["time"], let at = Timestamp("\(time.prefix(19))Z") {
            lastEvent = (version, at)
        }
        guard SubmissionOutcome.eventTypes.contains(where: { $0.rawValue == type }) else { return outcomes[version] = .noOutcome }
        guard let event else { return outcomes[version] = .withoutEvent }
        guard row["payload"] == .string(ContentDigest(of: Array(event.utf8)).description) else {
            return faults.append(LogFault(.row, "the event beside \(name) is not what the log was told"))
        }
        outcomes[version] = SubmissionRecord.digests(inEvent: Array(event.utf8)).map(ProvenOutcome.record) ?? .withoutRecord
    }

    /// Ends the leaves. `areAll` says whether they should be all that the log has of the submission.
    mutating func finish(areAll: Bool = true) {
        judgeSalts()
        if areAll { judgeVersions() }
    }

    private mutating func judgeSalts() {
        let unaccounted = unsalted.filter { !LogExamination.accounts(lastErasure, for: $0) }
        erased = unsalted.count - unaccounted.count
        guard !unaccounted.isEmpty else { return }
        guard !mayBeErased else {
            return untold.append(
                "whether \(unaccounted.count) salts are gone by the erasure of the submission, which no head covers yet")
        }
        let why =
            lastErasure.map { "the erasure of the submission \(submission), leaf \($0), takes only those of leaves before it" }
            ?? "the log knows no erasure of the submission \(submission); if it was erased within the last minute, check again"
        faults.append(LogFault(.saltGone, "\(unaccounted.count) salts are gone, and \(why)"))
    }

    /// Each change of a submission has one event, and its versions are counted from 1 (`SubmissionEditor`). Events are never removed,
    /// so each has its leaf, also those from before there was a log. Two changes that meet may become leaves in the
    /// other order: then a head can cover the later one alone, for a minute.
    private mutating func judgeVersions() {
        guard let last = versions.max() else { return }
        let between = uncoveredVersions.filter { $0 < last && !versions.contains($0) }
        let absent = last - versions.count - between.count
        if absent > silentEvents {
            // A few steps, whatever the last version says: each passes a leaf.
            let first = (1..<last).first { !versions.contains($0) && !between.contains($0) }
            let example = silentEvents == 0 ? first.map { ", such as that of version \($0)" } : nil
            faults.append(
                LogFault(
                    .leafGone,
                    "the leaves of \(absent - silentEvents) of the \(last) events up to version \(last) are not here\(example ?? "")"
                ))
        }
        if !between.isEmpty {
            untold.append(
                "whether the log has \(between.count) of the \(last) events up to version \(last), which no head covers yet")
        }
    }
}
