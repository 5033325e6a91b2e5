/// A number that an issuer uses: of an account, a customer, a contract or the document itself.
public struct ReadNumber: Hashable, Sendable {
    public enum Meaning: String, Hashable, Sendable, CaseIterable {
        case account
        case customer
        case contract
        case document
        case tax
    }

    public let meaning: Meaning
    /// As printed, in upper case, without blanks at its ends.
    public let text: String

    public init(_ meaning: Meaning, text: String) {
        self.meaning = meaning
        self.text = text
    }
}

/// Reads the numbers after their labels.
public enum NumberReader {
    public static func read(_ document: DocumentText) -> [ReadFact<ReadNumber>] {
        document.pages.flatMap(read)
    }

    private static func read(_ page: TextPage) -> [ReadFact<ReadNumber>] {
        var found: [ReadFact<ReadNumber>] = []
        for (index, line) in page.lines.enumerated() where found.count < ReadingLimits.candidates {
            let labels = book.occurrences(in: line)
            for (place, label) in labels.enumerated() {
                let end = place + 1 < labels.count ? labels[place + 1].range.lowerBound : line.scalars.count
                if let range = number(in: line, from: label.range.upperBound, to: end) {
                    found.append(fact(label.meaning, range, of: line, page.number, source: .label))
                } else if let other = beside(line.box(label.range), page, index, endsLine: end == line.scalars.count) {
                    found.append(fact(label.meaning, other.range, of: other.line, page.number, source: other.source))
                }
            }
        }
        return found
    }

    private static func fact(
        _ meaning: ReadNumber.Meaning, _ range: Range<Int>, of line: TextLine, _ page: Int, source: FactSource
    ) -> ReadFact<ReadNumber> {
        let text = String(decoding: line.text(range).utf8.map { (0x61...0x7A).contains($0) ? $0 - 32 : $0 }, as: UTF8.self)
        return ReadFact(
            ReadNumber(meaning, text: text), page: page, box: line.box(range), confidence: line.confidence(range), source: source)
    }

    /// In the row after the label, or below it.
    private static func beside(
        _ box: PageBox, _ page: TextPage, _ index: Int, endsLine: Bool
    ) -> (line: TextLine, range: Range<Int>, source: FactSource)? {
        // Lines that stand near follow each other closely in the order of reading.
        let near = max(0, index - 60)..<min(page.lines.count, index + 60)
        var best: (line: TextLine, range: Range<Int>, source: FactSource, cost: Int)?
        for other in near where other != index {
            let line = page.lines[other]
            let inRow = endsLine && line.box.left >= box.right && line.box.sharesRow(with: box)
            let isBelow =
                line.box.top >= box.bottom - box.height / 3 && line.box.top - box.bottom <= 2 * max(1, box.height)
                && line.box.sharesColumn(with: box)
            guard inRow || isBelow, let range = number(in: line, from: 0, to: line.scalars.count) else { continue }
            let cost = inRow ? line.box.left - box.right : 5_000 + line.box.top - box.bottom
            if cost < best?.cost ?? .max { best = (line, range, inRow ? .label : .heading, cost) }
        }
        return best.map { ($0.line, $0.range, $0.source) }
    }

    /// The first run of letters, digits and joining signs with at least three digits, near the beginning. Groups of
    /// digits belong together.
    private static func number(in line: TextLine, from start: Int, to end: Int) -> Range<Int>? {
        var index = start
        while index < end, index < start + 16 {
            guard line.scalars[index].isOfWord else {
                index += 1
                continue
            }
            var stop = index
            while stop < end, joins(line, stop) { stop += 1 }
            while stop > index, !line.scalars[stop - 1].isOfWord { stop -= 1 }
            let figures = line.scalars[index..<stop].count(where: \.isDigit)
            if figures >= 3, stop - index <= 40, !isAmountOrDay(index..<stop, in: line) { return index..<stop }
            // A word of letters before the number, such as “no.”, is passed over, and no more than that.
            if stop - index > 4 { return nil }
            index = stop + 1
        }
        return nil
    }

