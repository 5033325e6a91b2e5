import Shared
import Testing

@testable import IntakeGateway

/// Tokens from the configuration.
@Suite struct StaticTokenTests {
    @Test func entriesAreReadBetweenCommasAndBlanks() throws {
        let entries = try StaticTokens.parse("acme=0123456789abcdef,other=fedcba9876543210==\n acme=second-token-of-acme").get()
        #expect(entries.map(\.tenant.rawValue) == ["acme", "other", "acme"])
        #expect(entries[1].token == "fedcba9876543210==")
    }

    @Test(arguments: ["", " , ", "acme", "acme=short", "Acme!=0123456789abcdef", "a=0123456789abcdef,b=0123456789abcdef"])
    func faultsNeverRepeatAToken(_ text: String) {
        guard case .failure(let fault) = StaticTokens.parse(text) else {
            Issue.record("“\(text)” was taken")
            return
        }
        #expect(!fault.description.contains("0123456789abcdef"))
    }

    @Test func theHeaderIsReadAsTheStandardSays() {
        #expect(BearerToken(authorization: "Bearer abc.DEF-1~+/=")?.value == "abc.DEF-1~+/=")
        #expect(BearerToken(authorization: "bearer  abc")?.value == "abc")
        for header in [
            "", "Bearer", "Bearer ", "Basic abc", "Bearer a b", "Bearer ä", "Bearer \(String(repeating: "a", count: 9000))",
        ] {
            #expect(BearerToken(authorization: header) == nil)
        }
    }
}
