import FoundationEssentials
import Shared
import Testing

@Suite struct IdentifierTests {
    @Test func identifiersAreReadAsFoundationReadsThem() {
        for _ in 0..<100 {
            let uuid = UUID()
            #expect(SubmissionID(uuid.uuidString)?.uuid == uuid)
            #expect(SubmissionID(uuid.uuidString.lowercased())?.uuid == uuid)
        }
    }

    @Test(arguments: [
        "", "00000000-0000-0000-0000-00000000000", "00000000-0000-0000-0000-0000000000000",
        "00000000-0000-0000-0000-00000000000g",
        "000000000-000-0000-0000-000000000000", "00000000_0000-0000-0000-000000000000", "{0000000-0000-0000-0000-00000000000}",
        "00000000-0000-0000-0000- 0000000000", "00000000-0000-0000-0000-000000000００", "+0000000-0000-0000-0000-000000000000",
        "0x000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-0000000000é", "000000000000000000000000000000000000",
    ]) func whatIsNoIdentifierIsNotRead(_ text: String) {
        #expect(SubmissionID(text) == nil)
    }

    @Test func writesLowerCaseAndReadsEitherCase() throws {
        let identifier = try #require(DocumentID("6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
        #expect(identifier.description == "6ba7b810-9dad-11d1-80b4-00c04fd430c8")
        #expect(DocumentID(identifier.description) == identifier)
        #expect(try CanonicalJSON.encode([identifier]) == Array(#"["6ba7b810-9dad-11d1-80b4-00c04fd430c8"]"#.utf8))
    }

    @Test(arguments: [
        "", "1", "6ba7b8109dad11d180b400c04fd430c8", "6ba7b810-9dad-11d1-80b4-00c04fd430c",
        "6ba7b810-9dad-11d1-80b4-00c04fd430c8 ",
        "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}", "6ba7b810-9dad-11d1-80b4-00c04fd430cg",
        "6ba7b810-9dad-11d1-80b4-00c04fd4300x",
    ])
    func refusesWhatIsNoUUID(text: String) {
        #expect(PageID(text) == nil)
        #expect(throws: DecodingError.self) { try CanonicalJSON.decode([PageID].self, from: Array("[\"\(text)\"]".utf8)) }
    }

    @Test func sortsByBytes() throws {
        let earlier = try #require(EventID("01890000-0000-7000-8000-000000000000"))
        let later = try #require(EventID("01890000-0001-7000-8000-000000000000"))
        #expect(earlier < later)
    }
}

@Suite struct NameTests {
    @Test(arguments: ["a", "0", "proof-of-address", "file.type-agrees", "a_b", String(repeating: "x", count: 64)])
    func accepts(text: String) {
        #expect(JourneyID(rawValue: text)?.rawValue == text)
    }

    @Test(arguments: ["", "-a", ".", "..", ".a", "_", "A", "a b", "a/b", "ä", "a\n", String(repeating: "x", count: 65)])
    func refuses(text: String) {
        #expect(JourneyID(rawValue: text) == nil)
    }

    @Test func isAStringInJSON() throws {
        let names: [TenantID: RuleID] = ["acme": "file.size"]
        #expect(try CanonicalJSON.encode(names) == Array(#"{"acme":"file.size"}"#.utf8))
        #expect(try CanonicalJSON.decode([TenantID: RuleID].self, from: Array(#"{"acme":"file.size"}"#.utf8)) == names)
        #expect(throws: DecodingError.self) { try CanonicalJSON.decode([TenantID].self, from: Array(#"["Not A Name"]"#.utf8)) }
    }
}

@Suite struct CalendarDateTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2000-03-01", 11_017), ("2026-10-31", 20_757),
        ("0001-01-01", -719_162), ("9999-12-31", 2_932_896), ("1900-02-28", -25_509), ("1900-03-01", -25_508),
    ])
    func countsDays(text: String, days: Int) throws {
        let date = try #require(CalendarDate(text))
        #expect(date.daysSinceEpoch == days)
        #expect(CalendarDate(daysSinceEpoch: days) == date)
        #expect(date.description == text)
    }

    @Test func everyDayOfFourCenturiesComesBack() {
        for days in -73_000...73_200 {
            let date = CalendarDate(daysSinceEpoch: days)
            guard date.daysSinceEpoch == days, CalendarDate(date.description) == date else {
                Issue.record("Day \(days) does not come back.")
                return
            }
        }
    }

    @Test(arguments: [
        "", "2026-02-29", "1900-02-29", "2026-00-10", "2026-13-01", "2026-01-00", "2026-04-31", "0000-01-01", "2026-1-1",
        "2026/10/31", "20261031", " 2026-10-31", "2026-10-31 ", "+026-10-31", "2026-10-3a", "２026-10-31", "10000-01-01",
    ])
    func refuses(text: String) {
        #expect(CalendarDate(text) == nil)
    }

    @Test func addsAndSubtracts() throws {
        let date = try #require(CalendarDate("2026-10-31"))
        #expect(date.adding(days: -90).description == "2026-08-02")
        #expect(date.adding(days: 62).description == "2027-01-01")
        #expect(date.adding(days: -90).days(until: date) == 90)
        #expect(date.adding(days: -1) < date)
        #expect(date.adding(days: .max).description == "9999-12-31")
        #expect(date.adding(days: .min).description == "0001-01-01")
    }

    @Test(
        arguments: [
            ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2026-03-31", -1, "2026-02-28"),
            ("2026-08-31", 1, "2026-09-30"), ("2026-12-31", 2, "2027-02-28"), ("2026-05-15", 12, "2027-05-15"),
            ("2026-05-15", .max, "9999-12-15"), ("2026-05-31", .min, "0001-01-31"),
        ] as [(String, Int, String)])
    func aMonthLaterIsADayThatThereIs(text: String, months: Int, expected: String) throws {
        #expect(try #require(CalendarDate(text)).adding(months: months).description == expected)
    }

    @Test func staysInsideTheCalendar() {
        #expect(CalendarDate(daysSinceEpoch: .max).description == "9999-12-31")
        #expect(CalendarDate(daysSinceEpoch: .min).description == "0001-01-01")
    }
}

