import Testing

@testable import Shared

/// Names and addresses compared with what is expected.
@Suite struct ReadingPersonTests {
    @Test(arguments: [
        ("Anna Maria Eriksson", "Anna Maria Eriksson"), ("Anna Maria Eriksson", "ERIKSSON ANNA MARIA"),
        ("Anna Eriksson", "Eriksson, Anna"),
        ("Anna Maria Eriksson", "Anna Eriksson"), ("Anna Maria Eriksson", "A. M. Eriksson"),
        ("Anna Maria Eriksson", "A. Eriksson"),
        ("Jürgen Müller", "JUERGEN MUELLER"), ("Jürgen Müller", "Jurgen Muller"), ("Juergen Mueller", "Jürgen Müller"),
        ("Ju\u{308}rgen Mu\u{308}ller", "Juergen Mueller"), ("Søren Ågård", "SOEREN AAGAARD"), ("Søren Ågård", "Soren Agard"),
        ("Weiß Thomas", "Thomas Weiss"), ("Ольга Иванова", "OLGA IVANOVA"), ("Щукин Юрий", "IURII SHCHUKIN"),
        ("Γιώργος Παπαδόπουλος", "GIORGOS PAPADOPOULOS"),
        ("José Núñez", "JOSE NUNEZ"), ("Jean-Pierre Dupont", "JEAN PIERRE DUPONT"), ("Jean-Pierre Dupont", "Jeanpierre Dupont"),
        ("Seán O’Brien", "SEAN OBRIEN"), ("Ludwig van Beethoven", "Beethoven Ludwig"), ("Anna Müller", "Anna Müller-Schmidt"),
        ("Anna Schmidt", "Anna Schmidt geb. Huber"), ("Herr Dr. Max Huber", "Max Huber"), ("山田 太郎", "山田太郎 様"), ("山田太郎", "山田　太郎"),
        ("Anna Eriksson", "Anna Erikson"), ("María García López", "GARCIA LOPEZ MARIA"),
    ])
    func oneNameIsWrittenInManyWays(expected: String, printed: String) {
        let comparison = NameComparison(expected: expected, printed: printed)
        #expect(comparison.isSame, "\(comparison)")
    }

    @Test(arguments: [
        ("Anna Eriksson", "John Eriksson"), ("Anna Eriksson", "Anna Svensson"), ("Anna Eriksson", "Eriksson"),
        ("Anna Eriksson", "A. E."),
        ("Max Huber", "Max Gruber"), ("Anna Eriksson", "Bob Miller"), ("Anna Eriksson", ""), ("", "Anna"), ("山田太郎", "山田花子"),
        ("Maria Huber", "Mario Huber-Anders Klein"), ("Jan Kowalski", "Jan Nowak"),
    ])
    func anotherNameIsNoneOfThese(expected: String, printed: String) {
        let comparison = NameComparison(expected: expected, printed: printed)
        #expect(!comparison.isSame, "\(comparison)")
    }

