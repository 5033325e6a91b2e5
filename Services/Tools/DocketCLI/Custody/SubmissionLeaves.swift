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
    private(set) var erased = 0
    /// Leaves that the head does not cover yet.
    private(set) var uncovered = 0
    private(set) var faults: [LogFault] = []
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
    private var isErasureKnown = false

    /// `submission` is the id in lower case, which is a part of each leaf.
    init(of submission: String) { self.submission = submission }

    /// Checks the next leaves against this head, which is trusted.
    mutating func examine(_ leaves: [JSONValue], in head: LogHead) throws(Unreadable) {
        for leaf in leaves { examine(try Leaf(leaf), in: head) }
    }

    private mutating func examine(_ leaf: Leaf, in head: LogHead) {
        let name = "\(leaf.kind) row \(leaf.number), leaf \(leaf.index),"
        guard LogHash(commitment: leaf.commitment, submission: submission) == leaf.hash else {
            return faults.append(LogFault(.leaf, "\(name) is not of the submission \(submission)"))
        }
        let isHeld = leaf.salt.flatMap { salt in
            leaf.row.map { HMACSHA256.authenticate(JSONCanonicalization.bytes(of: $0), key: salt) == leaf.commitment }
        }
        // A removal may be a leaf that no head covers yet.
        if isHeld == true, case .string(let action)? = leaf.row?["action"] {
            if action == LogExamination.erasure { isErasureKnown = true }
            if action == LogExamination.removalOfOriginals { mayOriginalsBeRemoved = true }
        }
        guard let proof = leaf.proof else {
            if leaf.index < head.size {
                faults.append(LogFault(.leaf, "\(name) comes without a proof"))
            } else {
                uncovered += 1
            }
            return
        }
        guard LogProofCheck.holds(leaf: leaf.hash, index: leaf.index, size: head.size, root: head.root, proof: proof) else {
            return faults.append(LogFault(.leaf, "\(name) is not proven to be in the log"))
        }
        switch isHeld {
        case true:
            held += 1
            if let row = leaf.row, row["action"] == .string(LogExamination.erasure) { erasures.append(row) }
            if leaf.row?["action"] == .string(LogExamination.removalOfOriginals) { areOriginalsRemoved = true }
            if let row = leaf.row { examine(row, leaf.event, name) }
        case false: faults.append(LogFault(.row, "\(name) is not what the log was told"))
        default:
            if leaf.salt == nil { erased += 1 } else { faults.append(LogFault(.rowGone, "\(name) is gone")) }
        }
    }

    /// The row of an event has the digest of its bytes.
    private mutating func examine(_ row: JSONValue, _ event: String?, _ name: String) {
        guard case .string(let type)? = row["type"], case .string(let text)? = row["sequence"], let version = Int(text) else {
            return
        }
        guard outcomes[version] == nil else {
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

    /// Ends the leaves.
    mutating func finish() {
        guard erased > 0, !isErasureKnown else { return }
        faults.append(
            LogFault(
                .saltGone,
                "\(erased) salts are gone, and the log knows no erasure of the submission \(submission); if it was erased within the last "
                    + "minute, check again"))
    }
}

/// A leaf in its transferred form.
private struct Leaf {
    let index: Int
    let kind: String
    let number: String
    let hash: LogHash
    let commitment: [UInt8]
    let salt: [UInt8]?
    let row: JSONValue?
    /// The bytes of an outcome's event.
    let event: String?
    let proof: [LogHash]?

    init(_ json: JSONValue) throws(SubmissionLeaves.Unreadable) {
        guard case .number(let place)? = json["index"], let index = Int(exactly: place), case .string(let kind)? = json["kind"],
            case .string(let number)? = json["number"], let hash = json["hash"].flatMap(LogHash.init(shown:)),
            case .string(let text)? = json["commitment"], let commitment = Hex.decode(text)
        else { throw SubmissionLeaves.Unreadable() }
        (self.index, self.kind, self.number, self.hash, self.commitment) = (index, kind, number, hash, commitment)
        var (salt, row, proof): ([UInt8]?, JSONValue?, [LogHash]?) = (nil, nil, nil)
        if case .string(let text)? = json["salt"] {
            guard let bytes = Hex.decode(text) else { throw SubmissionLeaves.Unreadable() }
            salt = bytes
        }
        if case .object? = json["row"] { row = json["row"] }
        if case .array(let hashes)? = json["proof"] {
            let read = hashes.compactMap(LogHash.init(shown:))
            guard read.count == hashes.count else { throw SubmissionLeaves.Unreadable() }
            proof = read
        }
        if case .string(let text)? = json["event"] { event = text } else { event = nil }
        (self.salt, self.row, self.proof) = (salt, row, proof)
    }
}

extension LogHash {
    /// Parses the form of answers and files.
    init?(shown json: JSONValue) {
        guard case .string(let text) = json else { return nil }
        self.init(hex: text)
    }
}
