import Testing

@testable import Shared

/// The days that a document prints, and what each is the day of.
@Suite struct ReadingDateTests {
    static let today = CalendarDate("2026-11-24")!

    func dates(_ lines: String..., country: String? = nil, languages: [String] = []) -> DocumentDates {
        let hints = ReadingHints(today: Self.today, country: country, languages: languages)
        return DateReader.read(DocumentText([.written(lines)]), hints: hints)
    }

    func only(_ line: String, country: String? = "GB", languages: [String] = []) -> String? {
        let hints = ReadingHints(today: Self.today, country: country, languages: languages)
        let all = DateReader.read(DocumentText([.lines(line)]), hints: hints).all
        return all.count == 1 ? all[0].value.date.description : all.isEmpty ? nil : "\(all.map(\.value.date))"
    }

    @Test(arguments: [
        ("24 August 2026", "2026-08-24"), ("24th of August, 2026", "2026-08-24"), ("August 24, 2026", "2026-08-24"),
        ("August 3 , 2014", "2014-08-03"), ("24. August 2026", "2026-08-24"), ("1er juillet 2015", "2015-07-01"),
        ("02 Juillet 2015", "2015-07-02"), ("15 de marzo de 2024", "2024-03-15"), ("1º de mayo de 2024", "2024-05-01"),
        ("1o de mayo de 2024", "2024-05-01"), ("19 april 2014", "2014-04-19"), ("3 mrt. 2025", "2025-03-03"),
        ("7. März 2025", "2025-03-07"), ("14/JUN/2017", "2017-06-14"), ("24-MAR-2018", "2018-03-24"), ("05MAR2018", "2018-03-05"),
        ("21 NOV /NOV 2019", "2019-11-21"), ("12 AOÛT/AUG 1974", "1974-08-12"), ("17-Jun-18", "2018-06-17"),
        ("1 févr. 2024", "2024-02-01"), ("2026-08-24", "2026-08-24"), ("24.08.2026", "2026-08-24"), ("24/8/26", "2026-08-24"),
        ("24. 8. 2026", "2026-08-24"), ("13 07 1990", "1990-07-13"), ("２０２６年８月２４日", "2026-08-24"),
        ("令和8年8月24日", "2026-08-24"), ("令和 元 年 5 月 1 日", "2019-05-01"), ("平成31年4月30日", "2019-04-30"),
        ("昭和64年1月7日", "1989-01-07"), ("二〇二六年八月二十四日", "2026-08-24"), ("2026-08-24T10:30:00Z", "2026-08-24"),
    ])
    func printedFormsAreRead(line: String, date: String) {
        #expect(only(line) == date)
    }

    @Test(arguments: [
        "10.12.03.2018", "192.168.10.11", "31.02.2024", "Tel. 030 12 34 56 78", "12,34,56", "0800/123/456", "12:30:45",
        "99/99/2020",
        "1/2", "v1.2.3", "IBAN DE30 5075 0094 0000 0485 67",
    ])
    func whatIsNoDayIsNotRead(line: String) {
        #expect(only(line) == nil)
    }

    @Test func aLetterIsTakenForAFigureWithinADayOnly() {
        #expect(only("O5/O3/2O18", country: "GB") == "2018-03-05")
        #expect(only("l2.o3.2018") == "2018-03-12")
        #expect(only("IO/lO/OIO") == nil)
    }

