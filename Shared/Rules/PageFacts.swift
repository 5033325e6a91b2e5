/// What is known of one file.
public struct PageFacts: Sendable, Hashable {
    public var id: PageID
    /// In bytes.
    public var size: Int
    /// Nil if it is not known.
    public var digest: ContentDigest?
    /// By content; nil if nothing known was recognised.
    public var mediaType: MediaType?
    public var declaredMediaType: MediaType?
    /// Of the name that the sender gave, without the dot.
    public var fileExtension: String?
    /// Nil until somebody has counted.
    public var pageCount: Int?
    public var integrity: Integrity
    public var protection: Protection
    /// What a second detector (libmagic) takes the content for; nil if nobody asked, or if it has no opinion.
    public var secondOpinion: MediaType?
    /// What it would cost too much of; nil if it costs little enough.
    public var excess: Excess?
    /// Sizes of the pictures in it that become pages, of the first ones if there are many; empty for a PDF, and until it is known.
    public var pictures: [PixelSize] = []
    /// How many of its pages show nothing; nil until somebody has looked.
    public var blankPages: Int?
    /// How well its pages can be read, in order; empty until pages have been made.
    public var signals: [PageSignals] = []
    /// What had to be mended, or was given up, when pages were made.
    public var repairs: [Repair] = []
    /// What lies behind the end of its format, and is not what phones are known to put there.
    public var trailing: Trailing?
    /// What could act when it is opened; nil until somebody has looked.
    public var activeContent: Set<ActiveContent>?
    /// In how many other submissions of the tenant the same bytes were submitted; nil until somebody has counted.
    public var seenElsewhere: Int?
    /// What a malware scanner says of it; nil until one has looked.
    public var malware: Malware?
    /// What a PDF says of where it comes from; nil until somebody has looked, and for what is no PDF.
    public var origin: FileOrigin?
    /// All that Docket's own parsers read of its structure; nil until they have.
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

    /// What came of opening it.
    public enum Integrity: String, Sendable, Hashable, Codable, CaseIterable {
        /// Nobody has tried.
        case unknown
        case intact
        /// It cannot be decoded.
        case damaged
        /// It ends too early; what is there could perhaps be decoded.
        case truncated
    }

    /// How a PDF is encrypted (ISO 32000-1, section 7.6).
    public enum Protection: String, Sendable, Hashable, Codable, CaseIterable {
        case none
        /// Printing or copying is restricted, but anybody can open it; banks do that.
        case ownerOnly = "owner_only"
        /// It opens with a password alone.
        case passwordRequired = "password_required"
    }

    /// What a PDF can do beside being read (ISO 32000-1, sections 12.6 and 7.11.4).
    public enum ActiveContent: String, Sendable, Hashable, Codable, CaseIterable {
        case script
        /// Something happens when it, or one of its pages, is opened.
        case automaticAction = "automatic_action"
        /// It starts a program.
        case launch
        case embeddedFile = "embedded_file"
        /// It could not be looked through to its end, so that nobody knows.
        case unexamined
    }

    public struct Trailing: Sendable, Hashable, Codable {
        public let bytes: Int
        /// What those bytes are by themselves: then the file is two files.
        public let mediaType: MediaType?

        public init(bytes: Int, mediaType: MediaType? = nil) {
            self.bytes = bytes
            self.mediaType = mediaType
        }
    }

    public enum Malware: Sendable, Hashable, Codable {
        case clean
        /// By the name that the scanner has for what it found.
        case infected(name: String)
    }

    /// More than one file may cost to turn into pages.
    public struct Excess: Sendable, Hashable, Codable {
        public enum Quantity: String, Sendable, Hashable, Codable, CaseIterable {
            case bytes
            case pages
            case pixels
            /// Bytes of memory, as for the coefficients of a progressive JPEG.
            case memory
            /// Time and memory together, of which nobody knows how much it would have taken.
            case work
        }

        public let quantity: Quantity
        public let found: Int
        public let limit: Int

        /// More work than a process may have, which has no number.
        public static let work = Excess(.work, found: 0, limit: 0)

        public init(_ quantity: Quantity, found: Int, limit: Int) {
            self.quantity = quantity
            self.found = found
            self.limit = limit
        }
    }
}
