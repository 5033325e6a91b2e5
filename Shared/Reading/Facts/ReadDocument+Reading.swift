extension ReadDocument {
    /// The values of a reading, compared with the known facts of the document.
    public init(
        _ document: DocumentID, pages: [ReadPage], _ reading: DocumentReading, declared type: DocumentTypeID,
        expected: ExpectedPerson? = nil, proof: CodeProof = { _ in nil }
    ) {
        self.init(
            document: document, pages: pages, facts: Self.facts(reading, expected: expected, proof),
            kind: ReadKind(reading.kind, declared: type), faults: reading.pages.faults.map(PageFault.init),
            sides: reading.sides, expected: expected.flatMap(Self.compared))
    }

    private static func compared(with expected: ExpectedPerson) -> [DocumentFact.Name]? {
        var names: [DocumentFact.Name] = []
        if expected.name != nil { names.append(.expectedName) }
        if expected.address != nil { names.append(.expectedAddress) }
        if expected.dateOfBirth != nil { names.append(.expectedBirthDate) }
        return names.isEmpty ? nil : names
    }

    private static func facts(_ reading: DocumentReading, expected: ExpectedPerson?, _ proof: CodeProof) -> [DocumentFact] {
        var facts: [DocumentFact] = []
        for (name, meaning) in [
            (DocumentFact.Name.issued, ReadDate.Meaning.issued), (.due, .due), (.validFrom, .validFrom),
        ] { facts += days(name, reading.dates.answer(meaning)) }
        facts += days(.validUntil, reading.expiryDate)
        facts += days(.birth, reading.birthDate)
        facts += reading.dates.all.prefix(mostFacts).map { day(.printedDay, $0, isCertain: false) }
        facts += all(reading.period).map { fact, isCertain in
            var period = DocumentFact(.period, fact, value: "\(fact.value.start) to \(fact.value.end)", isCertain: isCertain)
            (period.day, period.end) = (fact.value.start, fact.value.end)
            return period
        }
        for (name, meaning) in [
            (DocumentFact.Name.total, ReadAmount.Meaning.total), (.balance, .balance), (.netPay, .netPay), (.grossPay, .grossPay),
        ] {
            facts += all(reading.amounts.answer(meaning)).map { fact, isCertain in
                DocumentFact(name, fact, value: fact.value.description, isCertain: isCertain)
            }
        }
        facts += reading.accounts.prefix(mostFacts).map { DocumentFact(.iban, $0, value: $0.value.text) }
        facts += reading.numbers.prefix(mostFacts).map { DocumentFact(.init($0.value.meaning), $0, value: $0.value.text) }
        facts += reading.zones.map(zone)
        facts += reading.codes.prefix(mostFacts).map { code in
            var fact = DocumentFact(.code, code, value: code.value.name)
            fact.holds = code.value.holds(by: proof)
            return fact
        }
        return facts + comparisons(reading, expected)
    }

    /// The maximum for one kind in one document. At this number there may be more.
    static let mostFacts = 40
    /// The number of candidates if nothing is certain.
    private static let mostCandidates = 3

    private static func all<Value>(_ answer: ReadAnswer<Value>) -> [(ReadFact<Value>, isCertain: Bool)] {
        switch answer {
        case .certain(let fact): [(fact, true)]
        case .candidates(let facts): facts.prefix(mostCandidates).map { ($0, false) }
        case .nothing: []
        }
    }

    private static func days(_ name: DocumentFact.Name, _ answer: ReadAnswer<ReadDate>) -> [DocumentFact] {
        all(answer).map { day(name, $0, isCertain: $1) }
    }

    private static func day(_ name: DocumentFact.Name, _ fact: ReadFact<ReadDate>, isCertain: Bool) -> DocumentFact {
        var day = DocumentFact(name, fact, value: "\(fact.value.date)", isCertain: isCertain)
        (day.day, day.end) = (fact.value.date, fact.value.otherwise)
        return day
    }

    private static func zone(_ fact: ReadFact<TravelZone>) -> DocumentFact {
        let zone = fact.value
        var read = DocumentFact(.zone, fact, value: zone.documentNumber)
        read.holds = zone.isValid
        read.isMended = !zone.mended.isEmpty
        read.day = zone.birthDate
        read.end = zone.expiryDate
        return read
    }

    private static func comparisons(_ reading: DocumentReading, _ expected: ExpectedPerson?) -> [DocumentFact] {
        var facts: [DocumentFact] = []
        if let found = expected?.name.flatMap({ reading.name($0) }) {
            var fact = DocumentFact(.expectedName, found, value: "")
            (fact.holds, fact.score) = (found.value.isSame, found.value.score)
            fact.differences = found.value.differences.map(\.kind)
            facts.append(fact)
        }
        if let found = expected?.address.flatMap({ reading.address($0) }) {
            var fact = DocumentFact(.expectedAddress, found, value: "")
            (fact.holds, fact.score) = (found.value.isSame, found.value.score)
            fact.differences = found.value.missing.isEmpty ? [] : ["missing"]
            facts.append(fact)
        }
        if let birth = expected?.dateOfBirth, let found = reading.birthDate.certain {
            var fact = DocumentFact(.expectedBirthDate, found, value: "")
            fact.holds = found.value.date == birth || found.value.otherwise == birth
            facts.append(fact)
        }
        return facts
    }
}

