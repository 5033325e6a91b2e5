public import Crypto
public import Shared

/// A head that somebody has kept, as it was signed, and where.
public struct KeptHead: Sendable, Hashable {
    public let name: String
    public let statement: String

    public init(name: String, statement: String) { (self.name, self.statement) = (name, statement) }
}

/// The heads of a tenant's log as somebody has them, one after the other, and what is wrong with them. Pure.
public struct LogHistory: Sendable {
    public struct Entry: Sendable, Hashable {
        public let head: LogHead
        /// Of its signed text: a log of years has many.
        public let digest: ContentDigest
    }

    public let tenant: String
    private let keys: JSONWebKeySet
    private let authorities: TimeStampAuthorities?
    /// Heads whose time stamps hold, as far as authorities are named.
    public private(set) var stamped = 0
    /// Those that were signed and follow each other.
    public private(set) var entries: [Entry] = []
    public private(set) var faults: [LogFault] = []
    /// Where a new era began, with what it goes on from.
    public private(set) var restores: [LogHead] = []
    private var places: [Int: Int] = [:]
    private var expected = 1

    /// Without authorities, of a time stamp it is asked alone whether it is one of its head.
    public init(tenant: String, keys: JSONWebKeySet, authorities: TimeStampAuthorities? = nil) {
        (self.tenant, self.keys, self.authorities) = (tenant, keys, authorities)
    }

    /// The next one, under the number that it is kept by, with its time stamp where it has one.
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

    /// What heads that somebody has kept come to.
    public struct Judgement: Sendable {
        /// Whose sizes and roots are the log's to prove, whatever else is wrong with them.
        public fileprivate(set) var toProve: [(name: String, head: LogHead)] = []
        public fileprivate(set) var faults: [LogFault] = []
        /// Those that lie behind what a later era goes on from: what they cover beyond that was lost.
        public fileprivate(set) var lost: [String] = []
    }

    /// Holds heads that somebody has kept against these. What was signed by keys that are not known is a fault, too.
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
    /// After “is not believed: ”.
    public var words: String {
        switch self {
        case .malformed: "it is not what it should be"
        case .unsupported: "it is signed as something else, or in a way that is not used here"
        case .unknownKey(let id): "it is signed with the key \(id ?? "without a name"), which the key set does not have"
        case .signature: "it was changed, or another key has signed it"
        }
    }
}
