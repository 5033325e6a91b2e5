import Shared

/// The facts that the words and codes of a file give. Only the file's pages are used.
enum ReadingFacts {
    struct Line: Encodable, Equatable {
        /// Such as `issued`, `total` or `zone`.
        let fact: String
        let value: String
        /// From 1.
        let page: Int
        /// Left, top, right and bottom, in ten-thousandths of the page's width and height.
        let box: [Int]
        let confidence: Int
        /// Whether it counts as a statement of the document; otherwise it is a candidate.
        let isCertain: Bool
    }

    static func lines(of file: FileReading, today: CalendarDate) -> [Line] {
        let reading = DocumentReading(file.pages.map(\.text), hints: ReadingHints(today: today), kinds: KindReader())
        func line<Value>(_ name: String, _ fact: ReadFact<Value>?, _ words: (Value) -> String) -> [Line] {
            guard let fact, file.pages.indices.contains(fact.page) else { return [] }
            return [
                Line(
                    fact: name, value: words(fact.value), page: file.pages[fact.page].number, box: fact.box.sides,
                    confidence: fact.confidence, isCertain: fact.isCertain)
            ]
        }
        let kind = reading.kind.looksLike.flatMap { kind in
            kind.evidence.first.map { $0.withConfidence(kind.score, kind.kind.rawValue) }
        }
        var lines = line("kind", kind) { $0 }
        for meaning in [ReadDate.Meaning.issued, .due, .validFrom] {
            lines += line(meaning.rawValue, reading.dates.answer(meaning).best) { "\($0.date)" }
        }
        lines += line(ReadDate.Meaning.validUntil.rawValue, reading.expiryDate.best) { "\($0.date)" }
        lines += line(ReadDate.Meaning.birth.rawValue, reading.birthDate.best) { "\($0.date)" }
        lines += line("period", reading.period.best) { "\($0.start) to \($0.end)" }
        for meaning in [ReadAmount.Meaning.total, .balance, .netPay, .grossPay] {
            lines += line(meaning.rawValue, reading.amounts.answer(meaning).best) { $0.description }
        }
        for account in reading.accounts { lines += line("iban", account) { $0.text } }
        for number in reading.numbers { lines += line("\(number.value.meaning.rawValue)-number", number) { $0.text } }
        for zone in reading.zones { lines += line("zone", zone, words) }
        for code in reading.codes { lines += line("code", code) { words($0, file.proof) } }
        return lines
    }

    private static func words(_ zone: TravelZone) -> String {
        let state = zone.issuingState.map { " of \($0)" } ?? ""
        let checks = zone.isValid ? "all check digits hold" : "\(zone.checks.count { !$0.holds }) check digits do not hold"
        let mended = zone.mended.isEmpty ? "" : ", mended: \(zone.mended.map(\.rawValue).joined(separator: ", "))"
        return
            "\(zone.documentCode)\(state), \(zone.surname) \(zone.givenNames), number \(zone.documentNumber): \(checks)\(mended)"
    }

    private static func words(_ code: CodeContent, _ proof: CodeProof) -> String {
        switch code {
        case .swissBill: "Swiss QR-bill"
        case .sepaTransfer: "SEPA transfer"
        case .drivingLicence: "driving licence (AAMVA)"
        case .twoDDoc(let document):
            switch proof(document) {
            case true: "2D-Doc, signed by \(document.certificateName)"
            case false: "2D-Doc, not as \(document.certificateName) signed it"
            default: "2D-Doc, whose certificate \(document.certificateName) is not known"
            }
        }
    }
}

extension ReadFact {
    fileprivate func withConfidence(_ confidence: Int, _ value: String) -> ReadFact<String> {
        ReadFact<String>(value, page: page, box: box, confidence: confidence, source: source)
    }
}

extension PageBox {
    var sides: [Int] { [left, top, right, bottom] }
}
