/// A folded line of a page, which maps each scalar to its word.
struct TextLine: Sendable {
    /// With one blank between words.
    let scalars: [Unicode.Scalar]
    /// For each scalar, the index of its word in `words`. A blank belongs to the word before it.
    let origins: [Int]
    let words: ArraySlice<PageWord>
    let box: PageBox
    /// Only letters and digits, for the search of labels.
    let skeleton: Skeleton

    init(_ words: ArraySlice<PageWord>) {
        var scalars: [Unicode.Scalar] = []
        var origins: [Int] = []
        var box = words.first?.box ?? PageBox(left: 0, top: 0, right: 0, bottom: 0)
        for (index, word) in zip(words.indices, words) {
            guard scalars.count < ReadingLimits.scalarsOfLine else { break }
            if !scalars.isEmpty {
                scalars.append(" ")
                origins.append(index - 1)
            }
            for scalar in word.text.unicodeScalars.prefix(ReadingLimits.scalarsOfWord) {
                FoldedScalars.append(scalar, to: &scalars)
            }
            origins += repeatElement(index, count: scalars.count - origins.count)
            box = box.union(word.box)
        }
        self.scalars = scalars
        self.origins = origins
        self.words = words
        self.box = box
        skeleton = Skeleton(of: scalars)
    }

    private func wordRange(_ range: Range<Int>) -> ArraySlice<PageWord> {
        guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= origins.count else { return [] }
        return words[origins[range.lowerBound]..<(origins[range.upperBound - 1] + 1)]
    }

    /// The box around the words of a range of scalars.
    func box(_ range: Range<Int>) -> PageBox {
        let touched = wordRange(range)
        guard let first = touched.first else { return box }
        return touched.dropFirst().reduce(first.box) { $0.union($1.box) }
    }

    /// The confidence of the least certain word.
    func confidence(_ range: Range<Int>) -> Int {
        min(max(wordRange(range).map(\.confidence).min() ?? 0, 0), 100)
    }

    func text(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[range.clamped(to: 0..<scalars.count)])
        return String(view)
    }

    func scalar(_ index: Int) -> Unicode.Scalar? {
        index >= 0 && index < scalars.count ? scalars[index] : nil
    }
}

/// A line's letters and digits, with lookalikes merged. Labels are found in it even without a blank or a dot, and with an
/// “I” read as “l”.
struct Skeleton: Sendable {
    private(set) var scalars: [Unicode.Scalar] = []
    /// The place of each in the line.
    private(set) var places: [Int] = []
    /// Whether a word begins at each.
    private(set) var begins: [Bool] = []

    init(of line: [Unicode.Scalar]) {
        var wasOfWord = false
        var wasDigit = false
        for (place, scalar) in line.enumerated() {
            guard scalar.isOfWord else {
                wasOfWord = false
                continue
            }
            let isJapanese = scalar.isJapanese
            begins.append(!wasOfWord || isJapanese || scalar.isDigit != wasDigit)
            scalars.append(Self.reduced(scalar))
            places.append(place)
            wasOfWord = !isJapanese
            wasDigit = scalar.isDigit
        }
    }

    private static func reduced(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "1", "i", "j": "l"
        case "0": "o"
        case "5": "s"
        default: scalar
        }
    }

    func begins(at index: Int) -> Bool { index >= begins.count || begins[index] }
}
