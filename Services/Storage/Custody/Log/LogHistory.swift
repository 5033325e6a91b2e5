public import Crypto
public import Shared

/// A signed head that somebody has kept, and its place.
public struct KeptHead: Sendable, Hashable {
    public let name: String
    public let statement: String

    public init(name: String, statement: String) { (self.name, self.statement) = (name, statement) }
}

/// The sequence of a tenant's heads, and its faults. It is pure.
public struct LogHistory: Sendable {
    public struct Entry: Sendable, Hashable {
        public let head: LogHead
        /// Of its signed text, which is too long to keep for all heads of years.
        public let digest: ContentDigest
    }

    public let tenant: String
    private let keys: JSONWebKeySet
    private let authorities: TimeStampAuthorities?
    /// The number of heads with valid time stamps, as far as authorities are configured.
    public private(set) var stamped = 0
    /// The heads that are signed and follow each other.
    public private(set) var entries: [Entry] = []
    public private(set) var faults: [LogFault] = []
    /// The first heads of new eras, with their predecessors.
    public private(set) var restores: [LogHead] = []
    private var places: [Int: Int] = [:]
    private var expected = 1

    /// Without `authorities`, a time stamp is only checked to belong to its head.
    public init(tenant: String, keys: JSONWebKeySet, authorities: TimeStampAuthorities? = nil) {
        (self.tenant, self.keys, self.authorities) = (tenant, keys, authorities)
    }

    /// Adds the next head, with its stored number, and its time stamp if there is one.
    public mutating func add(_ statement: String, number: Int, stamp: [UInt8]? = nil) {
        if let stamp { judge(stamp, of: statement, number) }
        if number > expected {
            let gone = number - 1 == expected ? "head \(expected) is" : "the heads \(expected) to \(number - 1) are"
            faults.append(LogFault(.headGone, "\(gone) gone"))
        }
        expected = number == .max ? number : number + 1
        let head: LogHead
        do throws(SignedDocument.Fault) {
            head = try LogHead(verifying: statement, with: keys)
        } catch {
            return faults.append(LogFault(.head, "head \(number) is not believed: \(error.words)"))
        }
        guard head.tenant == tenant, head.number == number else {
            return faults.append(
                LogFault(.head, "head \(number) is another one: it says that it is head \(head.number) of \(head.tenant)"))
        }
        if let last = entries.last, last.head.number == number - 1 {
            if head.previous != last.head.asPrevious(digest: last.digest) {
                faults.append(LogFault(.head, "head \(number) does not name head \(number - 1) as the one before it"))
            } else if head.size < last.head.size || head.era < last.head.era {
                faults.append(LogFault(.head, "head \(number) covers less than head \(number - 1)"))
            }
        }
        if number == 1, head.previous != nil {
            faults.append(LogFault(.head, "head 1 names another one as the one before it"))
        }
        if let last = entries.last, last.head.era < head.era { restores.append(head) }
        places[number] = entries.count
        entries.append(Entry(head: head, digest: ContentDigest(of: Array(statement.utf8))))
    }

    private mutating func judge(_ stamp: [UInt8], of statement: String, _ number: Int) {
        do throws(TimeStampFault) {
            _ = try HeadStamp.time(stamp, of: statement, trusting: authorities)
            stamped += 1
        } catch {
            faults.append(LogFault(.stamp, "the time stamp of head \(number) is not believed: \(error)"))
        }
    }

    /// Whether this is one of them, byte for byte.
    public func contains(_ statement: String) -> Bool {
        guard let number = LogHead(unverified: statement)?.number, let place = places[number] else { return false }
        return entries[place].digest == ContentDigest(of: Array(statement.utf8))
    }

    /// The result for heads that somebody has kept.
    public struct Judgement: Sendable {
        /// Heads whose sizes and roots the log must prove, whatever their other faults.
        public fileprivate(set) var toProve: [(name: String, head: LogHead)] = []
        public fileprivate(set) var faults: [LogFault] = []
        /// Heads that cover lost leaves: they come after the head that a later era continues.
        public fileprivate(set) var lost: [String] = []
    }

    /// Compares kept heads with these. A signature by an unknown key is a fault, too.
    public func judged(_ kept: [KeptHead]) -> Judgement {
        kept.reduce(into: Judgement()) { judge($1, &$0) }
    }

    private func judge(_ kept: KeptHead, _ judgement: inout Judgement) {
        let name = kept.name
        let head: LogHead
        do throws(SignedDocument.Fault) {
            head = try LogHead(verifying: kept.statement, with: keys)
        } catch {
            return judgement.faults.append(LogFault(.head, "the kept head \(name) is not believed: \(error.words)"))
        }
        guard head.tenant == tenant else {
            return judgement.faults.append(LogFault(.head, "the kept head \(name) is one of \(head.tenant)"))
        }
        if let place = places[head.number], entries[place].head.era == head.era {
            if !contains(kept.statement) {
                let what = "head \(head.number) was signed anew: it is not the one that was kept as \(name)"
                judgement.faults.append(LogFault(.rewritten, what))
            }
        } else if let later = restores.first(where: { $0.era > head.era }), (later.previous?.number ?? 0) < head.number {
            let size = later.previous?.size ?? 0
            return judgement.lost.append(
                "\(name): era \(later.era) goes on from \(size) leaves, and this head covers \(head.size)")
        } else {
            let what = "head \(head.number) of era \(head.era), which was kept as \(name), is not among the heads"
            judgement.faults.append(LogFault(.headGone, what))
        }
        judgement.toProve.append((name, head))
    }
}

extension SignedDocument.Fault {
    /// Continues “is not believed: ”.
    public var words: String {
        switch self {
        case .malformed: "it is not what it should be"
        case .unsupported: "it is signed as something else, or in a way that is not used here"
        case .unknownKey(let id): "it is signed with the key \(id ?? "without a name"), which the key set does not have"
        case .signature: "it was changed, or another key has signed it"
        }
    }
}
