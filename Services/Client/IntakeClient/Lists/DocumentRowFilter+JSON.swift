import Shared

/// A member that names the kind of predicate, with its value: `{"types": ["passport"]}`.
extension DocumentRowFilter: Codable {
    private enum CodingKeys: String, CodingKey { case types, sources, issuedOnOrAfter, unsent, needsAttention, nameContains }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let key = container.allKeys.first, container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "A filter has one member, which names its kind."))
        }
        switch key {
        case .types: self = .types(Set(try container.decode([DocumentTypeID].self, forKey: key)))
        case .sources: self = .sources(Set(try container.decode([DocumentSource].self, forKey: key)))
        case .issuedOnOrAfter: self = .issuedOnOrAfter(try container.decode(CalendarDate.self, forKey: key))
        case .unsent: self = .unsent
        case .needsAttention: self = .needsAttention
        case .nameContains: self = .nameContains(try container.decode(String.self, forKey: key))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .types(let types): try container.encode(types.sorted { $0.rawValue < $1.rawValue }, forKey: .types)
        case .sources(let sources): try container.encode(sources.sorted { $0.rawValue < $1.rawValue }, forKey: .sources)
        case .issuedOnOrAfter(let day): try container.encode(day, forKey: .issuedOnOrAfter)
        case .unsent: try container.encode(true, forKey: .unsent)
        case .needsAttention: try container.encode(true, forKey: .needsAttention)
        case .nameContains(let text): try container.encode(text, forKey: .nameContains)
        }
    }
}
