import HTTPServer
import Shared
import Testing

@testable import IntakeGateway

/// How bodies are read, and what is said of those that cannot be.
@Suite struct RequestObjectTests {
    private func parse(_ text: String) throws -> RequestObject { try RequestObject.parse(Array(text.utf8)) }

    @Test(arguments: ["", "{", "{\"a\":}", "nonsense", "{'a': 1}"])
    func whatIsNotJSONIsSaidToBe(_ text: String) {
        let problem = #expect(throws: Problem.self) { try parse(text) }
        #expect(problem?.kind == .malformedJSON)
        #expect(problem?.errors.first?.pointer == "")
    }

    @Test func whatIsNestedTooDeeplyIsNotEvenDecoded() throws {
        func nested(_ depth: Int, _ inner: String = "") -> String {
            "{\"a\":" + String(repeating: "[", count: depth - 1) + inner + String(repeating: "]", count: depth - 1) + "}"
        }
        _ = try parse(nested(32))
        // Brackets within a text are text, also behind a quotation mark that is escaped.
        _ = try parse(nested(32, #""[\"[{\\""#))
        let problem = #expect(throws: Problem.self) { try parse(nested(33)) }
        #expect(problem?.kind == .malformedJSON && problem?.detail?.contains("within each other") == true)
    }

    @Test(arguments: ["[]", "1", "\"a\"", "null", "true"])
    func onlyObjectsAreTaken(_ text: String) {
        #expect(#expect(throws: Problem.self) { try parse(text) }?.kind == .invalidRequest)
    }

    @Test func allFaultsAreNamedAtOnce() throws {
        var object = try parse(
            #"{"type": 1, "source": "fax", "note/s": 1, "contact": {"email": [], "fax": "x"}, "pages": ["x"]}"#)
        _ = object.requiredString("type", maximum: 10)
        _ = object.requiredString("journey", maximum: 10)
        _ = object.choice("source", of: DocumentSource.self)
        _ = object.object("contact") { $0.optionalString("email", maximum: 10) }
        _ = object.requiredIdentifiers("pages", of: Page.self, maximumCount: 3)
        let problem = #expect(throws: Problem.self) { try object.finish() }
        #expect(problem?.kind == .invalidRequest)
        #expect(
            problem?.errors.compactMap(\.pointer)
                == ["/type", "/journey", "/source", "/contact/email", "/contact/fax", "/pages/0", "/note~1s"])
    }

    @Test(arguments: ["0", "61", "-1", "1.5", "1e30", "\"7\""])
    func aNumberBesideItsRangeIsAFault(_ number: String) throws {
        var object = try parse("{\"lifetime\": \(number)}")
        let read = object.optionalInteger("lifetime", in: 1...60)
        #expect(read == nil)
        let problem = #expect(throws: Problem.self) { try object.finish() }
        #expect(problem?.errors.first?.pointer == "/lifetime")
    }

    @Test func onlySoManyObjectsAreRead() throws {
        func read(_ count: Int) throws -> Int {
            let members = (0..<count).map { "\"\($0)\": {}" }.joined(separator: ", ")
            var object = try parse("{\"documents\": {\(members)}}")
            let found = object.objects("documents", maximumCount: 3) { name, _ in name }
            try object.finish()
            return found.count
        }
        #expect(try read(3) == 3)
        #expect(throws: Problem.self) { _ = try read(4) }
    }

    @Test func datesHaveAProblemOfTheirOwn() throws {
        for text in ["\"31.10.2026\"", "\"2026-02-30\"", "5"] {
            var object = try parse("{\"issueDate\": \(text)}")
            _ = object.calendarDate("issueDate")
            let problem = #expect(throws: Problem.self) { try object.finish() }
            #expect(problem?.kind == .invalidDate)
            #expect(problem?.errors.first?.pointer == "/issueDate")
        }
    }

    @Test func absentAndNullReadAlike() throws {
        var object = try parse(#"{"issueDate": null, "source": null}"#)
        #expect(object.contains("issueDate"))
        #expect(!object.contains("type"))
        #expect(object.calendarDate("issueDate") == nil)
        #expect(object.choice("source", of: DocumentSource.self) == nil)
        #expect(object.optionalString("reference", maximum: 3) == nil)
        try object.finish()
    }

    @Test func controlCharactersAndLongTextsAreRefused() throws {
        var object = try parse(#"{"a": "x\u0000", "b": "abcd", "c": ""}"#)
        _ = object.optionalString("a", maximum: 10)
        _ = object.optionalString("b", maximum: 3)
        _ = object.optionalString("c", maximum: 3)
        let problem = #expect(throws: Problem.self) { try object.finish() }
        #expect(problem?.errors.count == 3)
    }
}
