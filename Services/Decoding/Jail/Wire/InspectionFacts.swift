public import Shared

/// The facts of a document that need no decoding. The rules use them.
public struct InspectionFacts: Hashable, Sendable {
    public enum Content: String, Hashable, Sendable {
        case image
        case pdf
    }

    public enum Encryption: String, Hashable, Sendable {
        case none
        /// Only restrictions: it opens without a password.
        case ownerPassword
        /// It opens only with a password.
        case userPassword
    }

    /// How completely a PDF could be searched for active content.
    public enum Scrutiny: String, Hashable, Sendable {
        case whole
        /// It is damaged: another reader may interpret it differently.
        case mended
        /// Not to its end: it is too large, or could not be parsed.
        case partial
    }

    public struct PageSize: Hashable, Sendable {
        /// Of the upright page: pixels for a picture, points (1/72 inch) for a PDF.
        public var width: Double
        public var height: Double

        public init(width: Double, height: Double) {
            self.width = width
            self.height = height
        }
    }

    /// The type by libmagic; `octetStream` if it has none.
    public var detectedMediaType: MediaType
    /// The kind of decoder for it; nil if there is none.
    public var content: Content?
    /// The number of pages that decoding would yield.
    public var pageCount: Int
    /// The number of pictures in the file. Greater than `pageCount` for an animation, of which only the first is used.
    public var frameCount: Int
    /// Of the first pages, at most `maximumPageSizes`.
    public var pageSizes: [PageSize]
    public var encryption: Encryption
    public var hasJavaScript: Bool
    /// Opening the PDF or one of its pages triggers an action.
    public var hasAutomaticActions: Bool
    /// It starts a program, or opens a file on the reader's machine.
    public var hasLaunchAction: Bool
    public var hasForm: Bool
    public var attachmentCount: Int
    /// For a PDF.
    public var origin: FileOrigin
    public var scrutiny: Scrutiny
    /// Repairs for reading it, and lost pages.
    public var repairs: [Repair]
    /// Set if the content could not be read to the end. The other facts are those found before.
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

// MARK: - On the wire

// The fields, in order. Increase `WireCoding.version` with every change.
extension InspectionFacts: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(detectedMediaType)
        wire.write(content)
        wire.write(pageCount)
        wire.write(frameCount)
        wire.write(pageSizes)
        wire.write(encryption)
        for fact in [hasJavaScript, hasAutomaticActions, hasLaunchAction, hasForm] { wire.write(fact) }
        wire.write(attachmentCount)
        wire.write(origin)
        wire.write(scrutiny)
        wire.write(repairs)
        wire.write(refusal)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(
            detectedMediaType: try wire.read(), content: try wire.read(), pageCount: try wire.read(), frameCount: try wire.read(),
            pageSizes: try wire.read(), encryption: try wire.read(), hasJavaScript: try wire.read(),
            hasAutomaticActions: try wire.read(), hasLaunchAction: try wire.read(),
            hasForm: try wire.read(), attachmentCount: try wire.read(), origin: try wire.read(),
            scrutiny: try wire.read(), repairs: try wire.read(), refusal: try wire.read())
    }
}

extension InspectionFacts.PageSize: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(width)
        wire.write(height)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(width: try wire.read(), height: try wire.read())
    }
}

extension InspectionFacts.Content: WireMessage {}
extension InspectionFacts.Encryption: WireMessage {}
extension InspectionFacts.Scrutiny: WireMessage {}
