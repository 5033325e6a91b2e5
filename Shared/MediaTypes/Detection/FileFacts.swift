/// What the structure of a file says, without decoding it. All of it comes from a sender that may lie.
public struct FileFacts: Sendable, Hashable, Codable {
    /// By content; nil if it is none that is known.
    public var mediaType: MediaType?
    /// Of the first picture as it is stored, not turned upright. Nil for a PDF, and where no header says it.
    public var size: PixelSize?
    /// How the picture is meant to be turned, as EXIF numbers it (1 to 8); nil where nothing says it.
    public var orientation: Int?
    /// The program that wrote a picture, as its EXIF data name it; nil where they name none.
    public var software: String?
    /// Width × height, summed over all pages that were seen. Nil unless the format has pages of pixels.
    public var pixelsOfAllPages: Int?
    /// Width × height of the largest of them.
    public var largestPage: Int?
    /// Pages of a TIFF or a PDF; nil where the structure does not say it without decoding.
    public var pageCount: Int?
    /// Pictures of an animation, or of a file with one picture; nil where it is not known.
    public var frameCount: Int?
    /// Bits of a sample.
    public var bitDepth: Int?
    public var colour: Colour?
    /// A picture in several scans, which costs its decoder memory. Nil where the format knows no such thing.
    public var isProgressive: Bool?
    public var encryption: Encryption?
    /// Whether the file ends before its structure does. Nil if that was not looked for, or cannot be told.
    public var isTruncated: Bool?
    /// What follows the end of the structure; nil if nothing does, or if that was not looked for.
    public var trailing: TrailingData?
    /// Formats that somebody else could take the file for, or find in it.
    public var secondFormats: [ForeignFormat] = []
    public var pdf: PDFFacts?
    /// What is wrong with the structure, or unusual in it.
    public var remarks: [Remark] = []

    public init(mediaType: MediaType? = nil) {
        self.mediaType = mediaType
    }

    public enum Colour: String, Sendable, Hashable, Codable, CaseIterable {
        case grey, rgb, palette, cmyk, lab
        /// With an alpha channel.
        case greyAlpha = "grey_alpha"
        case rgbAlpha = "rgb_alpha"
    }

    /// How a PDF is encrypted (ISO 32000-2, section 7.6).
    public enum Encryption: String, Sendable, Hashable, Codable, CaseIterable {
        case none
        /// It opens with the empty password; printing or copying may be restricted.
        case ownerOnly = "owner_only"
        case passwordRequired = "password_required"
        /// It is encrypted, and which of both it is cannot be told from what was seen.
        case unknown
    }

    /// What `mediaType` is not, and the bytes could still be run, opened or unpacked as.
    public enum ForeignFormat: String, Sendable, Hashable, Codable, CaseIterable {
        case pdf, zip, executable
        /// HTML, SVG or PHP, which a browser or a server would carry out.
        case markup
        /// JavaScript that hides the picture's bytes in a comment.
        case script
    }

    public enum Remark: String, Sendable, Hashable, Codable, CaseIterable {
        /// A length, an offset or an order that the format does not allow; what follows was not read.
        case malformed
        /// Two headers say different things of the picture.
        case contradictory
        /// A list that refers back to itself.
        case cyclic
        /// More parts than any honest file has; the rest was not read.
        case tooManyParts = "too_many_parts"
        /// One auxiliary picture for several items, as iOS 18 writes; older decoders refuse such files.
        case sharedAuxiliary = "shared_auxiliary"
        /// Parts that lie before what was read already, which a stream cannot go back to.
        case outOfOrder = "out_of_order"
    }

    mutating func remark(_ remark: Remark) {
        if !remarks.contains(remark) { remarks.append(remark) }
    }

    mutating func suspect(_ format: ForeignFormat) {
        if !secondFormats.contains(format) { secondFormats.append(format) }
    }

    /// Takes width and height as a header says them; anything but two positive numbers is malformed.
    mutating func setSize(_ width: Int?, _ height: Int?) {
        guard let width, let height, width > 0, height > 0 else { return remark(.malformed) }
        size = PixelSize(width: width, height: height)
    }
}

/// Bytes after the end of what they are attached to.
public struct TrailingData: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Zeros or blanks, up to a block's end.
        case padding
        /// A further picture: of another exposure, a preview, or the gain map of an Ultra HDR photo.
        case picture
        /// The moving part of a motion photo.
        case video
        /// What a phone's maker appends: Samsung's list of data blocks.
        case phone
        case unknown
    }

    public var kind: Kind
    public var byteCount: Int
    /// What the bytes are by themselves, if they are something that could be opened or run.
    public var format: FileFacts.ForeignFormat?

    public init(_ kind: Kind, byteCount: Int, format: FileFacts.ForeignFormat? = nil) {
        self.kind = kind
        self.byteCount = byteCount
        self.format = format
    }

    /// Whether ordinary cameras, phones and programs write this.
    public var isOrdinary: Bool { kind != .unknown }
}

/// What the head, the tail and the names of a PDF say (ISO 32000-2, section 7.5).
public struct PDFFacts: Sendable, Hashable, Codable {
    /// Such as “1.7”; nil if the header says none.
    public var version: String?
    /// Bytes before the header.
    public var leadingBytes: Int
    /// Written for reading page by page from a network (annex F).
    public var isLinearized: Bool
    /// How many times it was saved over: ends of file, less the one that belongs to each whole version.
    public var updateCount: Int?
    /// Where the last cross-reference section begins, as the tail says; nil if it does not.
    public var crossReferenceOffset: Int?
    /// Names that were seen outside of compressed streams: hints, for the jail to prove.
    public var hints: [Hint]

    public enum Hint: String, Sendable, Hashable, Codable, CaseIterable {
        case javaScript = "java_script"
        case launch
        case embeddedFile = "embedded_file"
        case openAction = "open_action"
        case additionalActions = "additional_actions"
        case form
    }

    public init(
        version: String? = nil, leadingBytes: Int = 0, isLinearized: Bool = false, updateCount: Int? = nil,
        crossReferenceOffset: Int? = nil, hints: [Hint] = []
    ) {
        self.version = version
        self.leadingBytes = leadingBytes
        self.isLinearized = isLinearized
        self.updateCount = updateCount
        self.crossReferenceOffset = crossReferenceOffset
        self.hints = hints
    }
}
