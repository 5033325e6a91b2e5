import Domain
import Shared
import Testing

/// What verdicts of reviewers lead to.
@Suite struct ReviewRoundTests {
    private let one = DocumentID.random()
    private let two = DocumentID.random()
    private func decision(
        _ first: ReviewDecision.Judgement, _ second: ReviewDecision.Judgement, isFinal: Bool = false
    ) -> ReviewDecision { ReviewDecision([one: first, two: second], isFinal: isFinal) }

    private func round(_ needed: Int, _ verdicts: (String, ReviewDecision)...) -> ReviewRound {
        ReviewRound(needed: needed, verdicts: verdicts.map { ReviewVerdict(by: Reviewer(actor: $0.0), decision: $0.1) })
    }

    @Test func oneDecidesAlone() {
        let accepted = decision(.accept, .accept)
        #expect(round(1).step(after: accepted, by: "user:mia") == .decide(accepted))
    }

    @Test func twoWhoSayTheSameDecideAndTheirWordsAddUp() {
        let first = decision(.refuse("Blurred.", because: .unreadable), .accept)
        #expect(round(2).step(after: first, by: "user:mia") == .wait)
        let second = round(2, ("user:mia", first))
        #expect(!second.isDisagreed && second.holdsVerdict(of: "user:mia"))
        #expect(second.step(after: decision(.refuse(), .accept), by: "user:ben") == .decide(first))
        let own = decision(.refuse("Too dark."), .accept)
        #expect(second.step(after: own, by: "user:ben") == .decide(own))
        #expect(second.step(after: first, by: "user:mia") == .alreadyReviewed)
    }

    @Test func whereTwoDisagreeAThirdDecides() {
        let (yes, no) = (decision(.accept, .accept), decision(.refuse(), .accept))
        for other in [no, decision(.accept, .refuse())] {
            let second = round(2, ("user:mia", yes))
            #expect(second.step(after: other, by: "user:ben") == .wait)
            let third = round(2, ("user:mia", yes), ("user:ben", other))
            #expect(third.isDisagreed)
            #expect(third.step(after: no, by: "user:eva") == .decide(no))
            #expect(third.step(after: no, by: "user:ben") == .alreadyReviewed)
        }
        // For good, or not: that is not the same either.
        let final = decision(.refuse(), .accept, isFinal: true)
        #expect(round(2, ("user:mia", no)).step(after: final, by: "user:ben") == .wait)
    }

    @Test func whatIsKeptIsWhatWasDecided() throws {
        for decision in [
            decision(.accept, .refuse("Words", because: .altered)),
            decision(.refuse(), .refuse(because: .expired), isFinal: true),
        ] {
            let bytes = try CanonicalJSON.encode(DecisionRecord(decision))
            #expect(try CanonicalJSON.decode(DecisionRecord.self, from: bytes).decision == decision)
        }
        #expect(DecisionRecord(documents: [one.description: .init()]).decision == nil)
    }
}
