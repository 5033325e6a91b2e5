import Foundation
import Testing

@testable import Shared

@Suite struct TimeZoneTests {
    // MARK: - The rule for the time to come

    @Test(arguments: [
        ("UTC0", "2026-07-01T00:00:00Z", 0), ("<+0330>-3:30", "2026-07-01T00:00:00Z", 12_600),
        ("<-03>3", "2026-07-01T00:00:00Z", -10_800),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3600),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3600),
        // Summer lies around the turn of the year.
        ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-12-31T23:59:59Z", 46_800),
        ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-04-04T14:00:00Z", 43_200),
        // Half an hour of summer time.
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-12-01T00:00:00Z", 39_600),
        // Winter time is the exception.
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01T00:00:00Z", 0), ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01T00:00:00Z", 3600),
        // Changes before midnight and after the day's end (RFC 8536, 3.3.1).
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7200),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3600),
        ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-26T23:59:59Z", 7200),
        ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27T00:00:00Z", 10_800),
        // Summer time for ever.
        ("XXX3EDT4,0/0,J365/23", "2026-01-01T03:00:00Z", -14_400), ("XXX3EDT4,0/0,J365/23", "2027-01-01T02:59:59Z", -14_400),
        // The 60th day is the 1st of March, in leap years, too.
        ("AAA0BBB,J60/0,J300/0", "2028-02-29T23:59:59Z", 0), ("AAA0BBB,J60/0,J300/0", "2028-03-01T00:00:00Z", 3600),
        ("AAA0BBB,59/0,299/0", "2028-02-29T00:00:00Z", 3600),
    ])
    func `clocks are changed by the rule`(rule: String, moment: String, seconds: Int) throws {
        let offset = try #require(RecurringOffset(Array(rule.utf8)[...]))
        let moment = try #require(Timestamp(moment))
        #expect(offset.secondsFromUTC(at: moment.millisecondsSinceEpoch / 1000) == seconds)
    }

    @Test(arguments: [
        "", "CE-1", "CET", "CET-25", "CET-1:60", "<CET-1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J9", "CET-1CEST,366,9",
        "CET-1CEST,M3.5.0/168,M10.5.0",
        "CET-1CEST,M3.5.0,M10.5.0/3 ", "CET-99999999999999999999",
    ])
    func `what is no rule is refused`(text: String) {
        #expect(RecurringOffset(Array(text.utf8)[...]) == nil)
    }

    // MARK: - The file

    @Test func `changes of the past are looked up, and the rule holds after them`() throws {
        let file = Self.file(changes: [(0, 1), (1000, 0)], offsets: [60, 120], footer: "XXX-1")
        let rules = try #require(ZoneRules(tzif: file))
        #expect([-5, -1, 0, 999, 1000, 5000].map { rules.secondsFromUTC(at: $0) } == [60, 60, 120, 120, 3600, 3600])
        let open = try #require(ZoneRules(tzif: Self.file(changes: [(0, 1)], offsets: [60, 120], footer: "")))
        #expect([-1, 0, 5000].map { open.secondsFromUTC(at: $0) } == [60, 120, 120])
    }

    @Test func `a damaged file is refused, wherever it ends and whatever it claims`() throws {
        let file = Self.file(changes: [(0, 1), (1000, 0)], offsets: [60, 120], footer: "XXX-1")
        for length in 0..<file.count { #expect(ZoneRules(tzif: Array(file.prefix(length))) == nil, "\(length)") }
        #expect(ZoneRules(tzif: Self.file(changes: [(0, 2)], offsets: [60, 120], footer: "")) == nil)
        #expect(ZoneRules(tzif: Self.file(changes: [(5, 0), (5, 1)], offsets: [60, 120], footer: "")) == nil)
        #expect(ZoneRules(tzif: Self.file(changes: [], offsets: [], footer: "XXX-1")) == nil)
        #expect(ZoneRules(tzif: Self.file(changes: [], offsets: [60], footer: "XXX")) == nil)
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var damaged = file
            damaged[Int.random(in: 0..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            _ = ZoneRules(tzif: damaged)?.secondsFromUTC(at: Int64.random(in: .min ... .max, using: &random))
        }
    }

    private static func file(changes: [(Int64, UInt8)], offsets: [Int32], footer: String) -> [UInt8] {
        func header(_ changes: Int, _ kinds: Int) -> [UInt8] {
            Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
                + [0, 0, 0, changes, kinds, kinds == 0 ? 0 : 4].flatMap { bigEndian(Int32($0)) }
        }
        var bytes = header(0, 0) + header(changes.count, offsets.count)
        bytes += changes.flatMap { bigEndian($0.0) } + changes.map(\.1)
        bytes += offsets.flatMap { bigEndian($0) + [0, 0] }
        if !offsets.isEmpty { bytes += Array("XXX\0".utf8) }
        return bytes + Array("\n\(footer)\n".utf8)
    }

    private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    // MARK: - The system's

    @Test(arguments: [
        "", "Mars/Base", "../../../etc/passwd", "/usr/share/zoneinfo/UTC", "Europe", "Europe/", "Europe//Berlin", ".",
        "tzdata.zi",
    ])
    func `what is no zone is not found`(name: String) {
        #expect(KnownTimeZone(named: name) == nil)
    }

    @Test func `the lead over UTC is that which Python finds, in all zones, past and future`() throws {
        let program = """
            import zoneinfo, random, datetime
            utc = datetime.timezone.utc
            for name in sorted(zoneinfo.available_timezones()):
                zone = zoneinfo.ZoneInfo(name)
                for _ in range(40):
                    second = random.randint(-3_000_000_000, 6_000_000_000)
                    moment = datetime.datetime.fromtimestamp(second, utc).astimezone(zone)
                    print(name, second, int(moment.utcoffset().total_seconds()))
            """
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = ["python3", "-c", program]
        let output = Pipe()
        python.standardOutput = output
        try python.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        python.waitUntilExit()
        #expect(python.terminationStatus == 0)
        var zones: Set<Substring> = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            // A file without a name that is a zone's; Python lists it.
            guard words[0] != "localtime" else { continue }
            let zone = try #require(KnownTimeZone(named: String(words[0])), "\(words[0])")
            let second = try #require(Int64(words[1]))
            #expect(zone.secondsFromUTC(at: Timestamp(millisecondsSinceEpoch: second * 1000)) == Int(words[2]), "\(line)")
            zones.insert(words[0])
        }
        #expect(zones.count > 300)
    }

    @Test func `a day is the zone's own, a millisecond before midnight and at midnight`() throws {
        let zone = try #require(KnownTimeZone(named: "Pacific/Auckland"))
        let midnight = try #require(Timestamp("2026-10-31T11:00:00Z"))
        #expect(CalendarDate(midnight, in: zone).description == "2026-11-01")
        #expect(
            CalendarDate(Timestamp(millisecondsSinceEpoch: midnight.millisecondsSinceEpoch - 1), in: zone).description
                == "2026-10-31")
        #expect(CalendarDate(Timestamp(millisecondsSinceEpoch: -1), in: .utc).description == "1969-12-31")
        #expect(CalendarDate(Timestamp(millisecondsSinceEpoch: .min), in: zone).description == "0001-01-01")
        #expect(CalendarDate(Timestamp(millisecondsSinceEpoch: .max), in: zone).description == "9999-12-31")
    }
}
