import Domain
import Testing

@testable import PostgresStore

struct ReferencePieceTests {
    private let orders = (1...300).map { number in "order-000\(100_000 + number * 7)" }

    @Test func whatEveryReferenceHasIsLeftOut() {
        #expect(ReferencePiece.rarest(of: "order-000987654", among: orders) == "987654")
        #expect(ReferencePiece.rarest(of: "987654/order-000", among: orders) == "987654")
    }

    @Test func whatIsCommonIsNotLookedUp() {
        #expect(ReferencePiece.rarest(of: "order", among: orders) == nil)
        #expect(ReferencePiece.rarest(of: "rder-000", among: orders) == nil)
    }

    @Test func theIndexKnowsLettersAndDigitsInARow() {
        #expect(ReferencePiece.rarest(of: "ab-12", among: orders) == nil)
        #expect(ReferencePiece.rarest(of: "", among: orders) == nil)
        #expect(ReferencePiece.rarest(of: "%ab_cde%", among: orders) == "cde")
        #expect(ReferencePiece.rarest(of: "дело 7", among: orders) == "дело")
    }

    @Test func nothingIsKnownWithoutReferences() {
        #expect(ReferencePiece.rarest(of: "order-000987654", among: []) == "987654")
    }
}
