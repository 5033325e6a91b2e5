import Jail
import Shared

/// A word of a page in the PDF: its visible letters, its place, and the joint to the next word.
///
/// Words come from untrusted pictures. Invisible characters are left out, so that a copied text contains only what the
/// page shows.
struct ShownWord: Hashable, Sendable {
    /// The joint after a word.
    enum Joint: Hashable, Sendable {
        case blank
        /// The next piece of a script without blanks between words.
        case piece
        case endOfLine
    }

    let letters: [Unicode.Scalar]
    let box: PageBox
    let joint: Joint

    /// Of a page.
    static let mostLetters = 100_000

    /// The words of a page. Words beyond the limits are left out.
    static func of(_ words: [PageWord]) -> [ShownWord] {
        var seen: [(letters: [Unicode.Scalar], word: PageWord)] = []
        var left = mostLetters
        for word in words where seen.count < PageText.mostWords {
            let letters = visible(word.text, atMost: left)
            guard !letters.isEmpty else { continue }
            left -= letters.count
            seen.append((letters, word))
        }
        return seen.enumerated().map { index, item in
            var joint = Joint.endOfLine
            if index + 1 < seen.count, seen[index + 1].word.line == item.word.line {
                let isPiece = item.letters.last?.standsWithoutBlanks == true && seen[index + 1].letters[0].standsWithoutBlanks
                joint = isPiece ? .piece : .blank
            }
            return ShownWord(letters: item.letters, box: item.word.box, joint: joint)
        }
    }

    private static func visible(_ text: String, atMost count: Int) -> [Unicode.Scalar] {
        // By its scalars: one Character may have any number of them.
        var letters: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars.prefix(PageText.longestWord) where scalar.isVisible {
            guard letters.count < count else { break }
            letters.append(scalar)
        }
        return letters
    }
}

extension Unicode.Scalar {
    /// Excludes blanks, controls, changes of direction, private and unassigned characters, and characters that programs
    /// do not draw: variation selectors, for instance, can carry a hidden message.
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator: false
        default: !properties.isDefaultIgnorableCodePoint
        }
    }

    /// Kana, ideographs and their punctuation. Korean has blanks.
    fileprivate var standsWithoutBlanks: Bool {
        switch value {
        case 0x2E80...0x30FF, 0x31C0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
            0xFF01...0xFF9F, 0x1B000...0x1B16F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
