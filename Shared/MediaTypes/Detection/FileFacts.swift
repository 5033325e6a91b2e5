/// What the structure of a file says, without decoding it. All of it comes from an untrusted sender.
public struct FileFacts: Sendable, Hashable, Codable {
    /// By content; nil if unknown.
    public var mediaType: MediaType?
    /// The size of the first picture as stored, before it is rotated. Nil for a PDF, and if no header has it.
    public var size: PixelSize?
    /// The EXIF orientation of the picture (1 to 8); nil if the file has none.
    public var orientation: Int?
    /// The program that wrote a picture, from its EXIF data; nil if they have none.
    public var software: String?
    /// The dates of a picture, from its EXIF data.
    public var dates = FileDates()
    /// Width × height, summed over all pages seen. Nil unless the format has pages of pixels.
    public var pixelsOfAllPages: Int?
    /// Width × height of the largest of them.
    public var largestPage: Int?
    /// Pages of a TIFF or a PDF; nil if only decoding could tell.
    public var pageCount: Int?
    /// The number of frames of an animation, 1 for a single picture; nil if unknown.
    public var frameCount: Int?
    /// Bits per sample.
    public var bitDepth: Int?
    public var colour: Colour?
    /// Whether the picture comes in several scans, which costs its decoder memory. Nil for a format without them.
    public var isProgressive: Bool?
    public var encryption: Encryption?
    /// Whether the file ends before its structure does. Nil if this was not checked, or cannot be told.
    public var isTruncated: Bool?
    /// The bytes after the end of the structure; nil if there are none, or this was not checked.
    public var trailing: TrailingData?
    /// Other formats that a program could take the file for, or find in it.
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
        /// Opens with the empty password. Printing or copying may be restricted.
        case ownerOnly = "owner_only"
        case passwordRequired = "password_required"
        /// Encrypted; the examined bytes do not tell which of both.
        case unknown
    }

    /// Another format than `mediaType` as which the bytes could be run, opened or unpacked.
    public enum ForeignFormat: String, Sendable, Hashable, Codable, CaseIterable {
        case pdf, zip, executable
        /// HTML, SVG or PHP, which a browser or a server would run.
        case markup
        /// JavaScript that hides the picture's bytes in a comment.
        case script
    }

    public enum Remark: String, Sendable, Hashable, Codable, CaseIterable {
        /// A length, an offset or an order that the format does not allow. The rest was not read.
        case malformed
        /// Two headers contradict each other.
        case contradictory
        /// A list that refers back to itself.
        case cyclic
        /// More parts than any honest file has. The rest was not read.
        case tooManyParts = "too_many_parts"
        /// One auxiliary picture belongs to several items, as iOS 18 writes it. Older decoders refuse such files.
        case sharedAuxiliary = "shared_auxiliary"
        /// Parts lie before others that were already read. A stream cannot go back to them.
        case outOfOrder = "out_of_order"
    }

    mutating func remark(_ remark: Remark) {
        if !remarks.contains(remark) { remarks.append(remark) }
    }

    mutating func suspect(_ format: ForeignFormat) {
        if !secondFormats.contains(format) { secondFormats.append(format) }
    }

    /// Sets the size from a header. Anything but two positive numbers is malformed.
    mutating func setSize(_ width: Int?, _ height: Int?) {
        guard let width, let height, width > 0, height > 0 else { return remark(.malformed) }
        size = PixelSize(width: width, height: height)
    }
}

/// Bytes after the end of a file's structure.
public struct TrailingData: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Zeros or blanks, up to the end of a block.
        case padding
        /// Another picture: another exposure, a preview, or the gain map of an Ultra HDR photo.
        case picture
        /// The moving part of a motion photo.
        case video
        /// A phone maker's appendix: Samsung's list of data blocks.
        case phone
        case unknown
    }

    public var kind: Kind
    public var byteCount: Int
    /// The format of the bytes by themselves, if they could be opened or run.
    public var format: FileFacts.ForeignFormat?

    public init(_ kind: Kind, byteCount: Int, format: FileFacts.ForeignFormat? = nil) {
        self.kind = kind
        self.byteCount = byteCount
        self.format = format
    }

    /// Whether ordinary cameras, phones and programs write this.
    public var isOrdinary: Bool { kind != .unknown }
}

/// Facts from the head, the tail and the names of a PDF (ISO 32000-2, section 7.5).
public struct PDFFacts: Sendable, Hashable, Codable {
    /// Such as “1.7”; nil if the header has none.
    public var version: String?
    /// The number of bytes before the header.
    public var leadingBytes: Int
    /// Whether it is arranged for reading page by page from a network (annex F).
    public var isLinearized: Bool
    /// The number of incremental updates: the number of ends of file, less one for each complete version.
    public var updateCount: Int?
    /// The offset of the last cross-reference section, from the tail; nil if absent.
    public var crossReferenceOffset: Int?
    /// Names seen outside compressed streams. They are hints that only the jail can prove.
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
