import Testing

@testable import Shared

/// Amounts, numbers of accounts and customers, and the period that a statement is for.
@Suite struct ReadingAmountTests {
    static let hints = ReadingHints(today: CalendarDate("2026-11-24")!, country: "GB")

    func amounts(_ line: String) -> [ReadAmount] { AmountReader.read(DocumentText(line)).all.map(\.value) }

    @Test(arguments: [
        ("1.234,56", 123_456, nil), ("1,234.56", 123_456, nil), ("1'234.56", 123_456, nil), ("1’234.56 CHF", 123_456, "CHF"),
        ("1 234,56 €", 123_456, "EUR"), ("1\u{202F}234,56 €", 123_456, "EUR"), ("EUR 49,99", 4_999, "EUR"), ("€3.50", 350, "EUR"),
        ("£12", 1_200, "GBP"), ("¥1,234", 123_400, "JPY"), ("1,234円", 123_400, "JPY"), ("RM6.90", 690, "MYR"),
        ("Rs. 319.00", 31_900, "INR"),
        ("US$ 4.11", 411, "USD"), ("$4.11", 411, nil), ("-12,00", -1_200, nil), ("€ -9,32", -932, "EUR"), ("0,75 €", 75, "EUR"),
        ("1.234.567,89", 123_456_789, nil), ("10 000€", 1_000_000, "EUR"), ("12.345 EUR", 1_234_500, "EUR"),
    ])
    func printedFormsAreRead(text: String, hundredths: Int, currency: String?) {
        #expect(amounts(text).map(\.hundredths) == [hundredths])
        #expect(amounts(text).map(\.currency) == [currency])
    }

    @Test(arguments: [
        "12", "21 %", "14.50%", "1234", "CA6707", "12.03.2018", "192.168.10.11", "1.2.3", "030 12 34 56",
        "99999999999999999999.99",
        "1,23,456.7",
    ])
    func whatIsNoAmountIsNotRead(text: String) {
        #expect(amounts(text).isEmpty)
    }

    @Test func theSumIsFoundByItsLabel() {
        let bill = AmountReader.read(
            DocumentText(
                "Artikel              Preis", "Strom                100,00 €", "Zwischensumme        100,00 €",
                "MwSt. 19%             19,00 €",
                "Rechnungsbetrag      119,00 €"))
        #expect(bill.answer(.total).certain?.value.hundredths == 11_900)
        #expect(bill.answer(.net).best?.value.hundredths == 10_000)
        #expect(bill.answer(.tax).best?.value.hundredths == 1_900)
        let row = AmountReader.read(DocumentText("Total facture    24.99   5.00   29.99"))
        #expect(row.answer(.total).certain?.value.hundredths == 2_999)
        let two = AmountReader.read(DocumentText("Amount due 12.00", "Amount due 13.00"))
        #expect(two.answer(.total).certain == nil && two.answer(.total).best != nil)
        #expect(AmountReader.read(DocumentText("12.00")).answer(.total) == .nothing)
        for line in ["Rechnungsbetrag inkl. 19% MwSt. 119,00 €", "Total incl. VAT 119.00", "Total (dont TVA 20%) 119,00 €"] {
            #expect(AmountReader.read(DocumentText(line)).answer(.total).best?.value.hundredths == 11_900, "\(line)")
        }
        #expect(AmountReader.read(DocumentText("ご請求金額  12,340円")).answer(.total).certain?.value.hundredths == 1_234_000)
    }

    @Test(arguments: [
        "DE30507500940000048567", "FR76 1010 7002 4500 6170 5231 739", "NL50INGB0683251309", "GB82 WEST 1234 5698 7654 32",
        "CH93 0076 2011 6238 5295 7",
    ])
    func anIBANHasTheLengthOfItsCountryAndItsDigitsHold(text: String) throws {
        let found = IBANReader.read(DocumentText("IBAN: \(text) BIC"))
        #expect(found.map(\.value.text) == [text.split(separator: " ").joined()])
        let wrong = text.replacing("7", with: "8", maxReplacements: 1)
        #expect(wrong == text || IBANReader.read(DocumentText("IBAN: \(wrong) BIC")).isEmpty)
        #expect(IBAN(text + "0") == nil && IBAN(text.dropLast()) == nil)
    }

