public import Shared

/// A file that a person has chosen, before anybody has looked at it.
public struct CandidateFile: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case bytes([UInt8])
        /// It stays there: it is read when it is sent, and noticed when it has changed until then.
        case path(String)
        /// It is there for now only, as what a photo library hands out: its bytes are kept with the draft.
        case passingPath(String)
    }

    public let content: Content
    /// As the person knows it: shown to them, and never sent.
    public let name: String
    /// What whoever handed it out takes it for; the content decides.
    public let mediaType: MediaType?
    public let source: DocumentSource

    /// Of a path as a name, the last part counts; marks that would turn the text around it are left out.
    public init(_ content: Content, name: String, mediaType: MediaType? = nil, source: DocumentSource) {
        self.content = content
        self.name = Self.shown(name)
        self.mediaType = mediaType ?? MediaType.fileExtension(ofName: self.name).flatMap { MediaType(fileExtension: $0) }
        self.source = source
    }

    /// A file that stays where it is.
    public init(path: String, source: DocumentSource = .filePicker) {
        self.init(.path(path), name: path, source: source)
    }

    public var fileExtension: String? { MediaType.fileExtension(ofName: name) }

    private static let maximumName = 200

    /// Names are a stranger's words: no path, no control characters, nothing that changes the direction of writing.
    private static func shown(_ name: String) -> String {
        let last = name.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map { Substring($0) } ?? ""
        let scalars = last.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
            default:
                ![0x200E, 0x200F, 0x061C].contains(scalar.value) && !(0x202A...0x202E).contains(scalar.value)
                    && !(0x2066...0x2069).contains(scalar.value)
            }
        }
        return String(String.UnicodeScalarView(scalars.prefix(maximumName)))
    }
}
