import Testing

@testable import Shared

/// What may stand where in a zone.
@Suite struct ZoneColumnTests {
    static let examples: [(TravelZone.Format, [String])] = [
        (.td1, ReadingZoneTests.card), (.td2, ReadingZoneTests.smallBooklet), (.td3, ReadingZoneTests.passport),
        (.visaA, ReadingZoneTests.visaA), (.visaB, ReadingZoneTests.visaB),
        (
            .frenchCard,
            ["IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "8806923102858CORINNE<<<<<<<6512068F6"].map { String($0.prefix(36)) }
        ),
    ]

    @Test(arguments: examples.indices)
    func theExamplesOfEachFormatMayStand(index: Int) {
        let (format, lines) = Self.examples[index]
        let columns = ZoneColumns(format)
        #expect(columns.lines.count == lines.count)
        for (line, allowed) in zip(lines, columns.lines) {
            #expect(line.utf8.count == columns.width && allowed.count == columns.width)
            for (sign, column) in zip(line.utf8, allowed) {
                #expect(column.allows(sign), "\(format): \(line)")
            }
        }
    }

    @Test func aLetterIsNoDigit() {
        let second = ZoneColumns(.td3).lines[1]
        #expect(!second[13].allows(UInt8(ascii: "O")) && second[13].allows(UInt8(ascii: "0")))
        #expect(!second[10].allows(UInt8(ascii: "0")) && second[10].allows(UInt8(ascii: "O")))
        #expect(second[0].allows(UInt8(ascii: "0")) && second[0].allows(UInt8(ascii: "O")))
        #expect(!ZoneColumns.Column.any.allows(UInt8(ascii: "a")))
    }

    @Test func theFirstLineTellsTheFormat() {
        func format(_ line: String) -> TravelZone.Format? { TravelZone.Format(ofTwoLines: Array(line.utf8)) }
        #expect(format(ReadingZoneTests.passport[0]) == .td3 && format(ReadingZoneTests.visaA[0]) == .visaA)
        #expect(format(ReadingZoneTests.smallBooklet[0]) == .td2 && format(ReadingZoneTests.visaB[0]) == .visaB)
        #expect(format("IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<") == .frenchCard)
        #expect(format("XDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<") == nil && format("P<UTO") == nil && format("") == nil)
    }
}