    private static func isAmountOrDay(_ range: Range<Int>, in line: TextLine) -> Bool {
        AmountScanner.amounts(in: line).contains { $0.range.overlaps(range) }
            || DateScanner.expressions(in: line, today: latest, isJapanese: false).contains {
                $0.form != .run && $0.range.overlaps(range)
            }
    }

    /// Only whether it is a date counts here, not which one.
    private static let latest = CalendarDate(daysSinceEpoch: 30_000)

    private static func joins(_ line: TextLine, _ index: Int) -> Bool {
        let scalar = line.scalars[index]
        if scalar.isOfWord { return !scalar.isJapanese }
        switch scalar {
        case "-", "/", "_", "*": return true
        case ".": return line.scalar(index + 1)?.isOfWord == true
        case " ": return line.scalar(index - 1)?.isDigit == true && line.scalar(index + 1)?.isDigit == true
        default: return false
        }
    }

    private static let book = PhraseBook<ReadNumber.Meaning>([
        (
            .account,
            PhraseBook<ReadNumber.Meaning>.list(
                """
                account number|account no|account no.|acct no|acct. no.|acct number|a/c no|account|kontonummer|konto-nr.|kto-nr.|kto.|\
                konto nr|numero de compte|n° de compte|n° compte|compte n°|numero de cuenta|n° de cuenta|cuenta n°|rekeningnummer|\
                口座番号|account #
                """)
        ),
        (
            .customer,
            PhraseBook<ReadNumber.Meaning>.list(
                """
                customer number|customer no|customer no.|customer id|customer ref|customer reference|customer reference number|your reference number|client number|client id|member number|kundennummer|\
                kundennr.|kunden-nr.|kunden-nr|kd.-nr.|kunde|numero client|n° client|numero de client|id.client|id client|\
                reference client|ref. client|numero de cliente|n° de cliente|n° cliente|codigo de cliente|klantnummer|klantnr.|\
                klant|debiteurnummer|お客様番号|顧客番号|会員番号|patient number
                """)
        ),
        (
            .contract,
            PhraseBook<ReadNumber.Meaning>.list(
                """
                contract number|contract no|contract no.|policy number|policy no|policy no.|vertragsnummer|vertragskonto|vertrags-nr.|\
                vertragskontonummer|versicherungsnummer|versicherungsschein-nr.|numero de contrat|n° de contrat|n° contrat|\
                numero de contrato|n° de contrato|poliza|numero de poliza|n° de poliza|contractnummer|polisnummer|契約番号|証券番号|\
                numero de ligne|meter number|zahlernummer|zaehlernummer|zähler-nr.|pdl|cups|ean code|mpan
                """)
        ),
        (
            .document,
            PhraseBook<ReadNumber.Meaning>.list(
                """
                invoice number|invoice no|invoice no.|invoice #|invoice|bill number|bill no|bill no.|receipt no|receipt no.|\
                receipt number|document no|document no.|document number|statement number|statement no|rechnungsnummer|rechnungsnr.|\
                rechnungs-nr.|rechnung nr.|rechnung nr|rechnung|re.-nr.|belegnummer|beleg-nr.|auszug nr.|auszugsnummer|\
                facture n°|numero de facture|n° de facture|n° facture|facture no|facture numero|factura n°|numero de factura|\
                n° de factura|n° factura|factuurnummer|factuurnr.|factuur|請求書番号|領収書番号|伝票番号|passport no|passport no.|\
                passport number|card no|licence no
                """)
        ),
        (
            .tax,
            PhraseBook<ReadNumber.Meaning>.list(
                """
                vat number|vat no|vat no.|vat reg no|vat registration number|gst no|gst reg no|gst id|gstin|tax id|tin|tax reference|\
                ust-idnr.|ust-id|ustid|ust-id-nr.|steuer-nr.|steuernummer|steuer-id|identifikationsnummer|n° tva|numero de tva|tva|\
                n° siret|siret|siren|nif|cif|btw nummer|btw-nummer|btw nr.|kvk|numero fiscal|nombre fiscal|utr
                """)
        ),
    ])
}
