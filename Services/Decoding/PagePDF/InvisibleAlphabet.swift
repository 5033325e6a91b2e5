/// The letters of a document, each with a font and a code. A font of this kind has one byte for a letter (ISO 32000-1,
/// 9.6.5).
///
/// Codes follow the order of first use: a text of few letters needs one font, and a Japanese one two or three. The number
/// of letters in Unicode bounds it.
struct InvisibleAlphabet {
    struct Code: Hashable {
        let font: Int
        let code: UInt8
    }

    static let lettersOfAFont = 255

    /// The blank is first: it separates words of any script.
    private(set) var letters: [Unicode.Scalar] = [" "]
    private var places: [Unicode.Scalar: Int] = [" ": 0]

    mutating func code(of letter: Unicode.Scalar) -> Code {
        let place = places[letter] ?? letters.count
        if place == letters.count {
            letters.append(letter)
            places[letter] = place
        }
        return Code(font: place / Self.lettersOfAFont, code: UInt8(1 + place % Self.lettersOfAFont))
    }

    /// By font, in the order of their codes, from 1.
    var fonts: [ArraySlice<Unicode.Scalar>] {
        stride(from: 0, to: letters.count, by: Self.lettersOfAFont).map {
            letters[$0..<min($0 + Self.lettersOfAFont, letters.count)]
        }
    }
}
