import Shared

/// How many documents the rules judge: one submission with three statements at a time, of which one in ten is refused.
///
/// `DOCKET_TEST_BENCHMARK=1 swift test -c release -Xswiftc -enable-testing --filter manyDocumentsAreJudged` prints the rate.
enum RuleBenchmark {
    struct Result {
        let documents: Int
        let findings: Int
        let duration: Duration

        var documentsPerSecond: Double { Double(documents) / (duration / .seconds(1)) }
    }

    static func run(documents count: Int) -> Result {
        let journey = JourneyDefinition(BankStatements.self)
        let submissions = (0..<10).map { number in
            let documents = (0..<3).map { month in
                var file = Fixture.file(
                    size: 250_000, content: .pdf, declared: .pdf, fileExtension: "pdf", pages: 3,
                    digest: ContentDigest(of: [UInt8(number), UInt8(month)]), secondOpinion: .pdf)
                file.blankPages = 0
                file.activeContent = []
                let day = Fixture.today.adding(months: -month).adding(days: number == 0 && month == 2 ? -400 : 0)
                return Fixture.document("bank-statement", date: .day(day), pages: [file])
            }
            return Fixture.facts(documents, journey: journey)
        }
        let clock = ContinuousClock()
        var findings = 0
        let start = clock.now
        var done = 0
        while done < count {
            findings += RuleEngine.validation.findings(for: submissions[(done / 3) % submissions.count]).count
            done += 3
        }
        return Result(documents: min(done, count), findings: findings, duration: start.duration(to: clock.now))
    }
}
