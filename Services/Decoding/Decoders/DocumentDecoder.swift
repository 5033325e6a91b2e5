import Imaging
import Jail
import Shared

/// Turns one format into pages. Each format has its own in `Formats`; a caller knows neither the decoder nor its library.
protocol DocumentDecoder {
    var content: InspectionFacts.Content { get }

    /// The media types of the format.
    var mediaTypes: Set<MediaType> { get }

    /// Adds the facts that need no decoding.
    ///
    /// - Throws: `ContentRefusal`; earlier facts stay.
    func describe(_ bytes: [UInt8], _ budget: DocumentBudget, in facts: inout InspectionFacts) throws

    /// Opens a document to take pages from it.
    ///
    /// - Throws: `ContentRefusal`, before a pixel is decoded if it is over budget.
    func open(_ bytes: [UInt8], as mediaType: MediaType, _ budget: DocumentBudget) throws -> any DecodedDocument
}

protocol DecodedDocument {
    var pageCount: Int { get }

    /// The repairs that opening it needed.
    var repairs: [Repair] { get }

    /// Whether it carries a signature.
    var isSigned: Bool { get }

    /// The paper size of an upright page, counted from 0; nil for a picture.
    func paper(of index: Int) -> Paper?

    /// Whether the missing part of a page stays empty, so that it can be measured.
    var showsWhatIsMissing: Bool { get }

    /// A page, counted from 0: upright and then turned by the person's rotation.
    ///
    /// With `leniently`, a damaged page is decoded as far as possible.
    ///
    /// - Throws: `ContentRefusal.damaged` if nothing can be decoded.
    func page(_ index: Int, _ request: DecodeRequest, leniently: Bool) throws -> PageJPEG
}

extension DecodedDocument {
    var showsWhatIsMissing: Bool { true }
    var isSigned: Bool { false }
}