    @Test func whatDiffersIsTold() {
        #expect(NameComparison(expected: "Anna Eriksson", printed: "ANNA ERIKSSON").differences.isEmpty)
        #expect(NameComparison(expected: "Anna Maria Eriksson", printed: "Anna Eriksson").differences == [.missing("Maria")])
        #expect(NameComparison(expected: "Anna Eriksson", printed: "Eriksson Anna").differences == [.order])
        #expect(
            NameComparison(expected: "Jürgen Muster", printed: "Juergen Muster").differences
                == [.transliterated(expected: "Jürgen", printed: "Juergen")])
        #expect(
            NameComparison(expected: "Anna Eriksson", printed: "A. Erikson").differences
                == [.initial(expected: "Anna", printed: "A"), .spelling(expected: "Eriksson", printed: "Erikson")])
        #expect(NameComparison(expected: "Anna Huber", printed: "Anna Huber Klein").differences == [.added("Klein")])
    }

    @Test func theNameIsFoundOnThePage() throws {
        let page = DocumentText("Stadtwerke Musterstadt", "Frau Anna M. Eriksson", "Hauptstr. 12a", "Sehr geehrte Frau Eriksson,")
        let found = try #require(NameFinder.find("Anna Maria Eriksson", in: page))
        #expect(found.value.isSame && found.box.top == 300)
        #expect(NameFinder.find("Bob Miller", in: page) == nil)
        #expect(NameFinder.find("Peter Eriksson", in: page)?.value.isSame == false)
        let japanese = try #require(NameFinder.find("山田 太郎", in: DocumentText("請求書", "山田太郎様")))
        #expect(japanese.value.score == 100 && japanese.box.top == 300)
    }

    @Test func fieldsOfACardAreReadTogether() throws {
        let card = DocumentText("Surname   ERIKSSON", "Given names   ANNA MARIA", "Nationality   UTO")
        let found = try #require(NameFinder.find("Anna Maria Eriksson", in: card))
        #expect(found.value.isSame && found.value.differences.contains(.apart))
    }

    @Test(arguments: [
        ("Hauptstraße 12a, 1010 Wien", "Hauptstr. 12 a\n1010 Wien"),
        ("12 High Street, London SW1A 1AA", "12 HIGH ST\nLONDON\nSW1A 1AA"),
        ("35 rue du Logiciel Libre, 69100 Villeurbanne, France", "35 RUE du logiciel libre 69100 VILLEURBANNE"),
        ("Calle Mayor 5, 28013 Madrid", "C/ Mayor, 5\n28013 MADRID"),
        ("Musterstr. 1, 80331 München", "Musterstrasse 1 80331 Muenchen"),
        ("東京都千代田区丸の内1丁目2番3号", "東京都千代田区丸の内１－２－３"), ("Damstraat 5, 1012 JL Amsterdam", "Damstr. 5 1012 JL AMSTERDAM"),
        ("4557 De Silva Street, Fremont, CA 94538", "4557 De Silva St Fremont CA 94538 United States"),
    ])
    func oneAddressIsWrittenInManyWays(expected: String, printed: String) {
        let comparison = AddressComparison(expected: expected, printed: printed)
        #expect(comparison.isSame, "\(comparison)")
    }

    @Test(arguments: [
        ("Hauptstraße 12, 1010 Wien", "Hauptstraße 14, 1010 Wien"), ("Hauptstraße 12, 1010 Wien", "Hauptstraße 12, 1020 Wien"),
        ("Hauptstraße 12, 1010 Wien", "Nebengasse 12, 1010 Wien"), ("Hauptstraße 12, 1010 Wien", ""), ("Hauptstraße 12", "12"),
        ("東京都千代田区丸の内1-2-3", "東京都千代田区丸の内1-2-4"),
    ])
    func anotherAddressIsNoneOfThese(expected: String, printed: String) {
        #expect(!AddressComparison(expected: expected, printed: printed).isSame)
    }

    @Test func theAddressIsFoundOnThePage() throws {
        let bill = DocumentText(
            "Stadtwerke Musterstadt          Kundennr. 12", "Anna Eriksson", "Hauptstr. 12a", "1010 Wien", "", "", "", "", "", "",
            "Ihr Werk 14, 1010 Wien")
        let found = try #require(AddressFinder.find("Hauptstraße 12a, 1010 Wien", in: bill))
        #expect(found.value.isSame && found.value.missing.isEmpty && found.box.top == 500 && found.box.bottom == 820)
        let other = try #require(AddressFinder.find("Hauptstraße 13, 1010 Wien", in: bill))
        #expect(!other.value.isSame && other.value.missing == ["13"])
        #expect(AddressFinder.find("Paris", in: bill) == nil)
    }

    @Test func hostileNamesEndInTime() {
        let long = String(repeating: "Anna-Maria ", count: 100_000)
        #expect(NameComparison(expected: long, printed: long).score == 100)
        #expect(AddressComparison(expected: long, printed: long).score == 100)
        let page = PageText.written((0..<4_000).map { _ in "Anna Maria Eriksson 1010 Wien" })
        #expect(NameFinder.find("Anna Eriksson", in: DocumentText([page]))?.value.isSame == true)
        #expect(AddressFinder.find("Hauptstr. 1, 1010 Wien", in: DocumentText([page])) != nil)
        #expect(NameComparison(expected: "\u{301}\u{301}", printed: "\u{0}").score == 0)
    }
}
