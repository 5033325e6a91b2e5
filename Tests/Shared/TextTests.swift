import Shared
import Testing

/// Text from outside, whose scalars join to characters that are none of the signs that they hold.
@Suite struct TextTests {
    /// U+0600 joins what follows it; a combining mark joins what stands before it.
    static let joining: [(before: String, after: String)] = [
        ("\u{600}", ""), ("", "\u{301}"), ("", "\u{338}"), ("\u{600}", "\u{301}"),
    ]

    @Test(arguments: [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")])
    func markupIsEscapedWhateverStandsBesideIt(sign: String, escaped: String) {
        #expect(HTML.escaped(sign) == escaped)
        for (before, after) in Self.joining {
            let text = HTML.escaped("a\(before)\(sign)\(after)b")
            #expect(text.hasSameBytes(as: "a\(before)\(escaped)\(after)b"))
        }
    }

    @Test func whatIsNoMarkupStaysAsItIs() {
        let text = "Zwölf 書類 e\u{301} 🇦🇹 a\r\nb `c`"
        #expect(HTML.escaped(text).hasSameBytes(as: text))
    }

    @Test func dataWithinAScriptCannotEndIt() {
        for (before, after) in Self.joining {
            let island = HTML.island("[\"\(before)</script>\(after)\(before)<!--&\(after)\"]")
            #expect(
                island.hasSameBytes(as: #"["\#(before)\u003c/script\u003e\#(after)\#(before)\u003c!--\u0026\#(after)"]"#))
        }
    }

    @Test func textsThatOnlyLookAlikeAreTwo() {
        #expect("\u{E9}" == "e\u{301}" && !"\u{E9}".hasSameBytes(as: "e\u{301}"))
        #expect("K" == "\u{212A}" && !"K".hasSameBytes(as: "\u{212A}"))
        #expect("ab".hasSameBytes(as: "xaby".dropFirst().dropLast()))
        #expect("a\u{301}".hasBytes(atStart: "a") && !"a\u{301}".hasPrefix("a"))
    }

    @Test func textIsSplitAtASignWhateverStandsBesideIt() {
        for (before, after) in Self.joining {
            let parts = "a\(before),\(after)b,,".split(at: ",", omittingEmptySubsequences: false)
            #expect(parts.map { Array($0.utf8) } == ["a\(before)", "\(after)b", "", ""].map { Array($0.utf8) })
            #expect("a\(before),\(after)b".holds(","))
        }
        #expect("a,b,c".split(at: ",", maxSplits: 1) == ["a", "b,c"])
        #expect("a,,c".split(at: ",") == ["a", "c"])
    }
}
