import Domain
import Shared
import Testing
import Webhooks

@Suite struct PayloadFieldsTests {
    @Test(arguments: [
        "state", "attempt", "results", "results.pdf.digest", "verdict.documents", "verdict.documents.reasons.values.pages",
        "verdict.reasons.message", "work.pagesMade",
    ])
    func whatAnOutcomeHasCanBeWanted(_ field: String) { #expect(PayloadFields.isKnown(field)) }

    @Test(arguments: [
        "", ".", "state.", ".state", "data", "data.state", "id", "states", "state.name", "results..pdf", "documents", "page",
        "verdict.documents.reasons.place", "results.*", "verdict.reasons.values.\(String(repeating: "a", count: 100))",
    ])
    func whatItHasNotCannot(_ field: String) { #expect(!PayloadFields.isKnown(field)) }

    /// Whatever endpoints can be told has a sample that shows it, and all of it can be named.
    @Test(arguments: SubmissionOutcome.eventTypes)
    func allOfASampleCanBeWanted(_ type: EventType) throws {
        let bytes = try WebhookSample.payload(of: .outcome(type))
        let whole = try CanonicalJSON.decode(JSONValue.self, from: bytes)
        guard case .object(let data)? = whole["data"] else {
            Issue.record("no data")
            return
        }
        #expect(data.keys.allSatisfy(PayloadFields.isKnown))
        #expect(try PayloadFields.body(bytes, keeping: Array(data.keys)) == bytes)
        let told = try CanonicalJSON.decode(JSONValue.self, from: PayloadFields.body(bytes, keeping: ["state"]))
        #expect(told["data"] == ["state": data["state"] ?? .null])
        guard case .object(var head) = told, case .object(var full) = whole else { return }
        (head["data"], full["data"]) = (nil, nil)
        #expect(head == full)
    }
}
