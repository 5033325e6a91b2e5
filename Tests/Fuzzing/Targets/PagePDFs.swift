import Shared

@testable import Jail
@testable import PagePDF

/// The PDF of pages, as it is proven before it is kept. What must hold: how its bytes are cut changes nothing; what is taken is what
/// the writer writes of pictures and of the words that were given, and nothing before or behind it.
enum PagePDFs: FuzzTarget {
    static func run(_ input: [UInt8]) {
        // The first byte says how the rest is cut.
        guard let cut = input.first else { return }
        let bytes = Array(input.dropFirst())
        let taken = [[], words].filter { words in
            let whole = isProven(bytes, words, pieces: max(1, bytes.count))
            precondition(isProven(bytes, words, pieces: 1 + Int(cut)) == whole, "the same bytes in other pieces are another file")
            guard whole else { return false }
            precondition(!isProven(bytes + [0x0A], words, pieces: bytes.count + 1), "bytes behind the end")
            precondition(!isProven(bytes.dropLast(), words, pieces: bytes.count), "an end that is missing")
            return true
        }
        precondition(taken.count < 2, "a page of words that is one without words, too")
        bindWords(of: input)
    }

    /// What a stranger's picture says is bound, whatever it is.
    private static func bindWords(of input: [UInt8]) {
        let texts = String(decoding: input.prefix(2000), as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
        let places = input.map { Int($0) * 41 }
        let words = texts.enumerated().map { index, text in
            let place = index % max(1, input.count - 3)
            let bounds = places[place..<min(place + 4, places.count)] + [0, 0, 0, 0]
            let box = PageBox(
                left: bounds[place], top: bounds[place + 1], right: bounds[place + 2], bottom: bounds[place + 3])
            return PageWord(text: String(text), box: box, confidence: 0, line: Int(input[index % input.count]) / 32)
        }
        do {
            var binder = PageBinder(pageCount: 1)
            _ = try binder.begin()
            _ = try binder.page(picture, words: words)
            _ = try binder.end()
        } catch {
            preconditionFailure("words that cannot be bound: \(error.detail)")
        }
    }

    private static func isProven(_ bytes: [UInt8], _ words: [ShownWord], pieces: Int) -> Bool {
        var reader = PagePDFReader(longestJPEG: 1 << 20)
        if !words.isEmpty { reader.expect(words) }
        do {
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                try reader.read(Array(bytes[start..<min(bytes.count, start + pieces)]))
            }
            try reader.end()
            return true
        } catch {
            return false
        }
    }

    private static let picture: [UInt8] =
        [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0xd9]

    /// Of the first page: a blank between words, and none between pieces.
    private static let words = ShownWord.of([
        PageWord(text: "Total", box: PageBox(left: 1000, top: 1000, right: 3000, bottom: 2000), confidence: 90, line: 0),
        PageWord(text: "12\u{20AC}", box: PageBox(left: 3200, top: 1000, right: 5000, bottom: 2000), confidence: 90, line: 0),
        PageWord(text: "\u{5B57}", box: PageBox(left: 1000, top: 4000, right: 2000, bottom: 5000), confidence: 90, line: 1),
        PageWord(text: "\u{20BB7}", box: PageBox(left: 2100, top: 4000, right: 3000, bottom: 5000), confidence: 90, line: 1),
    ])

    static var seeds: [[UInt8]] {
        let one = written([nil])
        let two = written([Paper(hundredths: 59_528, 84_189), nil])
        let worded = written([nil, nil], words)
        return ([one, two, worded] + altered(one) + altered(worded)).map { [UInt8(10)] + $0 }
    }

    private static func written(_ papers: [Paper?], _ words: [ShownWord] = []) -> [UInt8] {
        var writer = PagePDFWriter(pageCount: papers.count)
        var bytes = writer.begin()
        guard let jpeg = try? CleanJPEG(validating: picture) else { preconditionFailure("this is a picture") }
        for (index, paper) in papers.enumerated() {
            bytes += writer.page(picture, jpeg, on: paper, words: index == 0 ? words : [])
        }
        return bytes + writer.end()
    }

    /// With each of its numbers replaced; its digest is then another, which is looked at last.
    private static func altered(_ file: [UInt8]) -> [[UInt8]] {
        var altered: [[UInt8]] = []
        var position = 0
        while position < file.count {
            let digits = file[position...].prefix { (0x30...0x39).contains($0) }
            if !digits.isEmpty, file[position - 1] == 0x20 {
                for text in HostileNumbers.texts {
                    altered.append(file[..<position] + Array(text.utf8) + file[digits.endIndex...])
                }
            }
            position = max(digits.endIndex, position + 1)
        }
        return altered
    }
}
