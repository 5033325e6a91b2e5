import Testing

@testable import YAML

@Suite struct YAMLTests {
    private func parse(_ text: String) throws(YAMLError) -> YAMLNode { try YAMLDocument.parse(Array(text.utf8)) }

    private func refusal(_ text: String, limits: YAMLLimits = .init()) -> YAMLError? {
        do throws(YAMLError) {
            _ = try YAMLDocument.parse(Array(text.utf8), limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func aJourneyIsRead() throws {
        let document = try parse(
            """
            # A journey
            journey: proof-of-tenancy
            documentTypes:
              - id: lease
                title: "Lease: 2026"
                pages: {min: 1, max: 20}
                sizeLimit: 25e6
                optional: false
              - id: bill
                hint: >
                  Folded
                  text
                note: |
                  Kept
                  text
            empty:
            """)
        let root = try #require(document.mapping)
        #expect(root.map(\.key) == ["journey", "documentTypes", "empty"])
        #expect(root["journey"]?.value == .string("proof-of-tenancy"))
        #expect(root["empty"]?.value == .null)
        guard case .sequence(let types)? = root["documentTypes"]?.value else {
            Issue.record("documentTypes is no list")
            return
        }
        let lease = try #require(types[0].mapping)
        #expect(lease["title"]?.value == .string("Lease: 2026"))
        #expect(lease["pages"]?.mapping?["max"]?.value == .integer(20))
        #expect(lease["sizeLimit"]?.value == .double(25_000_000))
        #expect(lease["optional"]?.value == .boolean(false))
        let bill = try #require(types[1].mapping)
        #expect(bill["hint"]?.value == .string("Folded text\n"))
        #expect(bill["note"]?.value == .string("Kept\ntext\n"))
        #expect(lease["pages"]?.location == YAMLLocation(line: 6, column: 12))
        #expect(bill.entries.first?.keyLocation == YAMLLocation(line: 9, column: 5))
    }

    @Test(arguments: [
        ("~", YAMLNode.Value.null), ("", .null), ("null", .null), ("true", .boolean(true)), ("False", .boolean(false)),
        ("0", .integer(0)),
        ("-12", .integer(-12)), ("+7", .integer(7)), ("0x1F", .integer(31)), ("0o17", .integer(15)), ("1.5", .double(1.5)),
        ("-.5e3", .double(-500)), ("3.", .double(3)), (".inf", .double(.infinity)), ("no", .string("no")),
        ("yes", .string("yes")),
        ("12:30", .string("12:30")), ("2026-10-31", .string("2026-10-31")), ("1.2.3", .string("1.2.3")), ("0x", .string("0x")),
        ("e", .string("e")), ("-", .sequence([YAMLNode(.null, at: YAMLLocation(line: 1, column: 2))])), ("'12'", .string("12")),
        ("\"true\"", .string("true")), ("99999999999999999999", .double(1e20)), ("nan", .string("nan")),
        ("infinity", .string("infinity")),
        ("1_000", .string("1_000")), ("0x-1", .string("0x-1")),
    ])
    func scalarsFollowTheCoreSchema(text: String, value: YAMLNode.Value) throws {
        #expect(try parse(text).value == value)
    }

    @Test func faultsHaveAPlace() {
        let unclosed = refusal("a: [1, 2\nb: 3\n")
        #expect(unclosed?.code == .syntax && unclosed?.location?.line == 2)
        #expect(refusal("a: 1\n\tb: 2")?.code == .syntax)
        #expect(refusal("a: 'x")?.code == .syntax)
        #expect(refusal("a: \"\\q\"")?.code == .syntax)
        #expect(refusal("a: \u{1}")?.code == .syntax)
        let twice = refusal("a: 1\nb: 2\na: 3\n")
        #expect(twice?.code == .duplicateKey)
        #expect(twice?.description == "line 3, column 1: key “a” occurs a second time")
    }

    @Test func aliasesTagsAndSecondDocumentsAreRefused() {
        #expect(refusal("a: &x [1]\nb: *x")?.description == "line 2, column 4: aliases (*name) are not allowed")
        #expect(refusal("a: &x {b: 1}\nc:\n  <<: *x")?.code == .unsupported)
        #expect(refusal("a: !!python/object x")?.code == .unsupported)
        #expect(refusal("a: !!str 1")?.code == .unsupported)
        #expect(refusal("--- 1\n--- 2")?.code == .unsupported)
        #expect(refusal("? [a]\n: b")?.code == .unsupported)
    }

    @Test func documentsAreBounded() {
        var limits = YAMLLimits()
        limits.maximumDepth = 3
        limits.maximumNodes = 10
        limits.maximumBytes = 100
        #expect(refusal("[[1]]", limits: limits) == nil)
        #expect(refusal("[[[1]]]", limits: limits)?.code == .tooDeep)
        #expect(refusal("a: {b: {c: 1}}", limits: limits)?.code == .tooDeep)
        #expect(refusal("[1, 2, 3, 4, 5, 6, 7, 8, 9]", limits: limits) == nil)
        #expect(refusal("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]", limits: limits)?.code == .tooManyNodes)
        #expect(refusal(String(repeating: "#", count: 101), limits: limits)?.code == .tooLarge)
        #expect(refusal(String(repeating: "[", count: 10_000))?.code == .tooDeep)
        #expect(refusal(String(repeating: "a: ", count: 10_000))?.code == .syntax)
    }

    @Test func bytesMustBeUTF8() throws {
        #expect(throws: YAMLError(code: .notUTF8, message: "the document is not UTF-8 text", location: nil)) {
            try YAMLDocument.parse([0x61, 0xFF])
        }
        #expect(try YAMLDocument.parse([0xEF, 0xBB, 0xBF] + Array("a: ü".utf8)).mapping?["a"]?.value == .string("ü"))
    }
}

extension YAMLNode {
    fileprivate var mapping: YAMLMapping? { if case .mapping(let mapping) = value { mapping } else { nil } }
}
