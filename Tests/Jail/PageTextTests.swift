import Shared
import Testing

@testable import Jail

/// What a child may say of a page's text.
@Suite struct PageTextTests {
    private static let box = PageBox(left: 1, top: 2, right: 3, bottom: 4)

    private static func word(_ text: String = "a", confidence: Int = 90, line: Int = 0) -> PageWord {
        PageWord(text: text, box: box, confidence: confidence, line: line)
    }

    private static func text(_ words: [PageWord], codes: [PageCode] = [], proportion: Double = 0.7) -> PageText {
        PageText(source: .recognized, proportion: proportion, words: words, codes: codes)
    }

    @Test func aTextSurvivesTheWire() throws {
        let text = Self.text(
            [Self.word("Straße"), Self.word("年", line: 1)],
            codes: [PageCode(symbology: .pdf417, bytes: [0, 255], box: .whole)])
        #expect(try PageText(checking: WireCoding.encode(text)) == text)
        #expect(text.bounded() == text)
    }

    @Test(arguments: [
        text([word(confidence: 101)]), text([word(confidence: -1)]), text([word("")]), text([word("a b")]),
        text([word("a\u{202e}b")]), text([word("\u{1b}[2J")]), text([word("\u{e000}")]),
        text([word(String(repeating: "a", count: 257))]),
        // Lines begin with 0, and none is left out.
        text([word(line: 1)]), text([word(), word(line: 2)]), text([word(line: 0), word(line: 1), word(line: 0)]),
        text([word(line: -1)]), text([word(line: .max)]),
        text([], proportion: 0), text([], proportion: .nan), text([], proportion: -1), text([], proportion: .infinity),
        text([], codes: [PageCode(symbology: .qr, bytes: [], box: .whole)]),
        text([], codes: [PageCode(symbology: .qr, bytes: [UInt8](repeating: 1, count: 4097), box: .whole)]),
        text([], codes: (0..<33).map { _ in PageCode(symbology: .qr, bytes: [1], box: .whole) }),
        text((0...20_000).map { _ in word() }),
    ])
    func whatNoSoundChildSaysIsRefused(text: PageText) {
        #expect(throws: JailError.self) { try PageText(checking: WireCoding.encode(text)) }
        // A sound child brings it into the bounds before.
        #expect(throws: Never.self) { try PageText(checking: WireCoding.encode(text.bounded())) }
    }

    @Test func aBoxBeyondThePageIsNone() throws {
        for sides in [[-1, 0, 1, 1], [0, 0, 10_001, 1], [5, 0, 4, 1]] as [[Int32]] {
            let bytes = [WireCoding.version] + sides.flatMap { WireCoding.encode($0).dropFirst() }
            #expect(throws: JailFrameFault.malformedHeader) { try WireCoding.decode(PageBox.self, from: bytes) }
        }
    }

    @Test func moreBytesThanATextHasAreNotLookedAt() {
        #expect(throws: JailError.self) { try PageText(checking: [UInt8](repeating: 0, count: (8 << 20) + 1)) }
    }

    @Test func whatNobodySeesIsLeftOutOfAWord() {
        let text = Self.text([Self.word("a\u{ad}b\u{200b}"), Self.word("\u{202e}", line: 1), Self.word("c", line: 2)]).bounded()
        #expect(text.words.map(\.text) == ["ab", "c"] && text.words.map(\.line) == [0, 1])
    }
}
