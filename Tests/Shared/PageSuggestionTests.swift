import FoundationEssentials
import Testing

@testable import Shared

/// What a person is asked of what was read of a page.
@Suite struct PageSuggestionTests {
    private static let bill = DocumentType(
        id: "utility-bill", title: "Utility bill", hint: "", icon: "doc", issueDate: .issuedWithin(days: 90))
    private static let today = CalendarDate(daysSinceEpoch: 20_697)

    private func suggestion(
        _ lines: String..., of type: DocumentType = bill, turned rotation: Rotation = .none, locale: String? = nil
    ) -> PageSuggestion? {
        var words: [PageWord] = []
        for (number, line) in lines.enumerated() {
            for (place, word) in line.split(separator: " ").enumerated() {
                let box = PageBox(
                    left: 1_000 + place * 900, top: 500 + number * 400, right: 1_800 + place * 900, bottom: 750 + number * 400)
                words.append(PageWord(text: String(word), box: box, confidence: 95, line: number))
            }
        }
        let reading = DocumentReading(
            [PageText(source: .recognized, proportion: 0.7, words: words)],
            hints: ReadingHints(today: Self.today, locale: locale), kinds: KindReader())
        return PageSuggestion(reading, of: type, turned: rotation)
    }

    @Test func aLabelledDayIsCertain() throws {
        let day = try #require(suggestion("Invoice date: 24 August 2026")?.issueDate)
        #expect(day.day == CalendarDate("2026-08-24") && day.otherwise == nil)
        #expect(day.isCertain && day.confidence >= 80)
        #expect(day.box.left > 2_000 && day.box.top >= 500 && day.box.bottom <= 750)
    }

    @Test func aDayThatCouldBeMeantTheOtherWayRoundIsNotCertain() throws {
        let day = try #require(suggestion("Invoice date: 03/04/2026")?.issueDate)
        #expect(Set([day.day, day.otherwise]) == Set([CalendarDate("2026-03-04"), CalendarDate("2026-04-03")]))
        #expect(!day.isCertain)
    }

    @Test func onlyWhatTheTypeAsksForIsSuggested() {
        let card = DocumentType(id: "card", title: "Card", hint: "", icon: "doc", expires: .optional)
        let read = suggestion("Date of issue: 24 August 2026", "Valid until: 31 March 2031", of: card)
        #expect(read?.issueDate == nil && read?.expiryDate?.day == CalendarDate("2031-03-31"))
    }

    @Test func aPageThatSaysNothingSuggestsNothing() {
        #expect(suggestion("Thank you very much") == nil)
    }

    @Test func aPhotoWithoutTextIsSaidToBeOne() {
        #expect(suggestion()?.kind?.verdict == .noText)
    }

    @Test(arguments: Rotation.allCases) func aPlaceIsThatOfThePageAsItCame(_ rotation: Rotation) {
        let box = PageBox(left: 1_000, top: 2_000, right: 3_000, bottom: 2_500)
        var back = box
        // Four times the same turn is none.
        for _ in 1...4 { back = back.turnedBack(rotation) }
        #expect(back == box)
        #expect(
            PageBox(left: 1_000, top: 2_000, right: 3_000, bottom: 2_500).turnedBack(.quarter)
                == PageBox(left: 2_000, top: 7_000, right: 2_500, bottom: 9_000))
    }

    @Test func itIsKeptAsItIs() throws {
        let day = try #require(suggestion("Invoice date: 03/04/2026"))
        let coded = try JSONDecoder().decode(PageSuggestion.self, from: try JSONEncoder().encode(day))
        #expect(coded == day)
    }
}
