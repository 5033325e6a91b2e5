import Shared
import Testing

@testable import Text

/// Zones that are drawn with the strokes that they are compared with: of any size, blurred by being made small, on any side.
@Suite struct ZoneLookTests {
    static let passport = ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"]
    static let card = ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"]
    static let smallBooklet = ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"]

    /// Grey on lighter grey at the foot of a page, 16 pixels from sign to sign times `scale`.
    func page(_ lines: [String], scale: Double = 1, margin: Int = 60) throws -> PagePicture {
        let glyphs = ZoneGlyphs.ink()
        let width = (lines.first?.utf8.count ?? 0) * ZoneGlyphs.pitch + 2 * margin
        let height = width * 2 / 3
        var bytes = [UInt8](repeating: 220, count: width * height)
        for (row, line) in lines.enumerated() {
            let top = height - margin - (lines.count - row) * 36
            for (column, sign) in line.utf8.enumerated() {
                guard let index = ZoneColumns.signs.firstIndex(of: sign) else { continue }
                for (place, ink) in glyphs[index].enumerated() {
                    let x = margin + column * ZoneGlyphs.pitch + place % ZoneGlyphs.pitch
                    bytes[(top + place / ZoneGlyphs.pitch) * width + x] = UInt8(220 - 170 * ink)
                }
            }
        }
        let rgb = bytes.flatMap { [$0, $0, $0] }
        let page = try PagePicture(rgb: rgb, size: PixelSize(width: width, height: height))
        return scale == 1 ? page : try page.scaled(by: scale)
    }

    func lines(_ words: [PageWord]?) -> [String] { words?.map(\.text) ?? [] }

    @Test(arguments: [1.0, 0.45, 1.7])
    func aZoneIsReadSignBySign(scale: Double) throws {
        let look = try ZoneLook(try page(Self.passport, scale: scale), turnedBy: 0)
        let words = try #require(try look.words(insteadOf: []))
        #expect(lines(words) == Self.passport)
        #expect(words.map(\.line) == [0, 1])
        // It lies at the foot of its page, over nearly all of its width.
        #expect(words.allSatisfy { $0.box.left < 1000 && $0.box.right > 9000 && $0.box.top > 6000 }, "\(words)")
    }

    @Test func theOtherFormatsAreReadToo() throws {
        for zone in [Self.card, Self.smallBooklet] {
            #expect(lines(try ZoneLook(try page(zone), turnedBy: 0).words(insteadOf: [])) == zone)
        }
    }

    @Test(arguments: [1, 2, 3])
    func aPageThatLiesOnItsSideIsTurned(quarters: Int) throws {
        let lying = try page(Self.card).turned(quarters: 4 - quarters)
        let words = try #require(try ZoneLook(lying, turnedBy: quarters).words(insteadOf: []))
        #expect(lines(words) == Self.card)
        let box = words[0].box
        switch quarters {
        case 1: #expect(box.left > 5000 && box.top < 1500, "\(box)")
        case 2: #expect(box.top < 4000, "\(box)")
        default: #expect(box.right < 5000, "\(box)")
        }
    }

    @Test func whatWasReadThereGivesWay() throws {
        let above = PageWord(
            text: "Passport", box: PageBox(left: 800, top: 500, right: 2000, bottom: 700), confidence: 90, line: 0)
        let picture = try page(Self.passport)
        let zone = try #require(try ZoneLook(picture, turnedBy: 0).words(insteadOf: []))
        let misread = zone.map { PageWord(text: "P<UT0ERIK", box: $0.box, confidence: 20, line: $0.line + 1) }
        #expect(lines(try ZoneLook(picture, turnedBy: 0).words(insteadOf: [above] + misread)) == ["Passport"] + Self.passport)
    }

    /// Sure words with small letters are no zone: nothing is compared.
    @Test func proseIsLeftAlone() throws {
        let picture = try page(Self.passport)
        let zone = try #require(try ZoneLook(picture, turnedBy: 0).words(insteadOf: []))
        let prose = zone.map { PageWord(text: "written in small letters", box: $0.box, confidence: 90, line: $0.line) }
        #expect(try ZoneLook(picture, turnedBy: 0).words(insteadOf: prose) == nil)
    }

    @Test func anEmptyPageHasNoZone() throws {
        #expect(try ZoneLook(try page([String(repeating: " ", count: 44)]), turnedBy: 0).words(insteadOf: []) == nil)
    }

    // MARK: - Bars

    @Test func linesBelowEachOtherMakeStrips() {
        func bar(_ y: Double, length: Double = 400, slope: Double = 0) -> ZoneBar {
            ZoneBar(x: 300, y: y, length: length, thickness: 10, slope: slope)
        }
        #expect(ZoneStrip.strips(of: [bar(100), bar(122)]).map(\.middles.count) == [2])
        #expect(ZoneStrip.strips(of: [bar(100), bar(122), bar(144)]).map(\.middles.count) == [3, 2, 2])
        #expect(ZoneStrip.strips(of: [bar(100), bar(300)]).isEmpty)
        #expect(ZoneStrip.strips(of: [bar(100), bar(122, length: 300)]).isEmpty)
        #expect(ZoneStrip.strips(of: [bar(100), bar(122, slope: 0.1)]).isEmpty)
        // A book has many such lines.
        #expect(ZoneStrip.strips(of: (0..<20).map { bar(100 + 22 * Double($0)) }).isEmpty)
    }
}
