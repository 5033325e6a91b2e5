import Testing

@testable import Shared

/// What codes of pages hold.
@Suite struct ReadingCodeTests {
    static let swiss = [
        "SPC", "0200", "1", "CH4431999123000889012", "S", "Max Muster & Söhne", "Musterstrasse", "123", "8000", "Seldwyla", "CH",
        "", "",
        "", "", "", "", "", "1949.75", "CHF", "S", "Simon Muster", "Musterstrasse", "1", "8000", "Seldwyla", "CH", "QRR",
        "210000000003139471430009017", "Order from 15.10.2020", "EPD", "//S1/10/1234/11/201021/30/102673386",
    ]
    static let sepa = [
        "BCD", "002", "1", "SCT", "BPOTBEB1", "Red Cross of Belgium", "BE72000000001616", "EUR1.5", "CHAR", "", "Urgency fund",
        "",
    ]
    static let licence =
        "@\n\u{1E}\rANSI 636000080002DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDDEN\nDACMICHAEL\nDDFN\nDADJOHN\nDDGN\nDCUJR\nDCAD\n"
        + "DBD06062019\nDBB06061986\nDBA12102024\nDBC1\nDAG2300 WEST BROAD STREET\nDAIRICHMOND\nDAJVA\nDAK232690000  \nDCGUSA\n\rZVZVA01\r"
    static let twoDDoc =
        "DC03FR000001123F1636000126FR245700010MLLE/SAMPLE/ANGELA\u{1D}20\u{1D}21BAT 2 ETG 3\u{1D}227 PLACE DES SPECIMENS\u{1D}23\u{1D}25METZ"
        + "\u{1D}\u{1F}3HJIYP3OAJ4LIZNQXCTZMNQPTT5C2XICTEF4UGJ3NDE2CWM7HJOEEK4ACIY4CZOO5ZOFG35APDZMZQFEAEBWRZTW4CBPG35JE2FJ4EY"

    func bytes(_ lines: [String], separator: String = "\r\n") -> [UInt8] { Array(lines.joined(separator: separator).utf8) }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func aSwissBillIsRead(separator: String) throws {
        let bill = try #require(SwissBill(bytes(Self.swiss, separator: separator)))
        #expect(bill.iban.text == "CH4431999123000889012" && bill.hundredths == 194_975 && bill.currency == "CHF")
        #expect(bill.creditor.name == "Max Muster & Söhne" && bill.creditor.street == "Musterstrasse 123")
        #expect(bill.debtor?.name == "Simon Muster" && bill.debtor?.town == "Seldwyla")
        #expect(bill.reference == .qr("210000000003139471430009017") && bill.message == "Order from 15.10.2020")
        #expect(bill.issued?.description == "2020-10-21")
    }

    @Test func aCombinedAddressAndACreditorReferenceAreRead() throws {
        var lines = Self.swiss
        lines.replaceSubrange(20..<27, with: ["K", "Pia Rutschmann", "Marktgasse 28", "9400 Rorschach", "", "", "CH"])
        lines.replaceSubrange(27..<29, with: ["SCOR", "RF18539007547034"])
        lines[18] = ""
        let bill = try #require(SwissBill(bytes(lines)))
        #expect(bill.debtor?.postcode == "9400" && bill.debtor?.town == "Rorschach" && bill.hundredths == nil)
        #expect(bill.reference == .creditor("RF18539007547034") && bill.issued?.description == "2020-10-21")
    }

    @Test(arguments: [
        (3, "CH4431999123000889013"), (28, "210000000003139471430009018"), (18, "12.345"), (19, "USD"), (30, "XXX"), (4, "Z"),
    ])
    func aDamagedSwissBillIsNone(line: Int, text: String) {
        var lines = Self.swiss
        lines[line] = text
        #expect(SwissBill(bytes(lines)) == nil)
        #expect(SwissBill(bytes(Array(Self.swiss.prefix(20)))) == nil)
    }

