import Shared

/// One reading of a picture: at the size that suits its letters, with the model that suits its words.
struct Pass {
    let words: [TextModel.Word]
    /// The clockwise quarter turns of the page for this reading.
    var quarters = 0
    private let factor: Double

    init(_ page: PagePicture, _ marks: PrintedMarks, _ models: [TextModel]) throws(TextError) {
        factor = Self.enlargement(of: page.size, marks.letterHeight)
        let enlarged = factor > 1 ? try page.scaled(by: factor) : page
        let model = try Self.choice(of: models, for: page, marks, factor)
        words = try model.words(of: enlarged, page.proportion < Self.slip ? .column : .page)
    }

    /// A narrower page is a receipt or a slip, with one column.
    private static let slip = 0.6

    // MARK: - Size

    /// The height of small letters, in pixels, at which the models read best.
    private static let bestHeight = 30.0
    /// Letters of this height gain nothing from enlarging.
    private static let goodHeight = 20.0
    private static let mostPixels = 20_000_000.0

    private static func enlargement(of size: PixelSize, _ letterHeight: Double?) -> Double {
        guard let letterHeight, letterHeight > 0, letterHeight < goodHeight else { return 1 }
        let pixels = Double(size.width) * Double(size.height)
        return max(1, min(bestHeight / letterHeight, 3, (mostPixels / max(pixels, 1)).squareRoot()))
    }

    // MARK: - Language

    /// The number of samples of lines that each model reads.
    private static let samples = 4
    /// A later language must be more confident by this.
    private static let lead = 1.0

    /// The model with the highest confidence in some lines that knows most of their words. The first model if there are
    /// no lines.
    private static func choice(
        of models: [TextModel], for page: PagePicture, _ marks: PrintedMarks, _ factor: Double
    ) throws(TextError) -> TextModel {
        guard let first = models.first else { throw .noModel(detail: "no model is loaded") }
        guard models.count > 1 else { return first }
        var pieces: [PagePicture] = []
        for bounds in try marks.samples(samples) {
            guard let piece = try page.part(bounds) else { continue }
            pieces.append(factor > 1 ? try piece.scaled(by: factor) : piece)
        }
        guard !pieces.isEmpty else { return first }
        var best = (model: first, score: -Double.infinity)
        for model in models {
            var words: [TextModel.Word] = []
            for piece in pieces { words += try model.words(of: piece, .line) }
            let share = known(words, to: model)
            let score = words.confidence + weightOfKnown * share
            if score >= best.score + lead { best = (model, score) }
            // The others would know these words less: that is not worth what each of them costs.
            if share >= ownShare, words.confidence >= ownConfidence { break }
        }
        return best.model
    }

    /// The share of letters in known words, and the confidence in them, on a page in the model's language.
    private static let ownShare = 0.85
    private static let ownConfidence = 88.0

    /// A model that reads a foreign language is confident of letters, but in words that it does not know.
    private static let weightOfKnown = 40.0

    /// The share of letters in words of the model's dictionary.
    private static func known(_ words: [TextModel.Word], to model: TextModel) -> Double {
        func letters(_ words: [TextModel.Word]) -> Int { words.reduce(0) { $0 + $1.text.unicodeScalars.count } }
        let all = letters(words)
        return all == 0 ? 0 : Double(letters(words.filter { model.knows($0.text) })) / Double(all)
    }

    // MARK: - Result

    /// The words with their places on the page.
    func pageWords(of size: PixelSize) -> [PageWord] {
        var line = -1
        return words.map { word in
            if word.beginsLine || line < 0 { line += 1 }
            let bounds = word.bounds.shrunk(by: factor).turnedBack(quarters: quarters, in: size)
            return PageWord(text: word.text, box: bounds.onPage(of: size), confidence: word.confidence, line: line)
        }
    }
}