extension ReadKind {
    init(_ reading: KindReading, declared type: DocumentTypeID) {
        switch reading.verdict(declared: type) {
        case .fits(let candidate): self.init(.fits, candidate)
        case .looksLike(let candidate): self.init(.looksLike, candidate)
        case .noText: self.init(verdict: .noText)
        case .unclear: self = .unclear
        }
    }

    private init(_ verdict: Verdict, _ candidate: KindReading.Candidate) {
        let evidence = candidate.evidence.prefix(5).map { fact in
            switch fact.value {
            case .title(let text), .word(let text): text
            case .layout(let layout): layout.rawValue
            }
        }
        self.init(verdict: verdict, kind: candidate.kind, score: candidate.score, evidence: Array(evidence))
    }
}

extension PageFault {
    init(_ fault: PagesTogether.Fault) {
        switch fault {
        case .order(let page, let printed): self.init(.order, page: page, numbers: [printed])
        case .missing(let numbers): self.init(.missing, numbers: Array(numbers.prefix(20)))
        case .twice(let page, let first): self.init(.twice, page: page, other: first)
        case .counts(let counts): self.init(.counts, numbers: Array(counts.prefix(20)))
        case .number(let page, _, _, _): self.init(.number, page: page)
        case .issuer(let page): self.init(.issuer, page: page)
        }
    }
}

extension DocumentFact.Name {
    init(_ meaning: ReadNumber.Meaning) {
        self =
            switch meaning {
            case .account: .accountNumber
            case .customer: .customerNumber
            case .contract: .contractNumber
            case .document: .documentNumber
            case .tax: .taxNumber
            }
    }
}

extension NameComparison.Difference {
    /// The kind, without names.
    var kind: String {
        switch self {
        case .missing: "missing"
        case .added: "added"
        case .initial: "initial"
        case .spelling: "spelling"
        case .transliterated: "transliterated"
        case .order: "order"
        case .apart: "apart"
        }
    }
}

extension CodeContent {
    /// The name, without the value.
    public var name: String {
        switch self {
        case .swissBill: "swiss-qr-bill"
        case .sepaTransfer: "sepa-transfer"
        case .drivingLicence: "driving-licence"
        case .twoDDoc: "2d-doc"
        }
    }
}

extension ReadAmount: CustomStringConvertible {
    /// Such as `-12.50 EUR`.
    public var description: String {
        let (whole, rest) = (hundredths / 100, abs(hundredths % 100))
        let sign = hundredths < 0 && whole == 0 ? "-" : ""
        return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)" + (currency.map { " \($0)" } ?? "")
    }
}
