/// The words that identify a document type, in any language, where a journey gives them.
public struct TellTaleWords: Sendable, Hashable {
    /// Titles, each of which identifies the document alone, such as “Vaccination record”.
    public let titles: [String]
    /// Words, several of which identify it together, such as “batch number”.
    public let words: [String]
    /// Whether the document is addressed to a person, and so shows their address.
    public let showsAddress: Bool

    public static let maximumTitles = 50
    public static let maximumWords = 200
    /// The allowed lengths in Unicode scalars. Shorter words occur everywhere.
    public static let lengths = 2...80

    public init(titles: [String], words: [String] = [], showsAddress: Bool = false) {
        self.titles = titles
        self.words = words
        self.showsAddress = showsAddress
    }

    func faults(of type: DocumentTypeID) -> [JourneyFault] {
        var faults: [JourneyFault] = []
        func expect(_ condition: Bool, _ member: String, _ problem: String) {
            if !condition { faults.append(JourneyFault(documentType: type, member: "looksLike.\(member)", problem: problem)) }
        }
        expect(!titles.isEmpty, "titles", "is empty; at least one is wanted")
        for (member, texts, most) in [("titles", titles, Self.maximumTitles), ("words", words, Self.maximumWords)] {
            expect(texts.count <= most, member, "has \(texts.count) entries; allowed is at most \(most)")
            expect(
                texts.allSatisfy { Self.lengths.contains($0.unicodeScalars.count) }, member,
                "has an entry that is too short or too long; allowed is \(Self.lengths.lowerBound) to \(Self.lengths.upperBound) characters"
            )
        }
        return faults
    }
}

extension TellTaleWords: Codable {
    private enum CodingKeys: String, CodingKey { case titles, words, showsAddress }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            titles: try container.decode([String].self, forKey: .titles),
            words: try container.decodeIfPresent([String].self, forKey: .words) ?? [],
            showsAddress: try container.decodeIfPresent(Bool.self, forKey: .showsAddress) ?? false)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(titles, forKey: .titles)
        if !words.isEmpty { try container.encode(words, forKey: .words) }
        if showsAddress { try container.encode(showsAddress, forKey: .showsAddress) }
    }
}
