public import Shared

/// What can be said about a document without decoding it: what the rules decide on.
public struct InspectionFacts: Hashable, Sendable {
    public enum Content: String, Hashable, Sendable {
        case image
        case pdf
    }

    public enum Encryption: String, Hashable, Sendable {
        case none
        /// Restrictions only: it opens without a password.
        case ownerPassword
        /// It opens only with a password.
        case userPassword
    }

    /// How far a PDF could be looked through for what acts in it.
    public enum Scrutiny: String, Hashable, Sendable {
        case whole
        /// What is damaged may look otherwise to somebody else.
        case mended
        /// Not to its end: it holds too much, or could not be parsed.
        case partial
    }

    public struct PageSize: Hashable, Sendable {
        /// Pixels for a picture, points (1/72 inch) for a PDF; as one looks at the upright page.
        public var width: Double
        public var height: Double

        public init(width: Double, height: Double) {
            self.width = width
            self.height = height
        }
    }

    /// libmagic's opinion; `octetStream` when it has none.
    public var detectedMediaType: MediaType
    /// The kind of decoder that takes it; nil when there is none.
    public var content: Content?
    /// Pages that decoding would yield.
    public var pageCount: Int
    /// Pictures in the file; more than `pageCount` for an animation, of which only the first is used.
    public var frameCount: Int
    /// Of the first pages, at most `maximumPageSizes`.
    public var pageSizes: [PageSize]
    public var encryption: Encryption
    public var hasJavaScript: Bool
    /// Something happens when the PDF or one of its pages is opened.
    public var hasAutomaticActions: Bool
    /// It starts a program, or opens a file of whoever reads it.
    public var hasLaunchAction: Bool
    public var hasForm: Bool
    public var attachmentCount: Int
    /// Of a PDF.
    public var origin: FileOrigin
    public var scrutiny: Scrutiny
    /// What had to be mended to read it, and pages that cannot be.
    public var repairs: [Repair]
    /// Set when the content could not be read to the end, or not at all: the other facts are then what was found until there.
    public var refusal: ContentRefusal?

    public static let maximumPageSizes = 32
    public static let maximumRepairs = 64

    public init(
        detectedMediaType: MediaType, content: Content? = nil, pageCount: Int = 0, frameCount: Int = 0,
        pageSizes: [PageSize] = [],
        encryption: Encryption = .none, hasJavaScript: Bool = false, hasAutomaticActions: Bool = false,
        hasLaunchAction: Bool = false, hasForm: Bool = false, attachmentCount: Int = 0,
        origin: FileOrigin = FileOrigin(), scrutiny: Scrutiny = .whole, repairs: [Repair] = [], refusal: ContentRefusal? = nil
    ) {
        self.detectedMediaType = detectedMediaType
        self.content = content
        self.pageCount = pageCount
        self.frameCount = frameCount
        self.pageSizes = pageSizes
        self.encryption = encryption
        self.hasJavaScript = hasJavaScript
        self.hasAutomaticActions = hasAutomaticActions
        self.hasLaunchAction = hasLaunchAction
        self.hasForm = hasForm
        self.attachmentCount = attachmentCount
        self.origin = origin
        self.scrutiny = scrutiny
        self.repairs = repairs
        self.refusal = refusal
    }
}
