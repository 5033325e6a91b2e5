import Shared

/// The reading, for programs.
struct ReadingReport: Encodable {
    struct File: Encodable {
        let file: String
        let pages: [Page]
        /// The facts that the words and codes give.
        let facts: [ReadingFacts.Line]
    }

    struct Page: Encodable {
        let number: Int
        let source: String
        /// The confidence of its letters; 100 for text that a PDF holds itself.
        let confidence: Int
        /// Width divided by height.
        let proportion: Double
        let words: [Word]
        let codes: [Code]
    }

    struct Word: Encodable {
        let text: String
        /// Left, top, right and bottom, in ten-thousandths of the page's width and height.
        let box: [Int]
        let confidence: Int
        let line: Int
    }

    struct Code: Encodable {
        let symbology: String
        /// Set if the content is UTF-8.
        let text: String?
        let hex: String
        let box: [Int]
    }

    let files: [File]
    /// Versions of the models by language.
    let models: [String: String]

    init(_ files: [FileReading], models: [ReadingLanguage: String], today: CalendarDate) {
        self.files = files.map { file in
            File(
                file: file.path, pages: file.pages.map { Page($0.number, $0.text) },
                facts: ReadingFacts.lines(of: file, today: today))
        }
        self.models = Dictionary(uniqueKeysWithValues: models.map { ($0.key.rawValue, $0.value) })
    }
}

extension ReadingReport.Page {
    fileprivate init(_ number: Int, _ text: PageText) {
        self.init(
            number: number, source: text.source.rawValue, confidence: text.meanConfidence,
            proportion: (text.proportion * 10_000).rounded() / 10_000,
            words: text.words.map {
                ReadingReport.Word(text: $0.text, box: $0.box.sides, confidence: $0.confidence, line: $0.line)
            },
            codes: text.codes.map {
                ReadingReport.Code(
                    symbology: $0.symbology.rawValue, text: String(validating: $0.bytes, as: UTF8.self),
                    hex: Hex.encode($0.bytes),
                    box: $0.box.sides)
            })
    }
}
