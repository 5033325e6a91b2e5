import Testing

@testable import Shared

/// All that is read of a document, at once.
@Suite struct ReadingDocumentTests {
    static let hints = ReadingHints(today: CalendarDate("2026-11-24")!)

    func read(_ pages: [String]...) -> DocumentReading {
        DocumentReading(pages.map { PageText.written($0) }, hints: Self.hints, kinds: KindReader())
    }

    @Test func aBillSaysWhenForWhomAndHowMuch() {
        let bill = read([
            "Stadtwerke Musterstadt          Kundennummer: 4711 0815",
            "Frau Anna Müller                Rechnungsdatum: 18.10.2025",
            "Hauptstr. 12a", "12345 Musterstadt", "Ihre Stromrechnung vom 01.10.2024 bis 30.09.2025", "Verbrauch 2.500 kWh",
            "Rechnungsbetrag 952,00 €", "IBAN DE30 5075 0094 0000 0485 67", "Seite 1 von 1",
        ])
        #expect(bill.dates.answer(.issued).certain?.value.date.description == "2025-10-18")
        #expect(bill.amounts.answer(.total).certain?.value.hundredths == 95_200)
        #expect(bill.period.certain?.value.end.description == "2025-09-30" && bill.accounts.count == 1)
        #expect(bill.name("Anna Mueller")?.value.isSame == true && bill.name("Bob Miller")?.value.isSame == false)
        #expect(bill.address("Hauptstraße 12a, 12345 Musterstadt")?.value.isSame == true)
        #expect(bill.kind.looksLike?.kind == "utility-bill" && bill.pages.faults.isEmpty && bill.hasText)
    }

    @Test func aZoneSpeaksBeforePrint() {
        let passport = read([
            "Date of expiry 15 APR 2032", "Date of birth 12 AUG 1974", "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
            "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
        ])
        #expect(passport.expiryDate.certain?.value.date.description == "2012-04-15")
        #expect(passport.birthDate.certain?.source == .zone && passport.name("Anna Maria Eriksson")?.value.isSame == true)
        #expect(passport.kind.looksLike?.kind == "passport")
    }

    @Test func aPictureWithoutTextSaysNothing() {
        let photo = read([])
        #expect(!photo.hasText && photo.dates.all.isEmpty && photo.birthDate == .nothing && photo.expiryDate == .nothing)
        #expect(photo.kind.verdict(declared: "utility-bill") == .noText && photo.sides == .unclear)
    }
}
