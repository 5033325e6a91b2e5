import Shared

/// How many documents the rules judge: one submission with three statements at a time, of which one in thirty is too old.
enum RuleRate {
    /// How long so many documents took.
    static func measure(documents count: Int) -> Duration {
        let journey = JourneyDefinition(BankStatements.self)
        let submissions = (0..<10).map { Samples.submission($0, journey, today: Samples.today) }
        var findings = 0
        let duration = ContinuousClock().measure {
            for done in stride(from: 0, to: count, by: 3) {
                findings += RuleEngine.validation.findings(for: submissions[done / 3 % submissions.count]).count
            }
        }
        // One statement is refused, and its submission covers less than three months.
        precondition(findings > 0, "The rules have nothing to say: this is not what is to be measured.")
        return duration
    }
}

/// Submissions as the validation worker knows them.
enum Samples {
    static let today = CalendarDate("2026-10-31") ?? CalendarDate(daysSinceEpoch: 0)

    static func submission(_ number: Int, _ journey: JourneyDefinition, today: CalendarDate) -> SubmissionFacts {
        let documents = (0..<3).map { month in
            let day = today.adding(months: -month).adding(days: number == 0 && month == 2 ? -400 : 0)
            return DocumentFacts(
                id: .random(), type: journey.documentTypes[0].id, issueDate: .day(day), pages: [file(number * 3 + month)])
        }
        return SubmissionFacts(journey: journey, documents: documents, today: today)
    }

    /// A statement of three pages, of which everything is known.
    static func file(_ number: Int) -> PageFacts {
        var file = PageFacts(
            id: .random(), size: 250_000, digest: ContentDigest(of: [UInt8(truncatingIfNeeded: number)]), mediaType: nil,
            declaredMediaType: .pdf, fileExtension: "pdf", pageCount: 3, integrity: .intact, secondOpinion: .pdf)
        var structure = FileFacts(mediaType: .pdf)
        (structure.pageCount, structure.encryption, structure.isTruncated) = (3, FileFacts.Encryption.none, false)
        structure.pdf = PDFFacts(version: "1.7", updateCount: 0, crossReferenceOffset: 249_000)
        file.add(structure)
        file.activeContent = []
        file.blankPages = 0
        return file
    }
}
