import Shared

/// One thing that a person chose, in the forms in which the system offers it: a live photo is a still and a film, a GIF is also offered
/// as a JPEG of its first picture.
public struct PickedItem: Sendable, Hashable {
    public struct Form: Sendable, Hashable {
        /// As the system names it; films and sounds are named, too, and passed over.
        public let mediaType: String
        public let content: CandidateFile.Content

        public init(mediaType: String, content: CandidateFile.Content) {
            self.mediaType = mediaType
            self.content = content
        }
    }

    public let name: String
    /// In the order in which the system prefers them.
    public let forms: [Form]

    public init(name: String, forms: [Form]) {
        self.name = name
        self.forms = forms
    }

    /// The form to submit: a GIF stays one, a live picture is its still, an original comes before what was made of it. Nil if
    /// there is none that is accepted.
    public func candidate(for request: PickerRequest) -> CandidateFile? {
        let usable = forms.compactMap { form -> (MediaType, CandidateFile.Content)? in
            guard let type = MediaType(form.mediaType), request.accepts(type), type != .octetStream else { return nil }
            return (type, form.content)
        }
        guard let (type, content) = usable.first(where: { $0.0 == .gif }) ?? usable.first else { return nil }
        return CandidateFile(content, name: fileName(for: type), mediaType: type, source: request.source)
    }

    /// The still of `IMG_1.MOV` is not called so.
    private func fileName(for type: MediaType) -> String {
        let named = MediaType.fileExtension(ofName: name).flatMap { MediaType(fileExtension: $0) }
        guard named.map({ type.isCompatible(with: $0) }) != true, let usual = type.fileExtensions.first else { return name }
        let stem = MediaType.fileExtension(ofName: name).map { String(name.dropLast($0.count + 1)) } ?? name
        return "\(stem).\(usual)"
    }
}

extension PickerOutcome {
    /// Of what a system's own picker gave. Some of it may be unusable as long as something is not.
    public init(_ items: [PickedItem], for request: PickerRequest) {
        guard !items.isEmpty else {
            self = .cancelled
            return
        }
        let files = items.compactMap { $0.candidate(for: request) }
        self = files.isEmpty ? .failed(.unusable(for: request)) : .picked(files)
    }
}
