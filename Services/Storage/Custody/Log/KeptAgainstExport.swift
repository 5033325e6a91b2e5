public import Crypto

/// Compares heads that somebody has kept with the head of an export, which comes with few proofs and with nobody to ask.
/// It is pure.
public struct KeptAgainstExport: Sendable {
    public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
        /// The export's log begins with the leaves that the kept head covers.
        case holds
        /// The kept head is not believed, or the two cannot be of one log.
        case doesNotHold = "does-not-hold"
        /// The export proves neither.
        case cannotBeTold = "cannot-be-told"
    }

    public struct Judgement: Sendable, Hashable, Codable {
        /// Where the kept head was found.
        public let name: String
        public let tenant: String
        public let era: Int
        public let number: Int
        /// The number of leaves that it covers.
        public let size: Int
        public let verdict: Verdict
        /// Only of one that does not hold.
        public let fault: LogFault.Kind?
        /// Why, in words.
        public let reason: String
    }

    private let head: LogHead
    /// What the export's head says of itself and of the head before.
    private let told: [LogHead.Previous]
    private let proofs: [Int: [LogHash]]
    private let keys: JSONWebKeySet

    /// `head` is trusted, and `statement` is its signed text. `proofs` are to show, by the size of a log, that the log of
    /// `head` goes on from it; they are not checked yet.
    public init(_ head: LogHead, signedAs statement: String, proofs: [Int: [LogHash]], keys: JSONWebKeySet) {
        (self.head, self.proofs, self.keys) = (head, proofs, keys)
        told = [head.asPrevious(signedAs: statement)] + (head.previous.map { [$0] } ?? [])
    }

    public var tenant: String { head.tenant }

    /// Nil for a text that is no head.
    public func judged(_ kept: KeptHead) -> Judgement? {
        guard let claimed = LogHead(unverified: kept.statement) else { return nil }
        let (verdict, fault, reason) = judge(kept.statement)
        return Judgement(kept.name, claimed, verdict, fault, reason)
    }

    private typealias Finding = (verdict: Verdict, fault: LogFault.Kind?, reason: String)

    private func judge(_ statement: String) -> Finding {
        let kept: LogHead
        do throws(SignedDocument.Fault) {
            kept = try LogHead(verifying: statement, with: keys)
        } catch {
            return (.doesNotHold, .head, "it is not believed: \(error.words)")
        }
        guard kept.tenant == tenant else { return (.doesNotHold, .head, "it is one of \(kept.tenant)") }
        let says = [kept.asPrevious(signedAs: statement)] + (kept.previous.map { [$0] } ?? [])
        for (ours, own) in told.flatMap({ ours in says.map { (ours, $0) } }) {
            if let reason = Self.contradiction(ours, own) { return (.doesNotHold, .rewritten, reason) }
        }
        if kept.size == head.size, kept.root == head.root {
            return (.holds, nil, "the export's head \(head.number) covers the same leaves")
        }
        // Every log begins with no leaf.
        if kept.size < head.size, let proof = kept.size == 0 ? [] : proofs[kept.size] {
            if LogProofCheck.holds(old: (kept.size, kept.root), new: (head.size, head.root), proof: proof) {
                return (.holds, nil, "the log of the export's head \(head.number) is proven to go on from it")
            }
            if kept.era == head.era {
                return (.doesNotHold, .rewritten, "the log of the export's head \(head.number) is not proven to go on from it")
            }
        }
        return (.cannotBeTold, nil, gap(kept))
    }

    /// Why two heads cannot be of one log; nil if they can. Within an era, numbers and sizes only grow, and nothing is
    /// signed twice.
    private static func contradiction(_ ours: LogHead.Previous, _ kept: LogHead.Previous) -> String? {
        guard ours.era == kept.era else { return nil }
        if ours.number == kept.number, ours.digest != kept.digest {
            return "head \(ours.number) of era \(ours.era) was signed anew: the export knows another, over \(ours.size) leaves"
        }
        if ours.size == kept.size, ours.root != kept.root {
            return "head \(ours.number) of the export covers \(ours.size) leaves, too, and other ones than head \(kept.number)"
        }
        let isInverted = ours.number < kept.number ? ours.size > kept.size : ours.number > kept.number && ours.size < kept.size
        return isInverted
            ? "head \(ours.number) of the export covers \(ours.size) leaves, and head \(kept.number) of the same era \(kept.size): "
                + "a later head never covers less" : nil
    }

    /// Why nothing is proven of a head that contradicts nothing.
    private func gap(_ kept: LogHead) -> String {
        if kept.era > head.era { return "era \(kept.era) began after the export, which is of era \(head.era)" }
        if kept.era < head.era {
            if let previous = head.previous, previous.era == kept.era, previous.number < kept.number {
                return "era \(head.era) goes on from \(previous.size) leaves of head \(previous.number), and this head came "
                    + "after that one: if nothing was restored then, the log was rewritten"
            }
            return "the export is of era \(head.era), which began with a restore or a failover after it, and does not prove what "
                + "it goes on from"
        }
        if kept.size > head.size { return "the export was made before it, and covers \(head.size) leaves" }
        return "the export has no proof that its log goes on from \(kept.size) leaves"
    }
}

extension KeptAgainstExport.Judgement {
    fileprivate init(
        _ name: String, _ head: LogHead, _ verdict: KeptAgainstExport.Verdict, _ fault: LogFault.Kind?, _ reason: String
    ) {
        self.init(
            name: name, tenant: head.tenant, era: head.era, number: head.number, size: head.size, verdict: verdict, fault: fault,
            reason: reason)
    }

    /// Of a kept head where the export has no head to compare it with. Nil for a text that is no head.
    public init?(untold kept: KeptHead, because reason: String) {
        guard let claimed = LogHead(unverified: kept.statement) else { return nil }
        self.init(kept.name, claimed, .cannotBeTold, nil, reason)
    }
}