    @Test(arguments: [
        ("Invoice date: 24 August 2026", ReadDate.Meaning.issued), ("Rechnungsdatum 24.08.2026", .issued),
        ("Date de facture : 24/08/2026", .issued), ("Fecha de emisión: 24/08/2026", .issued),
        ("Factuurdatum: 24-08-2026", .issued),
        ("発行日 2026年8月24日", .issued), ("2026年8月24日 発行", .issued), ("lnvoice Date 24/08/2026", .issued),
        ("Facture n° 12 du 24 août 2026", .issued), ("Rechnung Nr. 77 vom 24.08.2026", .issued),
        ("Wien, den 24. August 2026", .issued),
        ("Lyon, le 24 août 2026", .issued), ("Due date: 24 August 2026", .due), ("zahlbar bis 24.08.2026", .due),
        ("Date limite de paiement le 24 août 2026", .due), ("Fecha de vencimiento: 24/08/2026", .due), ("お支払期限 2026年8月24日", .due),
        ("Vervaldatum 24-08-2026", .due), ("Valid until 24 Aug 2026", .validUntil), ("Gültig bis 24.08.2026", .validUntil),
        ("Date d’expiration 24.08.2026", .validUntil), ("Date of expiry 24 08 2026", .validUntil),
        ("Fecha de caducidad 24 08 2026", .validUntil), ("2026年8月24日まで有効", .validUntil), ("Geldig tot 24-08-2026", .validUntil),
        ("Date of birth 24/08/1990", .birth), ("Geburtsdatum: 24.08.1990", .birth), ("Né(e) le : 24/08/1990", .birth),
        ("生年月日 昭和60年8月24日", .birth), ("Order date: 24/08/2026", .other), ("Bestelldatum: 24.08.2026", .other),
        ("24/08/2026 18:45", .issued), ("Köln, 24. August 2026", .issued), ("24 August 2026", .issued),
        ("4a. 24.08.2016", .issued),
        ("4b. 24.08.2031", .validUntil), ("überweisen Sie den Betrag bis zum 24.08.2026", .due),
        ("à régler avant le 24/08/2026", .due),
        ("Geb.-Datum 24.08.90", .birth), ("gültig bis zum 24.08.2026", .validUntil), ("Hello 24/08/2026", .unknown),
    ])
    func theLabelSaysWhatItIsTheDayOf(line: String, meaning: ReadDate.Meaning) {
        let all = dates(line, country: "GB").all
        #expect(all.map(\.value.meaning) == [meaning])
    }

    @Test func aLabelStandsAboveOrFartherAlongTheRow() {
        let table = dates("Customer  Invoice Date:     Due Date:", "4711      20-03-2023        04-04-2023")
        #expect(table.answer(.issued).certain?.value.date.description == "2023-03-20")
        #expect(table.answer(.due).certain?.value.date.description == "2023-04-04")
        #expect(table.answer(.issued).certain?.source == .heading)
        let row = dates("Invoice Number:          42183017", "Invoice Date:            August 3, 2014")
        #expect(row.answer(.issued).certain?.value.date.description == "2014-08-03")
    }

    @Test func whichNumberIsTheMonthFollowsFromWhatIsKnown() {
        #expect(dates("Invoice date: 03/04/2024").answer(.issued).certain == nil)
        #expect(dates("Invoice date: 03/04/2024").all[0].value.otherwise != nil)
        #expect(dates("Invoice date: 03/04/2024", country: "US").answer(.issued).certain?.value.date.description == "2024-03-04")
        #expect(dates("Invoice date: 03/04/2024", country: "GB").answer(.issued).certain?.value.date.description == "2024-04-03")
        #expect(dates("Rechnungsdatum: 03.04.2024").answer(.issued).certain?.value.date.description == "2024-04-03")
        let other = dates("Invoice date: 03/04/2024", "Due date: 03/31/2024")
        #expect(other.answer(.issued).certain?.value.date.description == "2024-03-04")
        let american = dates("Invoice date: 03/04/2024", "Fremont CA 94538, United States")
        #expect(american.answer(.issued).best?.value.date.description == "2024-03-04")
        let german = dates("Invoice date: 03/04/2024", "wir sind in 10115 Berlin und die Rechnung ist für Sie")
        #expect(german.answer(.issued).best?.value.date.description == "2024-04-03")
        let inWords = dates("Invoice date: 03/04/2024", "paid on 4 March 2024", "order date 03/05/2024")
        #expect(inWords.answer(.issued).best?.value.date.description == "2024-03-04")
        // What lies ahead was not issued.
        #expect(dates("Invoice date: 12/01/2026", country: nil).answer(.issued).best?.value.date.description == "2026-01-12")
    }

    @Test func twoDaysOfIssueAreNotCertain() {
        let answer = dates("Invoice date: 3 May 2024", "Invoice date: 8 May 2024").answer(.issued)
        guard case .candidates(let facts) = answer else {
            Issue.record("It is certain of one.")
            return
        }
        #expect(Set(facts.map(\.value.date.description)) == ["2024-05-03", "2024-05-08"])
    }

    @Test func aPoorlyReadDayIsACandidateOnly() {
        let page = PageText.lines("Invoice date: 3 May 2024", source: .recognized, confidence: 60)
        let answer = DateReader.read(DocumentText([page]), hints: ReadingHints(today: Self.today)).answer(.issued)
        #expect(answer.certain == nil && answer.best?.value.date.description == "2024-05-03")
        #expect(dates("nothing here").answer(.issued) == .nothing)
    }

