import Shared

/// Proves that the text of pages consists of the given words at their places, and draws nothing.
///
/// The pages define the letter of a code: at its first use it stands for the letter in the given word, and must do so
/// from then on. The fonts at the end of the file are then compared with that (`InvisibleFontProof`).
struct InvisibleTextReader {
    struct Fault: Error {
        /// An offset in the file's buffer.
        let position: Int
        let detail: String
    }

    /// By font and code. The blank's is known in advance.
    private(set) var letters: [Unicode.Scalar] = [" "]
    private(set) var hasText = false

    /// Proves the content after a page's picture. Each font that it names must be used.
    mutating func prove(
        _ content: ArraySlice<UInt8>, shows words: [ShownWord], on line: PageLine
    ) throws(Fault) {
        hasText = true
        let paper = line.hundredths
        var page = Page(text: StrictText(content), fonts: line.fonts, letters: letters)
        try page.expect("\nBT 3 Tr")
        for (index, word) in words.enumerated() {
            let next = word.joint == .piece && index + 1 < words.count ? words[index + 1].box.left : 0
            try page.word(word, reaching: max(word.box.right, next), on: paper)
        }
        try page.expect("\nET")
        guard page.text.rest.isEmpty else { throw page.fault("more than the words of the page") }
        guard page.used == line.fonts else { throw page.fault("a font that no letter has") }
        letters = page.letters
    }

    private struct Page {
        var text: StrictText
        let fonts: Set<Int>
        var letters: [Unicode.Scalar]
        var used: Set<Int> = []
        private var font = -1
        private var size = 0

        init(text: StrictText, fonts: Set<Int>, letters: [Unicode.Scalar]) {
            self.text = text
            self.fonts = fonts
            self.letters = letters
        }

        func fault(_ detail: String) -> Fault { Fault(position: text.rest.startIndex, detail: detail) }

        mutating func expect(_ words: String) throws(Fault) {
            guard text.take(words) else { throw fault("another operator than invisible text has") }
        }

        private mutating func number() throws(Fault) -> Int {
            guard let number = text.hundredths() else { throw fault("no number of invisible text") }
            return number
        }

        /// `right` is its right limit, in ten-thousandths of the page.
        mutating func word(_ word: ShownWord, reaching right: Int, on paper: (width: Int, height: Int)) throws(Fault) {
            try expect("\n1 0 0 1 ")
            let x = try number()
            try expect(" ")
            let y = try number()
            try expect(" Tm ")
            let stretch = try stretch()
            try show(word.letters)
            // A letter is half as wide as high: within a hundredth of a point, and what a stretch is rounded by.
            let letters = word.letters.count * size
            let isAtPlace = abs(x * 10_000 - word.box.left * paper.width) <= 10_000
            let reaches = stretch == 1 || (x * 20_000 + letters * stretch) / 2 <= right * paper.width + letters + 20_000
            let bottom = paper.height - word.box.bottom * paper.height / 10_000
            let stands = y <= paper.height && abs(y - bottom) <= size * 2 + 100 && size <= paper.height
            guard isAtPlace, reaches, stands else { throw fault("a word in another place than its own") }
            guard word.joint == .blank else { return }
            try expect(" ")
            _ = try self.stretch()
            try show([" "])
        }

        private mutating func stretch() throws(Fault) -> Int {
            let stretch = try number()
            guard (1...1_000_000).contains(stretch) else { throw fault("letters of no sensible width") }
            try expect(" Tz")
            return stretch
        }

        private mutating func show(_ word: [Unicode.Scalar]) throws(Fault) {
            var shown = 0
            while shown < word.count {
                // Within a word, only another font begins anew.
                if text.take(" /F") { try changeFont() } else if shown > 0 { throw fault("a word that is cut") }
                try expect("<")
                repeat {
                    guard let code = text.byte(), shown < word.count, means(code, word[shown]) else {
                        throw fault("another letter than the word has")
                    }
                    shown += 1
                } while !text.take(">")
                try expect("Tj")
            }
        }

        private mutating func changeFont() throws(Fault) {
            guard let other = text.count(), text.take(" ") else { throw fault("no font of this page") }
            let size = try number()
            try expect(" Tf")
            guard fonts.contains(other), other != font || size != self.size, size > 0 else {
                throw fault("no font of this page")
            }
            (font, self.size) = (other, size)
            used.insert(other)
        }

        private mutating func means(_ code: UInt8, _ letter: Unicode.Scalar) -> Bool {
            guard font >= 0, code > 0 else { return false }
            let place = font * 255 + Int(code) - 1
            if place == letters.count { letters.append(letter) }
            return place < letters.count && letters[place] == letter
        }
    }
}
