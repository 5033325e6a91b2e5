import Testing
import Webhooks

@Suite struct RedactionTests {
    @Test(arguments: [
        ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_[removed]"),
        (#"{"sig":"v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="}"#, #"{"sig":"v1,[removed]"}"#),
        ("Authorization: Bearer abcdefghijklmnop", "Authorization: Bearer [removed]"),
        ("Bearer of news", "Bearer of news"), ("version v1, and more", "version v1, and more"),
        ("dk_0123456789ab_secretsecret, eyJhbGciOiJIUzI1NiJ9.e30.x", "dk_[removed], eyJ[removed]"),
        ("nothing", "nothing"), ("", ""),
    ])
    func secretsAreTakenOut(text: String, expected: String) {
        #expect(Redaction.excerpt(Array(text.utf8), limit: 1000) == expected)
    }

    @Test func anExcerptIsBoundedAndHasNoControlCharacters() {
        #expect(Redaction.excerpt(Array("a\u{1B}[31m\r\nb".utf8), limit: 100) == "a [31m \nb")
        #expect(Redaction.excerpt(Array(repeating: UInt8(ascii: "x"), count: 5000), limit: 10) == "xxxxxxxxxx…")
        // What the end cuts through is a secret all the same.
        #expect(Redaction.excerpt(Array("key whsec_MfKQ9r8GKYqr".utf8), limit: 14) == "key whsec_[removed]…")
    }

    @Test func anAddressIsKeptWithoutItsQuery() {
        #expect(Redaction.address("https://example.org/a?key=1") == "https://example.org/a?[removed]")
        #expect(Redaction.address("https://example.org/a") == "https://example.org/a")
    }
}