    @Test func aSecondLookConfirmsOrContests() {
        func answer(_ first: String, _ second: String) -> ReadAnswer<ReadDate> {
            let pages = [first, second].map { PageText.lines($0, source: .recognized, confidence: 75) }
            let document = DocumentText([pages[0]], secondLooks: [0: pages[1], 7: pages[1]])
            return DateReader.read(document, hints: ReadingHints(today: Self.today)).answer(.issued)
        }
        #expect(answer("Invoice date: 3 May 2024", "Invoice date: 3 May 2024").certain?.page == 0)
        #expect(answer("Invoice date: 3 May 2024", "nvo dat 3 May 2024").certain?.value.meaning == .issued)
        let contested = answer("Invoice date: 3 May 2024", "Invoice date: 8 May 2024")
        #expect(contested.certain == nil && contested.best != nil)
        #expect(answer("", "Invoice date: 3 May 2024").best?.value.date.description == "2024-05-03")
    }

    @Test func aDayAheadWasNotIssuedYet() {
        #expect(dates("Invoice date: 3 May 2031").answer(.issued).certain == nil)
    }

    @Test func bookingsOfATableAreNotTheDayOfIssue() {
        let statement = dates(
            "Statement date  30 April 2024", "Date        Text", "02/04/2024  Shop", "05/04/2024  Rent", "09/04/2024  Shop",
            "17/04/2024  Shop", "21/04/2024  Shop")
        #expect(statement.answer(.issued).certain?.value.date.description == "2024-04-30")
        #expect(statement.all.dropFirst().allSatisfy { $0.value.meaning == .other })
    }

    @Test func aPeriodHasTwoEnds() {
        for line in [
            "01.05.2024 - 31.05.2024", "vom 01.05.2024 bis 31.05.2024", "du 01/05/2024 au 31/05/2024",
            "1 May 2024 to 31 May 2024", "2024年5月1日～2024年5月31日", "01-05-2024 t/m 31-05-2024",
        ] {
            let all = dates(line, country: "FR").all
            #expect(all.map(\.value.meaning) == [.periodStart, .periodEnd], "\(line)")
            #expect(all.map(\.value.date.description) == ["2024-05-01", "2024-05-31"], "\(line)")
        }
    }

    @Test func aDeclaredDayIsFoundInEitherReading() {
        let printed = dates("Due date 04/03/2024", "Invoice date: 03/04/2024", country: "US")
        #expect(printed.places(of: CalendarDate("2024-03-04")!).map(\.value.meaning) == [.issued, .due])
        #expect(printed.places(of: CalendarDate("2024-04-03")!).count == 2)
        #expect(printed.places(of: CalendarDate("2025-03-04")!).isEmpty)
    }

    @Test func aShortYearOfBirthLiesBehind() {
        #expect(dates("Geburtsdatum 03.05.40").all.map(\.value.date.description) == ["1940-05-03"])
        #expect(dates("Valid until 03.05.40", country: "GB").all.map(\.value.date.description) == ["2040-05-03"])
    }

    @Test func theEraLetterIsReadInJapaneseAlone() {
        #expect(dates("お支払いください", "発行日 R6.8.24").all.first?.value.date.description == "2024-08-24")
        #expect(dates("Room R6.8.24").all.isEmpty)
    }

    @Test func aHostilePageEndsInTime() {
        let words = (0..<30_000).map { index in
            PageWord(
                text: "01.02.2024",
                box: PageBox(
                    left: index % 97 * 100, top: index / 97 * 30, right: index % 97 * 100 + 90, bottom: index / 97 * 30 + 25),
                confidence: 90, line: index / 3)
        }
        let page = PageText(source: .recognized, proportion: .nan, words: words)
        let dates = DateReader.read(DocumentText([page, page]), hints: ReadingHints(today: Self.today))
        #expect(dates.all.count <= 2 * 2 * ReadingLimits.candidates + 20)
        let long = PageWord(text: String(repeating: "1/", count: 100_000), box: .whole, confidence: 90, line: 0)
        #expect(
            DateReader.read(
                DocumentText([PageText(source: .layer, proportion: 1, words: [long])]), hints: ReadingHints(today: Self.today)
            ).all.count < 300)
    }
}
