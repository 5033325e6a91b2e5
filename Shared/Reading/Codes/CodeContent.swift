/// The content of a code on a page, if its kind is known.
public enum CodeContent: Hashable, Sendable {
    case swissBill(SwissBill)
    case sepaTransfer(SEPATransfer)
    case drivingLicence(LicenceCode)
    case twoDDoc(TwoDDoc)

    /// Nil for another kind, and for damaged content.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count <= 8_192 else { return nil }
        if let bill = SwissBill(bytes) {
            self = .swissBill(bill)
        } else if let transfer = SEPATransfer(bytes) {
            self = .sepaTransfer(transfer)
        } else if let licence = LicenceCode(bytes) {
            self = .drivingLicence(licence)
        } else if let document = TwoDDoc(bytes) {
            self = .twoDDoc(document)
        } else {
            return nil
        }
    }
}

/// Whether the named signer signed the content of a code; nil if that is unknown.
public typealias CodeProof = @Sendable (TwoDDoc) -> Bool?

extension CodeContent {
    func holds(by proof: CodeProof) -> Bool? {
        switch self {
        case .twoDDoc(let document): proof(document)
        case .swissBill, .sepaTransfer, .drivingLicence: nil
        }
    }
}

/// Reads the codes of a document's pages.
public enum CodeReader {
    public static func read(_ document: DocumentText) -> [ReadFact<CodeContent>] {
        document.pages.flatMap { page in
            page.codes.compactMap { code in
                CodeContent(code.bytes).map { ReadFact($0, page: page.number, box: code.box, confidence: 99, source: .code) }
            }
        }
    }
}

/// The lines of a code's text.
enum CodeLines {
    /// CR LF, CR and LF end a line. Nil for invalid UTF-8, and for more lines than any kind has.
    static func lines(_ bytes: [UInt8], atMost limit: Int) -> [String]? {
        var lines: [String] = []
        var line: [UInt8] = []
        func text() -> String? { String(validating: line, as: UTF8.self) }
        for (index, byte) in bytes.enumerated() {
            if byte == 0x0A || byte == 0x0D {
                if byte == 0x0A, index > 0, bytes[index - 1] == 0x0D { continue }
                guard let text = text(), lines.count < limit else { return nil }
                lines.append(String(text.trimmed))
                line = []
            } else {
                line.append(byte)
            }
        }
        guard let text = text(), lines.count < limit else { return nil }
        return lines + [String(text.trimmed)]
    }

    /// Parses 12.30 into hundredths, with at most two decimals.
    static func hundredths(_ text: some StringProtocol) -> Int? {
        let parts = String(text).split(at: ".", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2, first.utf8.count <= 12,
            let whole = DecimalDigits.value(of: Array(first.utf8)[...])
        else { return nil }
        guard parts.count == 2 else { return whole * 100 }
        let decimals = Array(parts[1].utf8)
        guard decimals.count <= 2, !decimals.isEmpty, let value = DecimalDigits.value(of: decimals[...]) else { return nil }
        return whole * 100 + (decimals.count == 1 ? value * 10 : value)
    }
}
