import Shared

/// The place and size of a drawn word. It covers its box, so that a selection matches the visible word.
///
/// It uses only integers, so that the same words have the same places on every machine.
struct WordPlace: Hashable, Sendable {
    /// The beginning of the baseline, in hundredths of a point from the page's lower left corner.
    let x: Int
    let y: Int
    /// The font size, in hundredths of a point.
    let size: Int
    /// The horizontal scaling of letters, in hundredths of a percent.
    let stretch: Int
    /// The same for the blank after the word.
    let blank: Int

    static func of(_ words: [ShownWord], on paper: PaperSize) -> [WordPlace] {
        var places: [WordPlace] = []
        places.reserveCapacity(words.count)
        var start = 0
        while start < words.count {
            let end = words[start...].firstIndex { $0.joint == .endOfLine } ?? words.count - 1
            append(line: words[start..<end + 1], on: paper, to: &places)
            start = end + 1
        }
        return places
    }

    /// Programs find a line of text by its baseline. So all words of a line have one baseline and one size, whatever
    /// their letters. In a slanted line each word has its own.
    private static func append(line: ArraySlice<ShownWord>, on paper: PaperSize, to places: inout [WordPlace]) {
        guard let first = line.first else { return }
        let bounds = line.reduce(first.box) { $0.union($1.box) }
        let tallest = line.reduce(0) { max($0, $1.box.bottom - $1.box.top) }
        let isLevel = (bounds.bottom - bounds.top) * 10 <= tallest * 16
        for (index, word) in zip(line.indices, line) {
            let next = index + 1 < line.endIndex ? line[index + 1].box : nil
            places.append(WordPlace(word, before: next, within: isLevel ? bounds : word.box, on: paper))
        }
    }

    private init(_ word: ShownWord, before next: PageBox?, within height: PageBox, on paper: PaperSize) {
        let bottom = paper.hundredths.height - Self.scaled(height.bottom, paper.hundredths.height)
        let top = paper.hundredths.height - Self.scaled(height.top, paper.hundredths.height)
        // A letter reaches from 0.35 below the baseline to 0.95 above: so its box is the word's.
        size = min(max((top - bottom) * 10 / 13, 100), paper.hundredths.height)
        y = min(bottom + size * 35 / 100, paper.hundredths.height)
        x = Self.scaled(word.box.left, paper.hundredths.width)
        let right = Self.scaled(word.box.right, paper.hundredths.width)
        let following = next.map { Self.scaled($0.left, paper.hundredths.width) }
        let end = Self.end(of: word, from: x, to: right, before: following, size: size)
        stretch = Self.stretch(end - x, for: word.letters.count, size: size)
        // A wide gap is one between columns: no letter fills it.
        let gap = following.map { $0 - end } ?? 0
        blank = Self.stretch(gap > 0 ? min(gap, size) : size / 4, for: 1, size: size)
    }

    /// A word leaves room for its blank if its box touches the next one; a piece leaves none. Programs distinguish words
    /// from pieces by the gap alone.
    private static func end(of word: ShownWord, from x: Int, to right: Int, before next: Int?, size: Int) -> Int {
        guard let next, next > x else { return right }
        switch word.joint {
        case .endOfLine: return right
        case .blank: return min(right, max(next - size / 5, x + (next - x) / 2))
        case .piece: return next - right <= size ? next : right
        }
    }

    /// A letter is half as wide as it is high.
    private static func stretch(_ width: Int, for letters: Int, size: Int) -> Int {
        let doubled = letters * size
        return min(max((width * 20_000 + doubled / 2) / doubled, 1), 1_000_000)
    }

    private static func scaled(_ place: Int, _ side: Int) -> Int { (place * side + 5000) / 10_000 }
}
