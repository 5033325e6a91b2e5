/// The words and codes of one page, each with its place.
public struct PageText: Hashable, Sendable {
    /// The origin of the words.
    public enum Source: String, Hashable, Sendable, CaseIterable {
        /// A PDF's own text: exact.
        case layer
        /// Recognised in a picture.
        case recognized
    }

    public let source: Source
    /// The page's width divided by its height, to compare places along both.
    public let proportion: Double
    /// In reading order: by line, and within a line from its beginning.
    public let words: [PageWord]
    public let codes: [PageCode]

    public init(source: Source, proportion: Double, words: [PageWord], codes: [PageCode] = []) {
        self.source = source
        self.proportion = proportion
        self.words = words
        self.codes = codes
    }

    /// The mean confidence by letter, from 0 to 100; 0 without words.
    public var meanConfidence: Int {
        let letters = words.reduce(0) { $0 + $1.text.unicodeScalars.count }
        return letters == 0 ? 0 : words.reduce(0) { $0 + $1.confidence * $1.text.unicodeScalars.count } / letters
    }
}

/// A word of a page. In a script without blanks it is a piece of its line.
public struct PageWord: Hashable, Sendable {
    public let text: String
    public let box: PageBox
    /// From 0 (a guess) to 100 (no doubt).
    public let confidence: Int
    /// Words of one line have the same number. Lines are numbered in reading order, from 0.
    public let line: Int

    public init(text: String, box: PageBox, confidence: Int, line: Int) {
        self.text = text
        self.box = box
        self.confidence = confidence
        self.line = line
    }
}

/// A place on an upright page, in ten-thousandths of its width and height, from its top left corner.
public struct PageBox: Hashable, Sendable {
    public static let whole = PageBox(left: 0, top: 0, right: 10_000, bottom: 10_000)

    public let left: Int
    public let top: Int
    public let right: Int
    public let bottom: Int

    /// Each bound is clamped to 0...10,000. No box has a negative size.
    public init(left: Int, top: Int, right: Int, bottom: Int) {
        self.left = min(max(left, 0), 10_000)
        self.top = min(max(top, 0), 10_000)
        self.right = min(max(right, self.left), 10_000)
        self.bottom = min(max(bottom, self.top), 10_000)
    }

    /// The smallest box around both.
    public func union(_ other: PageBox) -> PageBox {
        PageBox(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }
}

/// A bar code or a matrix code of a page, with its content.
public struct PageCode: Hashable, Sendable {
    public enum Symbology: String, Hashable, Sendable, CaseIterable {
        case qr, microQR = "micro-qr", dataMatrix = "data-matrix", aztec, pdf417, code128 = "code-128", code39 = "code-39", ean
        case other
    }

    public let symbology: Symbology
    /// The raw bytes: many codes contain no text.
    public let bytes: [UInt8]
    public let box: PageBox

    public init(symbology: Symbology, bytes: [UInt8], box: PageBox) {
        self.symbology = symbology
        self.bytes = bytes
        self.box = box
    }
}
