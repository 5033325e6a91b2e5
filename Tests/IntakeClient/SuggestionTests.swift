import Shared
import Testing

@testable import IntakeClient

/// What an app asks of what was read.
@Suite struct SuggestionTests {
    private static func day(_ text: String, otherwise: String? = nil, _ confidence: Int, certain: Bool) -> SuggestedDay? {
        CalendarDate(text).map {
            SuggestedDay(
                day: $0, otherwise: otherwise.flatMap { CalendarDate($0) }, confidence: confidence, isCertain: certain,
                box: PageBox(left: 1, top: 2, right: 3, bottom: 4))
        }
    }

    private static func page(_ issued: SuggestedDay? = nil, _ expires: SuggestedDay? = nil) -> PageView {
        PageView(
            id: .random(), mediaType: .jpeg, size: 1, digest: ContentDigest(of: []), pages: nil, rotation: .none, crop: nil,
            state: .previewed, preview: nil, images: [],
            suggestion: SuggestionView(issueDate: issued, expiryDate: expires, kind: nil))
    }

    private static func document(_ issued: String?, _ pages: [PageView]) -> DocumentView {
        DocumentView(
            id: .random(), type: "bill", issueDate: issued.flatMap { CalendarDate($0) }, expiryDate: nil, periodStart: nil,
            periodEnd: nil, source: nil, state: .open, verdict: nil, reasons: [], pages: pages, pdf: nil)
    }

    @Test func aDateThatIsNotStatedIsSuggestedOnce() throws {
        let pages = [
            Self.page(Self.day("2026-03-04", otherwise: "2026-04-03", 90, certain: false)),
            Self.page(Self.day("2026-08-24", 85, certain: true), Self.day("2031-01-31", 60, certain: false)),
            Self.page(Self.day("2026-08-25", 85, certain: true)),
        ]
        let found = Self.document(nil, pages).suggestedDates
        #expect(found.map(\.field) == [.issueDate, .expiryDate])
        #expect(found.map(\.page) == [pages[1].id, pages[1].id])
        #expect(found[0].days.map(\.description) == ["2026-08-24"])
        let open = Self.document(nil, [pages[0]]).suggestedDates
        #expect(open.first?.days.map(\.description) == ["2026-03-04", "2026-04-03"])
    }

    @Test func whatAPageLooksLikeIsToldByItsName() {
        func page(_ kind: SuggestedKindView?) -> PageView {
            PageView(
                id: .random(), mediaType: .jpeg, size: 1, digest: ContentDigest(of: []), pages: nil, rotation: .none, crop: nil,
                state: .previewed, preview: nil, images: [],
                suggestion: SuggestionView(issueDate: nil, expiryDate: nil, kind: kind))
        }
        let pages = [
            page(nil), page(SuggestedKindView(verdict: .looksLike, kind: "payslip")),
            page(SuggestedKindView(verdict: .noText, kind: nil)), page(SuggestedKindView(verdict: .looksLike, kind: "own-kind")),
        ]
        let found = Self.document(nil, pages).suggestedKinds
        #expect(found.map(\.page) == pages.dropFirst().map(\.id))
        #expect(found.map { $0.name(in: .german) } == ["Gehaltsabrechnung", nil, "own-kind"])
        let own = DocumentType(id: "payslip", title: "Lohnzettel", hint: "", icon: "", documents: CountRange(0...1))
        #expect(found[0].name(in: .german, types: [own]) == "Lohnzettel")
    }

    @Test func whatIsStatedIsContradictedByWhatIsCertainAlone() {
        let certain = Self.page(Self.day("2026-08-24", 95, certain: true))
        #expect(Self.document("2026-08-24", [certain]).suggestedDates.isEmpty)
        #expect(Self.document("2026-08-24", [certain]).contradictedDates.isEmpty)
        #expect(Self.document("2026-08-23", [certain]).contradictedDates.first?.day.day == CalendarDate("2026-08-24"))
        let candidate = Self.page(Self.day("2026-08-24", 95, certain: false))
        #expect(Self.document("2026-08-23", [candidate]).contradictedDates.isEmpty)
    }
}