    @Test func whatIsNoIBANIsNone() {
        for text in ["", "DE", "XX12345678901234567890", "DE3050750094000004856\u{301}7", "DE30 5075  0094 0000 0485 6"] {
            #expect(IBAN(text) == nil)
        }
        #expect(IBANReader.read(DocumentText(String(repeating: "DE30 ", count: 2_000))).isEmpty)
    }

    @Test(arguments: [
        ("Account number: 296664039561", ReadNumber.Meaning.account, "296664039561"), ("Kundennr. 47774", .customer, "47774"),
        ("N° client : 10577874", .customer, "10577874"), ("Klantnummer: 6669263", .customer, "6669263"),
        ("Rechnungsnr. RE-2024/0815", .document, "RE-2024/0815"),
        ("Facture n°562044387 du 02 Juillet 2015", .document, "562044387"),
        ("お客様番号 123-4567-890", .customer, "123-4567-890"), ("Policy no. ab 123 456", .contract, "123 456"),
        ("Steuer-Nr. 044 241 601 03", .tax, "044 241 601 03"), ("Número de cliente: 0012345", .customer, "0012345"),
    ])
    func numbersStandBehindTheirLabels(line: String, meaning: ReadNumber.Meaning, text: String) {
        #expect(NumberReader.read(DocumentText(line)).map(\.value) == [ReadNumber(meaning, text: text)])
    }

    @Test func aNumberStandsBelowItsLabelAndIsNoDay() {
        let table = NumberReader.read(DocumentText("Id.client         Numéro de ligne", "10577874          FO10479674"))
        #expect(table.map(\.value.text) == ["10577874", "FO10479674"])
        #expect(NumberReader.read(DocumentText("Invoice 03/20/2023", "Invoice $4.11")).isEmpty)
    }

    @Test(arguments: [
        ("This invoice is for the billing period July 1 - July 31 , 2014", "2014-07-01", "2014-07-31"),
        ("Haut débit du 1er au 31 Juillet 2015", "2015-07-01", "2015-07-31"),
        ("Zeitraum 01.05.14-31.05.14", "2014-05-01", "2014-05-31"),
        ("vom 01.12. bis 31.12.2024", "2024-12-01", "2024-12-31"), ("1 December to 28 February 2024", "2023-12-01", "2024-02-28"),
        ("Statement period: 1 May 2024 to 31 May 2024", "2024-05-01", "2024-05-31"),
        ("Abrechnungsmonat Februar 2024", "2024-02-01", "2024-02-29"),
        ("2026年8月分", "2026-08-01", "2026-08-31"), ("令和 8 年 8 月分", "2026-08-01", "2026-08-31"),
        ("ご利用期間 2026年7月1日～2026年7月31日", "2026-07-01", "2026-07-31"),
        ("Bulletin de paie Mars 2024", "2024-03-01", "2024-03-31"),
        ("Periodo de facturación del 01/05/2024 al 31/05/2024", "2024-05-01", "2024-05-31"),
    ])
    func thePeriodIsRead(line: String, start: String, end: String) {
        let document = DocumentText(line)
        let answer = PeriodReader.read(document, dates: DateReader.read(document, hints: Self.hints), hints: Self.hints)
        #expect(answer.certain?.value == DatePeriod(start: CalendarDate(start)!, end: CalendarDate(end)!))
    }

    @Test func aMonthThatNothingNamesIsACandidate() {
        let document = DocumentText("Founded in May 2014")
        let answer = PeriodReader.read(document, dates: DateReader.read(document, hints: Self.hints), hints: Self.hints)
        #expect(answer.certain == nil && answer.best != nil)
    }
}
