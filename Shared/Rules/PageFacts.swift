/// The known facts of one file.
public struct PageFacts: Sendable, Hashable {
    public var id: PageID
    /// In bytes.
    public var size: Int
    /// Nil if it is not known.
    public var digest: ContentDigest?
    /// By content; nil if not recognised.
    public var mediaType: MediaType?
    public var declaredMediaType: MediaType?
    /// The extension of the sender's file name, without the dot.
    public var fileExtension: String?
    /// Nil until the pages are counted.
    public var pageCount: Int?
    public var integrity: Integrity
    public var protection: Protection
    /// The type that a second detector (libmagic) found; nil if it was not asked, or found none.
    public var secondOpinion: MediaType?
    /// The cost that exceeds its limit; nil if none does.
    public var excess: Excess?
    /// Sizes of the pictures that become pages, or of the first ones; empty for a PDF, and until known.
    public var pictures: [PixelSize] = []
    /// The number of blank pages; nil until examined.
    public var blankPages: Int?
    /// The signals of its pages, in order; empty until pages are made.
    public var signals: [PageSignals] = []
    /// What was repaired or lost while making pages.
    public var repairs: [Repair] = []
    /// Bytes after the end of the format that are not a known appendix of a phone.
    public var trailing: Trailing?
    /// Content that could act when the file is opened; nil until examined.
    public var activeContent: Set<ActiveContent>?
    /// The number of other submissions of the tenant with the same bytes; nil until counted.
    public var seenElsewhere: Int?
    /// The number of other submissions of the tenant with a page that looks the same; nil until counted.
    public var alikeElsewhere: Int?
    /// The result of the malware scan; nil until then.
    public var malware: Malware?
    /// The stated origin of a PDF; nil until examined, and for other types.
    public var origin: FileOrigin?
    /// The facts of the structure from Docket's own parsers; nil until parsed.
    public var structure: FileFacts?

    public init(
        id: PageID, size: Int, digest: ContentDigest? = nil, mediaType: MediaType?, declaredMediaType: MediaType? = nil,
        fileExtension: String? = nil, pageCount: Int? = nil, integrity: Integrity = .unknown, protection: Protection = .none,
        secondOpinion: MediaType? = nil, excess: Excess? = nil
    ) {
        self.id = id
        self.size = size
        self.digest = digest
        self.mediaType = mediaType
        self.declaredMediaType = declaredMediaType
        self.fileExtension = fileExtension
        self.pageCount = pageCount
        self.integrity = integrity
        self.protection = protection
        self.secondOpinion = secondOpinion
        self.excess = excess
    }

    /// Nil for a page whose file has not arrived.
    public init?(_ page: Page) {
        guard let original = page.original else { return nil }
        self.init(
            id: page.id, size: original.size, digest: original.digest, mediaType: original.mediaType,
            declaredMediaType: original.declaredMediaType, fileExtension: original.fileExtension)
    }

    /// The result of opening the file.
    public enum Integrity: String, Sendable, Hashable, Codable, CaseIterable {
        /// Not tried.
        case unknown
        case intact
        /// It cannot be decoded.
        case damaged
        /// It ends too early. The rest can perhaps be decoded.
        case truncated
    }

    /// How a PDF is encrypted (ISO 32000-1, section 7.6).
    public enum Protection: String, Sendable, Hashable, Codable, CaseIterable {
        case none
        /// Anyone can open it, but printing or copying is restricted. Banks do that.
        case ownerOnly = "owner_only"
        /// It opens only with a password.
        case passwordRequired = "password_required"
    }

    /// What a PDF can do beside being read (ISO 32000-1, sections 12.6 and 7.11.4).
    public enum ActiveContent: String, Sendable, Hashable, Codable, CaseIterable {
        case script
        /// Opening it, or one of its pages, triggers an action.
        case automaticAction = "automatic_action"
        /// It starts a program.
        case launch
        case embeddedFile = "embedded_file"
        /// It could not be searched to its end, so the content is unknown.
        case unexamined
    }

    public struct Trailing: Sendable, Hashable, Codable {
        public let bytes: Int
        /// The type of these bytes by themselves: then the file is two files.
        public let mediaType: MediaType?

        public init(bytes: Int, mediaType: MediaType? = nil) {
            self.bytes = bytes
            self.mediaType = mediaType
        }
    }

    public enum Malware: Sendable, Hashable, Codable {
        case clean
        /// By the scanner's name for it.
        case infected(name: String)
    }

    /// A cost of turning the file into pages that exceeds its limit.
    public struct Excess: Sendable, Hashable, Codable {
        public enum Quantity: String, Sendable, Hashable, Codable, CaseIterable {
            case bytes
            case pages
            case pixels
            /// Bytes of memory, such as for the coefficients of a progressive JPEG.
            case memory
            /// Time and memory together, of an unknown amount.
            case work
        }

        public let quantity: Quantity
        public let found: Int
        public let limit: Int

        /// More work than a process may do. It has no number.
        public static let work = Excess(.work, found: 0, limit: 0)

        public init(_ quantity: Quantity, found: Int, limit: Int) {
            self.quantity = quantity
            self.found = found
            self.limit = limit
        }
    }
}

/// What of these a look into the bytes of a picture has found. Nobody has to look into the same bytes again.
public struct PictureDescription: Sendable, Hashable, Codable {
    /// What the picture was taken for.
    public let mediaType: MediaType
    /// What another reader takes it for; nil if that knows nothing like it.
    public let secondOpinion: MediaType?
    /// The number of pages that decoding would yield.
    public let pageCount: Int
    /// Of the upright pages.
    public let pictures: [PixelSize]
    public let repairs: [Repair]
    /// Stands for what the findings follow from besides the bytes: the decoders, and the limits that they keep.
    public let basis: ContentDigest

    public init(
        mediaType: MediaType, secondOpinion: MediaType?, pageCount: Int, pictures: [PixelSize], repairs: [Repair],
        basis: ContentDigest
    ) {
        self.mediaType = mediaType
        self.secondOpinion = secondOpinion
        self.pageCount = pageCount
        self.pictures = pictures
        self.repairs = repairs
        self.basis = basis
    }
}

extension PageFacts {
    /// Adds what a look into the picture has found.
    public mutating func add(_ picture: PictureDescription) {
        if let other = picture.secondOpinion { secondOpinion = other }
        protection = .none
        // A file whose end is missing may be decoded all the same: `structure` says so, and a lenient decoder does not.
        integrity = .intact
        pageCount = picture.pageCount
        repairs = picture.repairs
        pictures = picture.pictures
    }
}
