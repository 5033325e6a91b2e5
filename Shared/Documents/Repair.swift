/// What was repaired or lost while making pages of a file.
public enum Repair: Sendable, Hashable {
    /// A HEIC references auxiliary pictures in a way that decoders refuse. They were left out.
    case auxiliaryReferences
    /// A PDF's cross-reference table was missing or wrong, and was rebuilt from its objects. Nothing is known to be lost.
    case crossReferences
    /// A PDF is truncated: its last object or update is incomplete. The pages may be of an earlier version.
    case cutOff
    /// The page with this number, from 1, was decoded in part. `missing` is the lost part in hundredths; nil if unknown.
    case incompletePage(Int, missing: Int?)
    /// The page with this number, from 1, could not be decoded.
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
