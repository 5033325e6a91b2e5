/// A file of one kind that somebody could send, and what has to be found in it.
public struct CorpusFile: Sendable, CustomStringConvertible {
    public enum Nature: String, Sendable {
        /// A decoder makes a page of it.
        case good
        /// It was meant well.
        case broken
        /// It is not what its name says.
        case disguised
        case hostile
    }

    /// With the extension that its sender gave it.
    public let name: String
    public let nature: Nature
    public let bytes: [UInt8]
    /// Its media type by content; nil if it is none that Docket knows.
    public let mediaType: String?
    /// As stored; nil where no header says it.
    public var size: (width: Int, height: Int)?
    /// Pages of a TIFF or PDF, frames of anything else.
    public var count: Int?
    /// As EXIF numbers it.
    public var orientation: Int?
    /// What follows the end: the raw value of a kind of trailing data.
    public var trailing: String?
    /// Raw values of other formats that it can be taken for.
    public var secondFormats: [String] = []
    /// `none`, `owner_only`, `password_required`, `unknown`.
    public var encryption: String?
    /// Nil if it cannot be told.
    public var isTruncated: Bool?
    /// Raw values of what is odd about its structure.
    public var remarks: [String] = []
    /// `pixels`, `pages`, `frames`, `password`: why the gateway stops it before its last byte.
    public var earlyRefusal: String?

    public var description: String { name }

    public init(
        _ name: String, _ nature: Nature = .good, _ bytes: [UInt8], as mediaType: String?,
        change: (inout CorpusFile) -> Void = { _ in }
    ) {
        self.name = name
        self.nature = nature
        self.bytes = bytes
        self.mediaType = mediaType
        change(&self)
    }
}

/// One file of each kind, generated.
public enum Corpus {
    /// Those that need no tool to be made, and the small ones among them are handmade to the byte.
    public static let handmade: [CorpusFile] =
        HandmadePictures.all + HandmadeBitmaps.all + HandmadeDocuments.all + HandmadePolyglots.all
}

infix operator ++ : AdditionPrecedence

/// Bytes after bytes. The compiler takes minutes for long sums of literals by `+`, which means so much else.
func ++ (first: [UInt8], second: [UInt8]) -> [UInt8] {
    var both = first
    both.append(contentsOf: second)
    return both
}

func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A number of so many bytes, the most significant first.
func big(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - $0))) }
}

/// The least significant first.
func little(_ value: Int, _ bytes: Int) -> [UInt8] { big(value, bytes).reversed() }
