/// The essence of a media type (RFC 6838): type and subtype in lower case, without parameters.
public struct MediaType: Hashable, Sendable {
    public let essence: String

    /// Reads the value of a `Content-Type` header (RFC 9110, section 8.3.1). Drops parameters, and turns `image/jpg` into
    /// `image/jpeg`. Nil for other text, and for more than 255 characters.
    public init?(_ text: String) {
        let beforeParameters = text.utf8.prefix { $0 != UInt8(ascii: ";") }
        guard beforeParameters.count <= 255 else { return nil }
        let characters = beforeParameters.drop(while: Self.isBlank).reversed().drop(while: Self.isBlank).reversed()
        let essence = String(decoding: characters, as: UTF8.self).lowercased()
        let halves = essence.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isTokenCharacter) }) else { return nil }
        self.init(essence: Self.aliases[essence] ?? essence)
    }

    private static func isBlank(_ character: UInt8) -> Bool {
        character == UInt8(ascii: " ") || character == UInt8(ascii: "\t")
    }

    private init(essence: String) {
        self.essence = essence
    }

    /// `tchar` of RFC 9110, section 5.6.2.
    package static func isTokenCharacter(_ character: UInt8) -> Bool {
        character.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(character)
    }

    /// Unregistered names that browsers and scanners send.
    private static let aliases = [
        "image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg", "image/x-png": "image/png", "image/tif": "image/tiff",
        "image/heic-sequence": "image/heic", "image/heif-sequence": "image/heif", "application/x-pdf": "application/pdf",
        "image/x-ms-bmp": "image/bmp", "image/x-bmp": "image/bmp", "image/jpeg2000": "image/jp2", "image/jpx": "image/jp2",
        "image/j2k": "image/jp2", "image/x-jp2": "image/jp2", "image/dng": "image/x-adobe-dng",
    ]
}

extension MediaType {
    public static let jpeg = MediaType(essence: "image/jpeg")
    public static let png = MediaType(essence: "image/png")
    public static let webp = MediaType(essence: "image/webp")
    public static let heic = MediaType(essence: "image/heic")
    public static let heif = MediaType(essence: "image/heif")
    public static let avif = MediaType(essence: "image/avif")
    public static let gif = MediaType(essence: "image/gif")
    public static let tiff = MediaType(essence: "image/tiff")
    public static let bmp = MediaType(essence: "image/bmp")
    /// JPEG 2000, as a file or as a bare codestream.
    public static let jp2 = MediaType(essence: "image/jp2")
    public static let jxl = MediaType(essence: "image/jxl")
    /// A camera's raw picture, in a TIFF container.
    public static let dng = MediaType(essence: "image/x-adobe-dng")
    public static let pdf = MediaType(essence: "application/pdf")
    /// Bytes of an unknown kind. As a declared type it claims nothing.
    public static let octetStream = MediaType(essence: "application/octet-stream")

    /// All types that their content identifies.
    public static let known: [MediaType] = [
        .jpeg, .png, .webp, .heic, .heif, .avif, .gif, .tiff, .bmp, .jp2, .jxl, .dng, .pdf,
    ]

    public var isImage: Bool { essence.hasPrefix("image/") }

    /// Whether a file of this content may be declared as `other`. HEIC is a kind of HEIF and DNG a kind of TIFF; both may
    /// have either name.
    public func isCompatible(with other: MediaType) -> Bool {
        self == other || other == .octetStream || [[self, other], [other, self]].contains { Self.kinds.contains($0) }
    }

    private static let kinds: [[MediaType]] = [[.heic, .heif], [.dng, .tiff]]
}

// MARK: - File names

extension MediaType {
    /// File extensions without the dot, in lower case, the usual one first; empty for an unknown type.
    public var fileExtensions: [String] {
        Self.extensions.first { $0.type == self }?.names ?? []
    }

    /// The type of a file name's extension (without the dot, any case); nil for an unknown extension.
    public init?(fileExtension: String) {
        let wanted = fileExtension.lowercased()
        guard let found = Self.extensions.first(where: { $0.names.contains(wanted) }) else { return nil }
        self = found.type
    }

    /// The text after the last dot of a file name, in lower case; nil unless it is 1 to 8 letters and digits.
    ///
    /// Only this part of a file name is stored: the rest may be personal data.
    public static func fileExtension(ofName name: String) -> String? {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let candidate = String(name[name.utf8.index(after: dot)...]).lowercased()
        let isPlain = candidate.utf8.allSatisfy { character in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
        }
        return isPlain && (1...8).contains(candidate.utf8.count) ? candidate : nil
    }

    private static let extensions: [(type: MediaType, names: [String])] = [
        (.jpeg, ["jpg", "jpeg", "jpe", "jfif"]), (.png, ["png"]), (.webp, ["webp"]), (.heic, ["heic"]),
        (.heif, ["heif", "hif"]), (.avif, ["avif"]), (.gif, ["gif"]), (.tiff, ["tiff", "tif"]), (.bmp, ["bmp", "dib"]),
        (.jp2, ["jp2", "j2k", "jpf", "jpx", "j2c"]), (.jxl, ["jxl"]), (.dng, ["dng"]), (.pdf, ["pdf"]),
    ]
}

extension MediaType: LosslessStringConvertible {
    public var description: String { essence }
}

extension MediaType: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(ofText: { Self($0) }, or: "This is not a media type.")
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: essence) }
}
