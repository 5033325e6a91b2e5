import Testing

@testable import HTTPServer

@Suite struct ReadBudgetTests {
    @Test(
        arguments: [1, 10, 1000, 16_384, 100_000])
    func fewReadLargePiecesManyReadSmallOnesAndTogetherTheyStayWithinTheBudget(readers: Int) {
        let total = 64 * 1024 * 1024
        let budget = ReadBudget(total: total)
        for _ in 0..<readers { budget.begin() }
        #expect(budget.piece * readers <= max(total, readers * ReadBudget.smallest))
        #expect((ReadBudget.smallest...ReadBudget.largest).contains(budget.piece))
        for _ in 0..<readers { budget.end() }
        #expect(budget.piece == ReadBudget.largest)
    }
}
