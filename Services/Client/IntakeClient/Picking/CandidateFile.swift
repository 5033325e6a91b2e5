public import Shared

/// A chosen file that was not examined yet.
public struct CandidateFile: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case bytes([UInt8])
        /// A path that lasts: the file is read when it is sent, and a change until then is noticed.
        case path(String)
        /// A path that exists only now, such as a photo library's: its bytes are stored with the draft.
        case passingPath(String)
    }

    public let content: Content
    /// The name that the person knows. It is shown to them, and never sent.
    public let name: String
    /// The type that the source declares. The content decides.
    public let mediaType: MediaType?
    public let source: DocumentSource

    /// Uses the last part of a path as the name, and removes marks that would change the direction of the text around it.
    public init(_ content: Content, name: String, mediaType: MediaType? = nil, source: DocumentSource) {
        self.content = content
        self.name = Self.shown(name)
        self.mediaType = mediaType ?? MediaType.fileExtension(ofName: self.name).flatMap { MediaType(fileExtension: $0) }
        self.source = source
    }

    /// A file whose path lasts.
    public init(path: String, source: DocumentSource = .filePicker) {
        self.init(.path(path), name: path, source: source)
    }

    public var fileExtension: String? { MediaType.fileExtension(ofName: name) }

    private static let maximumName = 200

    /// A name is untrusted text: removes the path, control characters and marks that change the direction of writing.
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
