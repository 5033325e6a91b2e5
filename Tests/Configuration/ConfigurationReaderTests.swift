import Configuration
import FoundationEssentials
import Testing

@Suite struct ConfigurationReaderTests {
    enum Mode: String, CaseIterable { case fast, safe }

    @Test func valuesAreReadByType() throws {
        var reader = ConfigurationReader(environment: [
            "NAME": "x", "PORT": " 80 ", "ON": "Yes", "WAIT": "1m30s", "SIZE": "25MB", "HOSTS": "a, b,,c",
            "URL": "https://e.org/p",
            "MODE": "safe",
        ])
        #expect(reader.string("NAME", "n") == "x")
        #expect(reader.optionalString("NONE", "n") == nil)
        #expect(reader.integer("PORT", in: 1...65_535, "p") == 80)
        #expect(reader.bool("ON", "o") == true)
        #expect(reader.duration("WAIT", "w") == .seconds(90))
        #expect(reader.bytes("SIZE", "s") == 25_000_000)
        #expect(reader.list("HOSTS", "h") == ["a", "b", "c"])
        #expect(reader.url("URL", "u").absoluteString == "https://e.org/p")
        #expect(reader.choice("MODE", default: Mode.fast, "m") == .safe)
        try reader.finish()
    }

    @Test func whatIsNotSetOrEmptyTakesItsDefault() throws {
        var reader = ConfigurationReader(environment: ["NAME": "", "PORT": ""])
        #expect(reader.string("NAME", default: "d", "n") == "d")
        #expect(reader.integer("PORT", default: 7, in: 1...9, "p") == 7)
        #expect(reader.choice("MODE", default: Mode.fast, "m") == .fast)
        #expect(reader.url("URL", default: "http://localhost:1", "u").port == 1)
        try reader.finish()
    }

    @Test func allFaultsComeAtOnceAndNameTheVariable() {
        var reader = ConfigurationReader(environment: [
            "PORT": "99999", "ON": "maybe", "WAIT": "5", "SIZE": "1.5MB", "URL": "http://u:hunter2@h", "MODE": "slow",
            "LONG": String(repeating: "9\n", count: 99),
        ])
        _ = reader.string("NAME", "n")
        _ = reader.integer("PORT", in: 1...65_535, "p")
        _ = reader.bool("ON", "o")
        _ = reader.duration("WAIT", in: .seconds(1) ... .seconds(60), "w")
        _ = reader.bytes("SIZE", "s")
        _ = reader.url("URL", "u")
        _ = reader.choice("MODE", default: Mode.fast, "m")
        _ = reader.integer("LONG", in: 0...1, "l")
        reader.fault("PORT", "is the same as ADMIN_PORT")
        let faults = #expect(throws: ConfigurationFaults.self) { try reader.finish() }
        #expect(
            faults?.faults.map(\.name) == ["NAME", "PORT", "ON", "WAIT", "SIZE", "URL", "MODE", "LONG", "PORT"])
        let lines = faults?.description.split(separator: "\n") ?? []
        #expect(lines.count == 9)
        #expect(lines.first == "NAME: is not set; it must be text")
        #expect(lines.contains("PORT: is “99999”; it must be a whole number from 1 to 65535"))
        #expect(lines.contains("MODE: is “slow”; it must be one of fast, safe"))
        #expect(lines.contains { $0.hasPrefix("URL: is “…@h”; it must be an absolute URL") })
        #expect(lines.contains { $0.hasPrefix("WAIT: is “5”; it must be a duration") && $0.hasSuffix("from 1s to 1m") })
    }

    @Test func whatWasAskedForIsDocumented() {
        var reader = ConfigurationReader(environment: [:])
        _ = reader.bytes("DOCKET_LIMIT", default: 26_214_400, "Most bytes a file")
        _ = reader.duration("DOCKET_WAIT", default: .milliseconds(90_500), "How long")
        _ = reader.secret("DOCKET_KEY", "A key | the key")
        _ = reader.string("DOCKET_LIMIT", default: "twice", "not documented twice")
        #expect(reader.documented.map(\.defaultValue) == ["25MiB", "1m30s500ms", nil])
        #expect(reader.documented.map(\.isRequired) == [false, false, true])
        let lines = reader.documented.markdownTable.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines[4] == #"| `DOCKET_KEY`, `DOCKET_KEY_FILE` | required | A key \| the key (a secret) |"#)
    }

    @Test func unknownVariablesAreNamed() {
        var reader = ConfigurationReader(environment: [
            "DOCKET_PROT": "1", "DOCKET_PORT": "1", "DOCKET_KEY_FILE": "/dev/null", "DOCKET_TOKEN": "t", "HOME": "/",
        ])
        _ = reader.integer("DOCKET_PORT", in: 0...1, "p")
        _ = reader.optionalSecret("DOCKET_KEY", "k")
        reader.recognize(["DOCKET_TOKEN"])
        #expect(reader.unknownVariables() == ["DOCKET_PROT"])
    }

    @Test(arguments: [
        ("0s", 0), ("250ms", 250), ("5s", 5_000), ("2m", 120_000), ("1h30m", 5_400_000), ("30d", 2_592_000_000),
    ])
    func durations(text: String, milliseconds: Int) throws {
        var reader = ConfigurationReader(environment: ["D": text])
        #expect(reader.duration("D", "d") == .milliseconds(milliseconds))
        try reader.finish()
    }

    @Test(arguments: [
        "5", "s", "-1s", "+1s", "1.5s", "1s1m", "1s1s", "1 s", "5S", "99999999999999999999s", "9223372036854775807d", "١s",
        // Wraps round to one day.
        "18014398509481985d",
    ])
    func durationsThatAreNone(text: String) {
        var reader = ConfigurationReader(environment: ["D": text])
        _ = reader.duration("D", "d")
        #expect(throws: ConfigurationFaults.self) { try reader.finish() }
    }

    @Test(arguments: [("0", 0), ("1024", 1_024), ("64KiB", 65_536), ("25MB", 25_000_000), ("1 gib", 1 << 30), ("7B", 7)])
    func sizes(text: String, bytes: Int) throws {
        var reader = ConfigurationReader(environment: ["B": text])
        #expect(reader.bytes("B", "b") == bytes)
        try reader.finish()
    }

    @Test(arguments: [
        "MB", "-1", "1.5MB", "1XB", "99999999999999999999", "9223372036854775807TB",
        // Wraps round to one tebibyte.
        "16777217TiB",
    ])
    func sizesThatAreNone(text: String) {
        var reader = ConfigurationReader(environment: ["B": text])
        _ = reader.bytes("B", "b")
        #expect(throws: ConfigurationFaults.self) { try reader.finish() }
    }

    @Test(arguments: ["e.org", "/path", "ftp://e.org", "http://", "http:///x", "not a url", "http://u@e.org", "http://:p@e.org"])
    func urlsThatAreNone(text: String) {
        var reader = ConfigurationReader(environment: ["U": text])
        _ = reader.url("U", "u")
        #expect(throws: ConfigurationFaults.self) { try reader.finish() }
    }
}
