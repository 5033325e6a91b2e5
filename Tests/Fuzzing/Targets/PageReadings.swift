import Shared

/// What stands on a page, in words and in codes, as it is read to facts. What must hold: a fact lies on its page with a confidence of
/// 0 to 100, a day is one of the calendar, and a zone is never called valid while a check digit does not hold.
enum PageReadings: FuzzTarget {
    private static let kinds = KindReader()
    private static let today = CalendarDate("2026-11-24") ?? CalendarDate(daysSinceEpoch: 20_781)

    static func run(_ input: [UInt8]) {
        let document = DocumentText([page(input), page(input.reversed())])
        let hints = ReadingHints(today: today, country: input.first.map { $0 % 2 == 0 ? "US" : "DE" })
        let dates = DateReader.read(document, hints: hints)
        dates.all.forEach(check)
        for fact in dates.all {
            let date = fact.value.date
            precondition(CalendarDate(year: date.year, month: date.month, day: date.day) == date, "a day of the calendar")
        }
        for meaning in ReadDate.Meaning.allCases { check(dates.answer(meaning)) }
        for zone in ZoneReader.read(document, today: today) {
            check(zone)
            precondition(zone.value.isValid == zone.value.checks.allSatisfy(\.holds))
            precondition(zone.value.isValid || !zone.isCertain, "what does not hold is not certain")
        }
        let amounts = AmountReader.read(document)
        amounts.all.forEach(check)
        for meaning in ReadAmount.Meaning.allCases { check(amounts.answer(meaning)) }
        for iban in IBANReader.read(document) {
            check(iban)
            precondition(IBAN(iban.value.text) == iban.value, "a number reads as it is written")
        }
        NumberReader.read(document).forEach(check)
        check(PeriodReader.read(document, dates: dates, hints: hints))
        CodeReader.read(document).forEach(check)
        let text = String(decoding: input, as: UTF8.self)
        NameFinder.find(text, in: document).map(check)
        AddressFinder.find(text, in: document).map(check)
        precondition((0...100).contains(NameComparison(expected: text, printed: "Anna Maria Eriksson").score))
        precondition((0...100).contains(AddressComparison(expected: text, printed: "Hauptstraße 12a, 1010 Wien").score))
        for candidate in kinds.read(document, today: today).candidates {
            precondition((0...100).contains(candidate.score) && !candidate.evidence.isEmpty)
        }
        PagesTogether.read(document).numbers.forEach(check)
        _ = CardSides.read(document, today: today)
    }

    private static func check(_ fact: ReadFact<some Hashable & Sendable>) {
        precondition((0...100).contains(fact.confidence) && (0...1).contains(fact.page))
        precondition(fact.box.left <= fact.box.right && fact.box.top <= fact.box.bottom)
    }

    private static func check(_ answer: ReadAnswer<some Hashable & Sendable>) {
        switch answer {
        case .certain(let fact): precondition(fact.isCertain, "certain")
        case .candidates(let facts): precondition(!facts.isEmpty)
        case .nothing: break
        }
    }

    /// Each line is one, two blanks begin another in its row; all of it is a code, too.
    private static func page(_ input: [UInt8]) -> PageText {
        var words: [PageWord] = []
        var number = 0
        for (row, line) in String(decoding: input, as: UTF8.self).split(separator: "\n").enumerated() {
            for (column, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
                if word.isEmpty { number += 1 }
                let box = PageBox(left: column * 700, top: row * 200, right: column * 700 + 600, bottom: row * 200 + 150)
                words.append(PageWord(text: String(word), box: box, confidence: word.utf8.count * 37 % 140 - 20, line: number))
            }
            number += 1
        }
        let code = PageCode(symbology: .qr, bytes: input, box: .whole)
        return PageText(source: .recognized, proportion: Double(input.count) / 300, words: words, codes: [code])
    }

    static var seeds: [[UInt8]] {
        [
            "Invoice date: 24.08.2026\nfällig am 3. Mai 2026", "発行日 令和8年8月24日\n20260824", "July 1 - July 31, 2014",
            "Total EUR 1234,56\n1.234,56 €  12'345.67\nPage 1 of 2", "IBAN DE30 5075 0094 0000 0485 67\nKundennr. 47774",
            "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10",
            "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<",
            "IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<\n8806923102858CORINNE<<<<<<<6512068F6",
            "Frau Dr. Anna-Maria O’Brien geb. Müller\nHauptstr. 12 a\n1010 Wien\nwww.example.co.uk",
            "BCD\n002\n1\nSCT\nBPOTBEB1\nRed Cross\nBE72000000001616\nEUR1.50\n\n\nUrgency fund",
            """
            SPC\n0200\n1\nCH4431999123000889012\nS\nMax\nWeg\n1\n8000\nOrt\nCH\n\n\n\n\n\n\n\n1949.75\nCHF\nS\nA\nB\n1\n8000\nC\nCH\nQRR\n\
            210000000003139471430009017\n\nEPD\n//S1/11/201021
            """,
            "@\n\u{1E}\rANSI 636000080002DL00410278ZV03190008DLDAQT1\nDCSSAMPLE\nDACM\nDBB06061986\nDBA12102024\nDCGUSA\n\r",
            "DC03FR000001123F1636000126FR245700010MLLE/SAMPLE\u{1D}20\u{1D}\u{1F}3HJIYP3OAJ4LIZNQXCTZMNQPTT5C2XI",
            "Kontoauszug\n\n01.02.2024  Miete  -500,00\n02.02.2024  Lohn  1.500,00\nNeuer Kontostand  1.000,00",
        ].map { Array($0.utf8) } + [numbers]
    }

    /// Numbers at the ends of what types hold, each where a day, an amount and a page are looked for. One seed of all: a page takes
    /// longer than a header does.
    private static var numbers: [UInt8] {
        Array(HostileNumbers.texts.map { "Total EUR \($0),00 date: \($0)/\($0)/2024 page \($0)" }.joined(separator: "\n").utf8)
    }
}
