import Shared

/// A chosen item, in the forms that the system offers: a live photo is a still and a film, and a GIF is also offered as a
/// JPEG of its first frame.
public struct PickedItem: Sendable, Hashable {
    public struct Form: Sendable, Hashable {
        /// The system's name of the type. Films and sounds have one, too, and are skipped.
        public let mediaType: String
        public let content: CandidateFile.Content

        public init(mediaType: String, content: CandidateFile.Content) {
            self.mediaType = mediaType
            self.content = content
        }
    }

    public let name: String
    /// In the system's order of preference.
    public let forms: [Form]

    public init(name: String, forms: [Form]) {
        self.name = name
        self.forms = forms
    }

    /// The form to submit. A GIF stays a GIF, a live picture becomes its still, and an original wins over a form derived
    /// from it. Nil if no form is accepted.
    public func candidate(for request: PickerRequest) -> CandidateFile? {
        let usable = forms.compactMap { form -> (MediaType, CandidateFile.Content)? in
            guard let type = MediaType(form.mediaType), request.accepts(type), type != .octetStream else { return nil }
            return (type, form.content)
        }
        guard let (type, content) = usable.first(where: { $0.0 == .gif }) ?? usable.first else { return nil }
        return CandidateFile(content, name: fileName(for: type), mediaType: type, source: request.source)
    }

    /// Corrects the extension: the still of `IMG_1.MOV` has another.
    private func fileName(for type: MediaType) -> String {
        let named = MediaType.fileExtension(ofName: name).flatMap { MediaType(fileExtension: $0) }
        guard named.map({ type.isCompatible(with: $0) }) != true, let usual = type.fileExtensions.first else { return name }
        let stem = MediaType.fileExtension(ofName: name).map { String(name.dropLast($0.count + 1)) } ?? name
        return "\(stem).\(usual)"
    }
}

extension PickerOutcome {
    /// From the result of a system's picker. Fails only if no item is usable.
    public init(_ items: [PickedItem], for request: PickerRequest) {
        guard !items.isEmpty else {
            self = .cancelled
            return
        }
        let files = items.compactMap { $0.candidate(for: request) }
        self = files.isEmpty ? .failed(.unusable(for: request)) : .picked(files)
    }
}
