import Shared
import Testing

/// What is kept of a signature: its signer's name is of anybody's choice.
struct FileSignatureTests {
    @Test(arguments: [
        ("Ada Lovelace, née Byron", "Ada Lovelace, née Byron"), ("  Ada\u{1B}[31m\nEve ", "Ada[31mEve"),
        ("\u{202E}adA\u{200F}", "adA"), ("月子", "月子"), ("\u{7}\u{2028}", nil), ("", nil), (" \u{A0}", nil),
    ])
    func `a name is one line without what steers a terminal or the direction of text`(text: String, name: String?) {
        #expect(FileSignature.name(text) == name)
    }

    @Test func `a name ends before a letter that does not fit`() throws {
        let name = try #require(FileSignature.name(String(repeating: "é", count: 1_000)))
        #expect(name.utf8.count == FileSignature.maximumNameBytes)
        let odd = try #require(FileSignature.name("a" + String(repeating: "é", count: 1_000)))
        #expect(odd.utf8.count == FileSignature.maximumNameBytes - 1)
    }

    @Test func `a time that cannot be written is left out`() {
        func bounded(_ milliseconds: Int64) -> Timestamp? {
            let time = Timestamp(millisecondsSinceEpoch: milliseconds)
            let signature = FileSignature(.trusted, claimedAt: time, stampedAt: time).bounded()
            #expect(signature.claimedAt == signature.stampedAt)
            return signature.claimedAt
        }
        #expect(bounded(0) != nil && bounded(253_402_300_799_999) != nil)
        for milliseconds: Int64 in [-1, .min, .max, 253_402_300_800_000] { #expect(bounded(milliseconds) == nil) }
    }
}
