import Testing
import XML

@Suite struct XMLElementTests {
    private func parse(_ text: String) -> XMLElement? { XMLElement(parsing: Array(text.utf8)) }

    private func nested(_ depth: Int) -> String {
        String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }

    @Test func elementsAreRead() throws {
        let root = try #require(
            parse(
                """
                \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
                <!-- a comment --><s3:List xmlns:s3="urn:x" a='>'><Key>a&amp;b&#x41;&#66;</Key><Empty/><Key><![CDATA[<ü>]]></Key>
                <s3:Inner>é<Key>none of the list's</Key>–</s3:Inner></s3:List>
                """))
        #expect(root.name == "List" && root.text == "\n")
        #expect(root.all("Key").map(\.text) == ["a&bAB", "<ü>"])
        #expect(root["Empty"] == "" && root["None"] == nil)
        #expect(root["Inner"] == "é–" && root.all("Inner").first?["Key"] == "none of the list's")
    }

    @Test(arguments: [
        "", "<a>", "<a></b>", "<s:a></t:a>", "<a/><b/>", "<a>&x;</a>", "<a b=c/>", "<a>&#xD800;</a>", "<a>\0</a>", "text", "<>",
    ])
    func whatIsNotWellFormedIsNothing(_ text: String) { #expect(parse(text) == nil) }

    @Test(arguments: [
        "<!DOCTYPE a><a/>", "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "<!DOCTYPE a SYSTEM 'file:///etc/hostname'><a/>",
        "<!DOCTYPE a [<!ENTITY % x SYSTEM 'file:///etc/hostname'> %x;]><a/>",
    ])
    func aDocumentTypeIsRefused(_ text: String) { #expect(parse(text) == nil) }

    @Test func onlyUTF8IsRead() {
        let utf16 = "<a>b</a>".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        #expect(XMLElement(parsing: utf16) == nil && XMLElement(parsing: [0xFF, 0xFE] + utf16) == nil)
        #expect(XMLElement(parsing: Array("<a>".utf8) + [0xE9] + Array("</a>".utf8)) == nil)
        #expect(parse("<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>")?.text == "é")
    }

    @Test func depthIsBounded() {
        #expect(parse(nested(16)) != nil && parse(nested(17)) == nil)
    }

    @Test func theNumberOfElementsIsBounded() {
        func root(of count: Int) -> XMLElement? { parse("<a>\(String(repeating: "<b/>", count: count - 1))</a>") }
        #expect(root(of: 100_000)?.children.count == 99_999 && root(of: 100_001) == nil)
    }
}