    @Test func aSEPATransferIsRead() throws {
        let transfer = try #require(SEPATransfer(bytes(Self.sepa, separator: "\n")))
        #expect(transfer.iban.text == "BE72000000001616" && transfer.hundredths == 150 && transfer.name == "Red Cross of Belgium")
        #expect(transfer.bic == "BPOTBEB1" && transfer.reference == nil && transfer.message == "Urgency fund")
        var wrong = Self.sepa
        wrong[6] = "BE72000000001617"
        #expect(SEPATransfer(bytes(wrong)) == nil)
        #expect(try #require(SEPATransfer(bytes(Array(Self.sepa.prefix(7))))).hundredths == nil)
    }

    @Test func aDrivingLicenceIsRead() throws {
        let licence = try #require(LicenceCode(Array(Self.licence.utf8)))
        #expect(licence.documentNumber == "T64235789" && licence.familyName == "SAMPLE" && licence.givenNames == "MICHAEL JOHN")
        #expect(licence.birthDate?.description == "1986-06-06" && licence.expiryDate?.description == "2024-12-10")
        #expect(licence.issued?.description == "2019-06-06" && licence.postcode == "23269" && licence.issuer == "636000")
        #expect(licence.street == "2300 WEST BROAD STREET" && licence.state == "VA" && !licence.isIdentityCard)
        let canadian = Self.licence.replacing("DCGUSA", with: "DCGCAN").replacing("DBB06061986", with: "DBB19860607")
        #expect(LicenceCode(Array(canadian.utf8))?.birthDate?.description == "1986-06-07")
        #expect(LicenceCode(Array("@\n\u{1E}\rANSI 636".utf8)) == nil && LicenceCode([0x40]) == nil)
    }

    @Test func aTwoDDocIsReadAndItsSignatureIsHandedOn() throws {
        let document = try #require(TwoDDoc(Array(Self.twoDDoc.utf8)))
        #expect(
            document.version == 3 && document.authority == "FR00" && document.certificate == "0001"
                && document.documentType == "00")
        #expect(document.issued?.description == "2012-10-15" && document.signedOn?.description == "2015-07-27")
        #expect(
            document["26"] == "FR" && document["24"] == "57000" && document["10"] == "MLLE/SAMPLE/ANGELA" && document["20"] == "")
        #expect(document["22"] == "7 PLACE DES SPECIMENS" && document["25"] == "METZ" && document["99"] == nil)
        #expect(document.signature.count == 64 && document.signature.prefix(4) == [0xD9, 0xD2, 0x8C, 0x3F])
        #expect(document.signed.last == 0x1D && document.signed.count + 1 + 103 == Self.twoDDoc.utf8.count)
        #expect(TwoDDoc(Array("DC09FR000001123F1636000126FR".utf8)) == nil && TwoDDoc(Array("DC03".utf8)) == nil)
        let current = try #require(
            TwoDDoc(Array("DC04FR000001FFFF23DC2801FR432,75\u{1D}44227801234567845202146RETI PATRICK\u{1D}".utf8)))
        #expect(
            current.issued == nil && current["43"] == "2,75" && current["44"] == "2278012345678"
                && current["46"] == "RETI PATRICK")
    }

    @Test func codesOfPagesAreTold() {
        func code(_ bytes: [UInt8]) -> PageCode { PageCode(symbology: .qr, bytes: bytes, box: .whole) }
        let page = PageText(
            source: .layer, proportion: 1, words: [],
            codes: [
                code(bytes(Self.swiss)), code(bytes(Self.sepa)), code(Array(Self.licence.utf8)), code(Array(Self.twoDDoc.utf8)),
                code([0xFF]),
            ])
        #expect(CodeReader.read(DocumentText([page])).count == 4)
    }

    @Test func damagedBytesTrapNowhere() {
        var generator = SystemRandomNumberGenerator()
        for source in [bytes(Self.swiss), bytes(Self.sepa), Array(Self.licence.utf8), Array(Self.twoDDoc.utf8)] {
            for length in 0..<source.count { _ = CodeContent(Array(source.prefix(length))) }
            for _ in 0..<300 {
                var damaged = source
                for _ in 0..<3 {
                    damaged[Int.random(in: 3..<damaged.count, using: &generator)] = .random(in: 0...255, using: &generator)
                }
                _ = CodeContent(damaged)
            }
        }
        _ = CodeContent([UInt8](repeating: 0x0A, count: 1_000_000))
    }
}
