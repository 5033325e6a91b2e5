import Testing

@testable import Shared

/// Machine-readable zones. The lines of the first five are the examples of ICAO 9303.
@Suite struct ReadingZoneTests {
    static let today = CalendarDate("2026-11-24")!
    static let passport = ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"]
    static let card = ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"]
    static let smallBooklet = ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"]
    static let visaA = ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX4009078F96121096ZE184226B<<<<<<"]
    static let visaB = ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX4009078F9612109<<<<<<<<"]
    static let french = ["IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "8806923102858CORINNE<<<<<<<6512068F6"]

    func read(_ lines: [String]) -> ReadFact<TravelZone>? {
        ZoneReader.read(
            DocumentText([.written(["Some printed words"] + lines, source: .recognized, confidence: 70)]), today: Self.today
        )
        .first
    }

    @Test func aPassportIsRead() throws {
        let fact = try #require(read(Self.passport))
        let zone = fact.value
        #expect(zone.format == .td3 && zone.isValid && zone.mended.isEmpty && fact.isCertain)
        #expect(zone.documentCode == "P" && zone.issuingState == "UTO" && zone.nationality == "UTO")
        #expect(zone.surname == "ERIKSSON" && zone.givenNames == "ANNA MARIA" && zone.documentNumber == "L898902C3")
        #expect(zone.birthDate?.description == "1974-08-12" && zone.sex == .female && zone.optionalData == "ZE184226B")
        #expect(zone.expiryDate?.description == "2012-04-15" && zone.isExpired(on: Self.today) == true)
        #expect(zone.isExpired(on: CalendarDate("2012-04-15")!) == false)
        #expect(zone.checks.map(\.field) == [.documentNumber, .birthDate, .expiryDate, .optionalData, .composite])
        #expect(
            zone.age(on: CalendarDate("1992-08-11")!) == 17 && zone.isYounger(than: 18, on: CalendarDate("1992-08-12")!) == false)
        #expect(fact.box.top >= 300)
    }

    @Test(arguments: [
        (Self.card, TravelZone.Format.td1, "D23145890"), (Self.smallBooklet, .td2, "D23145890"),
        (Self.visaA, .visaA, "L8988901C"),
        (Self.visaB, .visaB, "L8988901C"),
    ])
    func theOtherFormatsAreRead(lines: [String], format: TravelZone.Format, number: String) throws {
        let zone = try #require(read(lines)).value
        #expect(zone.format == format && zone.isValid && zone.documentNumber == number)
        #expect(zone.surname == "ERIKSSON" && zone.givenNames == "ANNA MARIA")
    }

    @Test func theFrenchCardOfBefore2021IsRead() throws {
        let zone = try #require(read(Self.french)).value
        #expect(zone.format == .frenchCard && zone.isValid && zone.surname == "BERTHIER" && zone.givenNames == "CORINNE")
        #expect(zone.documentNumber == "880692310285" && zone.birthDate?.description == "1965-12-06" && zone.expiryDate == nil)
        #expect(zone.isExpired(on: Self.today) == nil)
    }

    @Test func fillersAndBlanksMayBeReadWrongly() throws {
        let noisy = ["PCUTOERIKSSON<«ANNA<MARIA<< <<< <K KKK KKK eecc", "| L898902C36UT07408122F1204159ZE184226B<<c10"]
        let zone = try #require(read(noisy)).value
        #expect(zone.isValid && zone.surname == "ERIKSSON" && zone.nationality == "UTO" && zone.documentCode == "P")
        let card = try #require(
            read(["I<UTOD231458907<<<<<<<(((((<<<", "74O8122F12O4159UT0 <<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<"])
        ).value
        #expect(card.isValid && card.mended.isEmpty)
    }

    @Test func oneSignIsMendedWhereThatIsTheOnlyWay() throws {
        let polish = ["P<POLKOWALSKA<<JOANNA<<<<<<<<<<<<<<<<<<<<<<<", "AAOOOOOOO0POL6002084F1412314<<<<<<<<<<<<<<<4"]
        let zone = try #require(read(polish)).value
        #expect(zone.isValid && zone.documentNumber == "AA0000000" && zone.mended == [.documentNumber])
        #expect(try #require(read(polish)).confidence < 99)
    }

    @Test(arguments: [0, 5, 9, 13, 18, 19, 22, 26, 27, 31, 42, 43])
    func aChangedFigureIsNoticed(place: Int) throws {
        var signs = Array(Self.passport[1].utf8)
        // Never one of the pairs that are mended.
        signs[place] = signs[place] == UInt8(ascii: "4") ? UInt8(ascii: "7") : UInt8(ascii: "4")
        let changed = read([Self.passport[0], String(decoding: signs, as: UTF8.self)])
        #expect(changed?.value.isValid != true)
        #expect(changed?.isCertain != true)
    }

    @Test func longNumbersGoOnInTheOptionalData() throws {
        let number = "D23145890734"
        let check = String(decoding: [ZoneSign.checkDigit(Array(number.utf8))], as: UTF8.self)
        let first = "I<UTO" + number.prefix(9) + "<" + number.suffix(3) + check + String(repeating: "<", count: 11)
        var second = "7408122F1204159UTO<<<<<<<<<<<"
        let all = String(first.dropFirst(5)) + second.prefix(7) + second.dropFirst(8).prefix(7) + second.dropFirst(18)
        second += String(decoding: [ZoneSign.checkDigit(Array(all.utf8))], as: UTF8.self)
        let zone = try #require(read([first, second, Self.card[2]])).value
        #expect(zone.isValid && zone.documentNumber == number)
    }

    @Test func theNameIsComparedAlsoWhereItIsCut() throws {
        let zone = try #require(read(Self.passport)).value
        #expect(zone.compared(withName: "Anna Maria Eriksson").isSame && !zone.compared(withName: "John Eriksson").isSame)
        #expect(!zone.isNameCut)
        let long = ["P<UTOPAPANDROPOULOUS<<JONATHON<WARREN<TREVOR", Self.passport[1]]
        let cut = try #require(read(long)).value
        #expect(cut.isNameCut && cut.compared(withName: "Jonathon Warren Trevorson Papandropoulous").isSame)
    }

    @Test func theBetterOfTwoLooksCounts() throws {
        let damaged = PageText.written([Self.passport[0], Self.passport[1].replacing("7408122", with: "7408129")])
        let document = DocumentText([damaged], secondLooks: [0: .written(Self.passport)])
        let zones = ZoneReader.read(document, today: Self.today)
        #expect(zones.count == 1 && zones[0].value.isValid && zones[0].page == 0)
    }

    @Test func wordsAreNoZone() {
        #expect(read(["THE QUICK BROWN FOX JUMPS OVER THE LAZY DOGS", "ALL LETTERS OF THE ALPHABET STAND IN THIS LINE"]) == nil)
        #expect(read(Array(repeating: String(repeating: "<", count: 44), count: 40)) == nil)
        #expect(read(Array(repeating: String(repeating: "0", count: 36), count: 200))?.isCertain != true)
    }

    @Test func anAgeIsInFullYears() {
        #expect(TravelZone.age(of: CalendarDate("2008-02-29")!, on: CalendarDate("2026-02-28")!) == 17)
        #expect(TravelZone.age(of: CalendarDate("2008-02-29")!, on: CalendarDate("2026-03-01")!) == 18)
        #expect(TravelZone.age(of: CalendarDate("2030-01-01")!, on: Self.today) == 0)
    }
}
