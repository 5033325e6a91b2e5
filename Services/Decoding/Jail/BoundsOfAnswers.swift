import Shared

// A child's answers are checked before they are used: its document may have taken it over.

/// No sound child states a greater count. Every program represents this number exactly.
private let highestCount = 1 << 53

extension ContentRefusal {
    /// Shortens texts, makes them printable, and limits quantities to those that a document can have.
    func bounded() -> ContentRefusal {
        switch self {
        case .damaged(let detail): .damaged(detail: printable(detail, maximum: 300))
        case .overBudget(let quantity, let found, let limit):
            .overBudget(quantity, found: min(max(0, found), highestCount), limit: min(max(0, limit), highestCount))
        case .unsupported, .passwordProtected, .tooCostly: self
        }
    }
}

extension PDFProof {
    func bounded() -> PDFProof {
        var proof = self
        proof.findings = findings.prefix(32).map { printable($0, maximum: 64) }
        return proof
    }

    /// `pages` is the page count that the drawing child announced.
    ///
    /// - Throws: `protocolViolation` for contradictory counts, or that no sound child would state.
    func check(_ pages: Int, _ budget: DocumentBudget) throws(JailError) {
        guard pages >= 0, pages <= budget.pages, pageCount == pages, (0...10_000_000).contains(objectCount) else {
            throw .protocolViolation(detail: "\(pages) pages became \(pageCount), of \(objectCount) objects")
        }
    }
}

func printable(_ text: String, maximum: Int) -> String {
    String(decoding: text.utf8.prefix(maximum).map { (0x20...0x7e).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
}