@Suite struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00.000Z", 0), ("2026-10-31T09:05:07.123Z", 1_793_437_507_123), ("1969-12-31T23:59:59.999Z", -1),
        ("2000-02-29T12:00:00.500Z", 951_825_600_500),
    ])
    func writesAndReads(text: String, milliseconds: Int64) {
        let timestamp = Timestamp(millisecondsSinceEpoch: milliseconds)
        #expect(timestamp.description == text)
        #expect(Timestamp(text) == timestamp)
        #expect(Timestamp(timestamp.date) == timestamp)
    }

    @Test(arguments: [
        ("2026-10-31T09:05:07Z", "2026-10-31T09:05:07.000Z"), ("2026-10-31T09:05:07.1Z", "2026-10-31T09:05:07.100Z"),
        ("2026-10-31T09:05:07.123456789Z", "2026-10-31T09:05:07.123Z"), ("2026-10-31t09:05:07z", "2026-10-31T09:05:07.000Z"),
        ("2026-10-31T01:05:07+02:00", "2026-10-30T23:05:07.000Z"), ("2026-10-31T09:05:07.12-05:30", "2026-10-31T14:35:07.120Z"),
    ])
    func readsOtherForms(text: String, canonical: String) {
        #expect(Timestamp(text)?.description == canonical)
    }

    @Test(arguments: [
        "", "2026-10-31", "2026-10-31T09:05:07", "2026-10-31T24:00:00Z", "2026-10-31T09:60:00Z", "2026-10-31T09:05:61Z",
        "2026-10-31T09:05:07.Z", "2026-10-31T09:05:07ZZ", "2026-10-31T09:05:07+0200", "2026-10-31T09:05:07+24:00",
        "2026-13-31T09:05:07Z", "2026-10-31 09:05:07Z", "2026-10-31T09:05:07.1234567890123456789Z",
    ])
    func refuses(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test func everyMillisecondSurvivesADate() {
        for milliseconds in stride(from: Int64(1_793_437_507_000), to: 1_793_437_509_000, by: 1) {
            let timestamp = Timestamp(millisecondsSinceEpoch: milliseconds)
            guard Timestamp(timestamp.date) == timestamp else {
                Issue.record("\(timestamp) does not survive.")
                return
            }
        }
    }

    @Test func addsDurations() {
        let start = Timestamp(millisecondsSinceEpoch: 1000)
        #expect(start.adding(.milliseconds(2500)).millisecondsSinceEpoch == 3500)
        #expect(start.adding(.seconds(-2)).millisecondsSinceEpoch == -1000)
    }
}

@Suite struct ContentDigestTests {
    /// The examples of FIPS 180-4 that NIST publishes, and the edges of the padding.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
        (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (String(repeating: "a", count: 56), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        (String(repeating: "a", count: 100_000), "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee"),
    ])
    func isSHA256(message: String, hex: String) {
        #expect(ContentDigest(of: Array(message.utf8)).hex == hex)
    }

    @Test func readsWithAndWithoutAlgorithm() throws {
        let digest = ContentDigest(of: [])
        #expect(digest.description == "sha256:" + digest.hex)
        #expect(ContentDigest(digest.description) == digest)
        #expect(ContentDigest(digest.hex.uppercased()) == digest)
        #expect(ContentDigest(bytes: digest.bytes) == digest)
        #expect(try CanonicalJSON.decode([ContentDigest].self, from: CanonicalJSON.encode([digest])) == [digest])
    }

    @Test(arguments: ["", "sha256:", "sha512:00", String(repeating: "0", count: 63), String(repeating: "g", count: 64)])
    func refuses(text: String) {
        #expect(ContentDigest(text) == nil)
    }

    @Test func refusesAnotherNumberOfBytes() {
        #expect(ContentDigest(bytes: [UInt8](repeating: 0, count: 31)) == nil)
    }
}
