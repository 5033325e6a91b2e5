/// What had to be mended, or was given up, to make pages of a file.
public enum Repair: Sendable, Hashable {
    /// A HEIC named auxiliary pictures in a way that decoders refuse; they are not needed, and were left out.
    case auxiliaryReferences
    /// A PDF's table of objects was missing or wrong, and was made anew from what is there. Nothing is known to be lost.
    case crossReferences
    /// A PDF was cut off: its last object has no end, or an update of it is not whole, so that the pages may be those of before.
    case cutOff
    /// The page with this number, counted from 1, could be decoded in part. About so much of it is missing, in hundredths; nil
    /// where that cannot be told.
    case incompletePage(Int, missing: Int?)
    /// The page with this number, counted from 1, could not be decoded at all.
    case lostPage(Int)
}

extension Repair: Codable {
    private enum Kind: String, Codable {
        case auxiliaryReferences = "auxiliary_references"
        case crossReferences = "cross_references"
        case cutOff = "cut_off"
        case incompletePage = "incomplete_page"
        case lostPage = "lost_page"
    }

    private enum CodingKeys: String, CodingKey {
        case kind, page, missingPercent
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .auxiliaryReferences: self = .auxiliaryReferences
        case .crossReferences: self = .crossReferences
        case .cutOff: self = .cutOff
        case .incompletePage:
            self = .incompletePage(
                try container.decode(Int.self, forKey: .page),
                missing: try container.decodeIfPresent(Int.self, forKey: .missingPercent))
        case .lostPage: self = .lostPage(try container.decode(Int.self, forKey: .page))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .auxiliaryReferences: try container.encode(Kind.auxiliaryReferences, forKey: .kind)
        case .crossReferences: try container.encode(Kind.crossReferences, forKey: .kind)
        case .cutOff: try container.encode(Kind.cutOff, forKey: .kind)
        case .incompletePage(let page, let missing):
            try container.encode(Kind.incompletePage, forKey: .kind)
            try container.encode(page, forKey: .page)
            try container.encodeIfPresent(missing, forKey: .missingPercent)
        case .lostPage(let page):
            try container.encode(Kind.lostPage, forKey: .kind)
            try container.encode(page, forKey: .page)
        }
    }
}
