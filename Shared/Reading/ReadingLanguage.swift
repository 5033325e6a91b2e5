/// A language whose print can be recognised, if its model is installed.
///
/// The raw value is tesseract's name of the model: the terminological code of ISO 639-2.
public enum ReadingLanguage: String, Hashable, Sendable, CaseIterable {
    case english = "eng", german = "deu", french = "fra", spanish = "spa", dutch = "nld", japanese = "jpn"

    /// The Debian package of the model.
    public var package: String { "tesseract-ocr-\(rawValue)" }

    /// By a BCP 47 tag such as `de-CH`; nil without a known model.
    public init?(tag: String) {
        switch tag.lowercased().split(at: "-").first {
        case "en": self = .english
        case "de": self = .german
        case "fr": self = .french
        case "es": self = .spanish
        case "nl": self = .dutch
        case "ja": self = .japanese
        default: return nil
        }
    }
}
