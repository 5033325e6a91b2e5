/// Finds the kind that a document looks like.
public struct KindReader: Sendable {
    private let kinds: [DocumentKind]
    private let book: PhraseBook<[Tell]>

    private struct Tell: Sendable {
        let kind: Int
        let evidence: KindReading.Evidence
    }

    public init(_ kinds: [DocumentKind] = DocumentKind.builtIn) {
        self.kinds = kinds
        // A phrase may tell more than one kind.
        var tells: [String: [Tell]] = [:]
        for (index, kind) in kinds.enumerated() {
            for title in kind.titles { tells[title, default: []].append(Tell(kind: index, evidence: .title(title))) }
            for word in kind.words { tells[word, default: []].append(Tell(kind: index, evidence: .word(word))) }
        }
        book = PhraseBook(tells.sorted { $0.key < $1.key }.map { ($0.value, [$0.key]) })
    }

    public func read(_ document: DocumentText, today: CalendarDate) -> KindReading {
        var evidence: [Int: [ReadFact<KindReading.Evidence>]] = [:]
        for page in document.pages.prefix(20) {
            for line in page.lines {
                for (tells, range) in book.occurrences(in: line) {
                    for tell in tells where !(evidence[tell.kind]?.contains { $0.value == tell.evidence } ?? false) {
                        evidence[tell.kind, default: []].append(
                            ReadFact(
                                tell.evidence, page: page.number, box: line.box(range), confidence: line.confidence(range),
                                source: .phrase))
                    }
                }
            }
        }
        let layouts = LayoutSigns(document, today: today).facts
        for (index, kind) in kinds.enumerated() {
            for fact in layouts where kind.layout.contains(fact.value) {
                evidence[index, default: []].append(fact.with(.layout(fact.value)))
            }
        }
        // A zone and a licence's code settle it: what has none of them is hardly meant.
        let settling = layouts.map(\.value).filter { Self.weight($0) >= 60 }
        let candidates = evidence.map { index, facts in
            let isOther = !settling.isEmpty && kinds[index].layout.isDisjoint(with: settling)
            let score = Self.score(facts)
            return KindReading.Candidate(
                kind: kinds[index].id, isGeneral: kinds[index].isGeneral, passesFor: kinds[index].passesFor,
                score: isOther ? score / 3 : score, evidence: facts.sorted { Self.weight($0) > Self.weight($1) })
        }
        return KindReading(
            candidates: candidates.sorted { ($1.score, $0.kind) < ($0.score, $1.kind) }, hasText: document.hasText)
    }

    /// A title at the head of its page counts for more than one in the text below.
    private static func weight(_ fact: ReadFact<KindReading.Evidence>) -> Int {
        switch fact.value {
        case .title: fact.box.top < 4_000 ? 50 : 35
        case .word: 12
        case .layout(let layout): weight(layout)
        }
    }

    /// Words alone make a kind likely, never certain: many of them occur on documents of several kinds.
    private static func score(_ facts: [ReadFact<KindReading.Evidence>]) -> Int {
        let words = facts.filter { if case .word = $0.value { true } else { false } }
        let others = facts.reduce(0) { $0 + weight($1) } - words.count * 12
        return min(100, others + min(60, words.count * 12))
    }

    private static func weight(_ layout: DocumentKind.Layout) -> Int {
        switch layout {
        case .passportZone, .licenceCode, .residenceZone: 80
        case .cardZone: 70
        case .bookings: 25
        case .card, .total, .strip, .paymentCode: 10
        }
    }
}

/// The layout of the pages.
private struct LayoutSigns {
    private(set) var facts: [ReadFact<DocumentKind.Layout>] = []

    init(_ document: DocumentText, today: CalendarDate) {
        for zone in ZoneReader.read(document, today: today) {
            let layout: DocumentKind.Layout? =
                switch zone.value.format {
                case .td3: .passportZone
                case .td1, .td2, .frenchCard: Self.permitsToStay(zone.value) ? .residenceZone : .cardZone
                case .visaA, .visaB: nil
                }
            if let layout { add(layout, zone.page, zone.box, zone.source) }
        }
        for code in CodeReader.read(document) {
            switch code.value {
            case .drivingLicence(let licence) where !licence.isIdentityCard: add(.licenceCode, code.page, code.box, .code)
            case .swissBill, .sepaTransfer: add(.paymentCode, code.page, code.box, .code)
            case .drivingLicence, .twoDDoc: break
            }
        }
        for page in document.pages.prefix(20) {
            if page.proportion > 1.45, page.proportion < 1.75 { add(.card, page.number, .whole, .form) }
            if page.proportion < 0.6, !page.words.isEmpty { add(.strip, page.number, .whole, .form) }
            if let box = bookings(page, today: today) { add(.bookings, page.number, box, .form) }
        }
        if let total = AmountReader.read(document).answer(.total).best { add(.total, total.page, total.box, total.source) }
    }

    /// AR, CR and IR are codes of permits. C1 and C2 are those of the United States.
    private static func permitsToStay(_ zone: TravelZone) -> Bool {
        let signs = Array(zone.documentCode.utf8)
        guard signs.count == 2 else { return false }
        return signs[1] == UInt8(ascii: "R")
            || (signs[0] == UInt8(ascii: "C") && (signs[1] == UInt8(ascii: "I") || signs[1] == UInt8(ascii: "Z")))
    }

    private mutating func add(_ layout: DocumentKind.Layout, _ page: Int, _ box: PageBox, _ source: FactSource) {
        guard !facts.contains(where: { $0.value == layout }) else { return }
        facts.append(ReadFact(layout, page: page, box: box, confidence: 90, source: source))
    }

    /// Five or more rows with a date and an amount.
    private func bookings(_ page: TextPage, today: CalendarDate) -> PageBox? {
        var days: [PageBox] = []
        var amounts: [PageBox] = []
        for line in page.lines where days.count < 100 && amounts.count < 100 {
            days += DateScanner.expressions(in: line, today: today, isJapanese: false).map { line.box($0.range) }
            amounts += AmountScanner.amounts(in: line).map { line.box($0.range) }
        }
        let rows = days.filter { day in amounts.contains { $0.left >= day.right && $0.sharesRow(with: day) } }
        guard rows.count >= 5, let first = rows.first else { return nil }
        return rows.dropFirst().reduce(first) { $0.union($1) }
    }
}
