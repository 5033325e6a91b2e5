import Testing

@testable import Shared

/// Whether the pages of a document belong together.
@Suite struct ReadingPagesTests {
    func document(_ pages: [String]...) -> DocumentText { DocumentText(pages.map { PageText.written($0) }) }

    @Test(arguments: [
        ("Page 2 of 3", 2, 3), ("Seite 2/3", 2, 3), ("Seite 2 von 3", 2, 3), ("Page: 1 / 1", 1, 1), ("Página 2 de 3", 2, 3),
        ("Pagina 2 van 3", 2, 3),
        ("Facture n° 2022089083 - Page 1/1", 1, 1), ("Page 2 sur 3", 2, 3), ("2/3ページ", 2, 3), ("ページ 2/3", 2, 3),
        ("Page 7", 7, nil),
        ("2 / 3", 2, 3),
    ])
    func thePagesNumberIsRead(line: String, number: Int, count: Int?) throws {
        let fact = try #require(PagesTogether.read(document([line])).numbers.first)
        #expect(fact.value == PageNumber(number, of: count))
    }

    @Test(arguments: [
        "12.03.2024", "3/2", "Seite", "Total 2 of 3 items", "1/2/3", "Page 3000000",
        "the conditions on page 5 apply to all of it",
    ])
    func whatIsNoPagesNumberIsNotRead(line: String) {
        #expect(PagesTogether.read(document([line])).numbers.isEmpty)
    }

    @Test func theOrderIsChecked() {
        #expect(PagesTogether.read(document(["Page 1 of 2"], ["Page 2 of 2"])).faults.isEmpty)
        #expect(PagesTogether.read(document(["Page 2 of 2"], ["Page 1 of 2"])).faults == [.order(page: 1, printed: 1)])
        #expect(PagesTogether.read(document(["Page 1 of 3"], ["Page 3 of 3"])).faults == [.missing([2])])
        #expect(PagesTogether.read(document(["Page 1 of 2"], ["Page 1 of 2"])).faults.contains(.twice(page: 1, as: 0)))
        #expect(PagesTogether.read(document(["Page 1 of 2"], ["Page 2 of 5"])).faults == [.counts([2, 5])])
        // A page without a number may be the one between.
        #expect(PagesTogether.read(document(["Page 1 of 3"], ["Conditions"], ["Page 3 of 3"])).faults.isEmpty)
    }

    @Test func anotherNumberOrSenderIsNoticed() {
        let same = document(["Kundennr. 47774", "www.stadtwerke.de"], ["Kundennr. 47774", "info@stadtwerke.de"])
        #expect(PagesTogether.read(same).faults.isEmpty)
        let other = document(["Kundennr. 47774", "www.stadtwerke.de"], ["Kundennr. 47775", "mail@telekom.de"])
        #expect(
            PagesTogether.read(other).faults == [
                .number(page: 1, meaning: .customer, first: "47774", other: "47775"), .issuer(page: 1),
            ])
        let taxed = document(["www.shop.co.uk", "VAT no. 123456789"], ["www.bank.co.uk", "VAT no. 987654321"])
        #expect(PagesTogether.read(taxed).faults == [.issuer(page: 1)])
        // Conditions name others.
        #expect(PagesTogether.read(document(["www.shop.co.uk"], ["www.ombudsman.org.uk"])).faults.isEmpty)
    }

    @Test func aPageTwiceIsNoticed() {
        let text = ["one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"]
        #expect(PagesTogether.read(document(text, ["something else entirely"], text)).faults == [.twice(page: 2, as: 0)])
    }

    @Test func bothSidesOfACardAreKnown() {
        let today = CalendarDate("2026-11-24")!
        let back = ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"]
        let front = ["IDENTITY CARD", "ERIKSSON", "ANNA MARIA", "12 08 1974"]
        #expect(CardSides.read(document(front, back), today: today) == .both)
        #expect(CardSides.read(document(back, front), today: today) == .both)
        #expect(CardSides.read(document(back, back), today: today) == .sameTwice)
        #expect(CardSides.read(document(front, ["Holiday"]), today: today) == .unclear)
        #expect(CardSides.read(document(front), today: today) == .unclear)
    }

    @Test func manyPagesEndInTime() {
        let pages = (0..<400).map { _ in
            PageText.written((0..<6).map { "Page \($0) of 300 www.example\($0).de Kundennr. 1234\($0)" })
        }
        #expect(PagesTogether.read(DocumentText(pages)).numbers.count == ReadingLimits.pages)
    }
}
