public import Shared

/// The facts of a document that need no decoding. The rules use them.
///
/// This file has the whole way of a fact: its decoder sets it, it crosses the wire, it is held to its bounds, and the rules get it
/// as one of `PageFacts`.
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
    public var pageCount = 0
    /// The number of pictures in the file. Greater than `pageCount` for an animation, of which only the first is used.
    public var frameCount = 0
    /// Of the first pages, at most `maximumPageSizes`.
    public var pageSizes: [PageSize] = []
    public var encryption = Encryption.none
    public var hasJavaScript = false
    /// Opening the PDF or one of its pages triggers an action.
    public var hasAutomaticActions = false
    /// It starts a program, or opens a file on the reader's machine.
    public var hasLaunchAction = false
    public var hasForm = false
    public var attachmentCount = 0
    /// For a PDF.
    public var origin = FileOrigin()
    public var scrutiny = Scrutiny.whole
    /// Repairs for reading it, and lost pages.
    public var repairs: [Repair] = []
    /// Set if the content could not be read to the end. The other facts are those found before.
    public var refusal: ContentRefusal?

    public static let maximumPageSizes = 32
    public static let maximumRepairs = 64
}

extension InspectionFacts {
    public init(detectedMediaType: MediaType) {
        self.init(detectedMediaType: detectedMediaType, content: nil)
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

// MARK: - What is believed

extension InspectionFacts {
    /// - Throws: `protocolViolation` for facts that no sound child would state.
    func checked() throws(JailError) -> InspectionFacts {
        let counts = [pageCount, frameCount, attachmentCount, origin.signatures]
        guard counts.allSatisfy({ (0...10_000_000).contains($0) }), pageSizes.count <= Self.maximumPageSizes,
            pageSizes.allSatisfy({ (0...1e9).contains($0.width) && (0...1e9).contains($0.height) }),
            repairs.count <= Self.maximumRepairs, repairs.allSatisfy(\.isSound)
        else { throw .protocolViolation(detail: "facts out of bounds") }
        var facts = self
        facts.refusal = refusal?.bounded()
        facts.origin.programs = origin.programs.prefix(FileOrigin.maximumPrograms).map {
            printable($0, maximum: FileOrigin.maximumBytes)
        }
        facts.origin.checks = origin.checks.prefix(FileSignature.maximumCount).map { $0.bounded() }
        return facts
    }
}

// MARK: - What the rules get

extension PageFacts {
    /// Adds the jail's facts of the file.
    public mutating func add(_ facts: InspectionFacts) {
        if facts.detectedMediaType != .octetStream { secondOpinion = facts.detectedMediaType }
        protection =
            switch facts.encryption {
            case .none: .none
            case .ownerPassword: .ownerOnly
            case .userPassword: .passwordRequired
            }
        if let refusal = facts.refusal {
            add(refusal)
        } else {
            // A file whose end is missing may be decoded all the same: `structure` says so, and a lenient decoder does not.
            integrity = .intact
            pageCount = facts.pageCount
        }
        repairs = facts.repairs
        switch facts.content {
        case .pdf:
            origin = facts.origin
            // Names in its bytes count where a parser may have read it otherwise than others do.
            activeContent = facts.activeContent.union(facts.scrutiny == .whole ? [] : hintedContent)
        case .image: pictures = facts.pictures
        case nil: break
        }
    }
}

extension PictureDescription {
    /// Nil for what is no picture, or was refused.
    public init?(_ facts: InspectionFacts, as mediaType: MediaType, basis: ContentDigest) {
        guard mediaType.isImage, facts.content == .image, facts.refusal == nil, facts.encryption == .none else { return nil }
        self.init(
            mediaType: mediaType, secondOpinion: facts.detectedMediaType == .octetStream ? nil : facts.detectedMediaType,
            pageCount: facts.pageCount, pictures: facts.pictures, repairs: facts.repairs, basis: basis)
    }
}

extension InspectionFacts {
    fileprivate var pictures: [PixelSize] { pageSizes.map { PixelSize(width: Int($0.width), height: Int($0.height)) } }

    fileprivate var activeContent: Set<PageFacts.ActiveContent> {
        var found: Set<PageFacts.ActiveContent> = []
        if hasJavaScript { found.insert(.script) }
        if hasAutomaticActions { found.insert(.automaticAction) }
        if hasLaunchAction { found.insert(.launch) }
        if attachmentCount > 0 { found.insert(.embeddedFile) }
        if scrutiny == .partial { found.insert(.unexamined) }
        return found
    }
}
