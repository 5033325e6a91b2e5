/// The JSON form of filters: `{"is": …}`, `{"and": […]}`, `{"or": […]}`, `{"not": …}`.
extension FilterExpression: Codable where Predicate: Codable {
    private enum CodingKeys: String, CodingKey { case `is`, and, or, not }

    /// The deepest expression that is decoded.
    private static var maximumDepth: Int { 40 }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let key = container.allKeys.first, container.allKeys.count == 1, decoder.codingPath.count < Self.maximumDepth else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "An expression has one member, which names its kind."))
        }
        self =
            switch key {
            case .is: .predicate(try container.decode(Predicate.self, forKey: key))
            case .and: .and(try container.decode([Self].self, forKey: key))
            case .or: .or(try container.decode([Self].self, forKey: key))
            case .not: .not(try container.decode(Self.self, forKey: key))
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .predicate(let predicate): try container.encode(predicate, forKey: .is)
        case .and(let all): try container.encode(all, forKey: .and)
        case .or(let any): try container.encode(any, forKey: .or)
        case .not(let expression): try container.encode(expression, forKey: .not)
        }
    }
}

/// An array of names and expressions, in their order.
extension FilterManager: Codable where Predicate: Codable {
    private struct Written: Codable {
        let name: String
        let expression: FilterExpression<Predicate>
    }

    public init(from decoder: any Decoder) throws {
        self.init()
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            let entry = try container.decode(Written.self)
            guard self[entry.name] == nil else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "Two filters have one name.")
            }
            self[entry.name] = entry.expression
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for entry in entries { try container.encode(Written(name: entry.name, expression: entry.expression)) }
    }
}
