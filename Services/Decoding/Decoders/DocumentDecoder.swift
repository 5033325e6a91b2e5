import Imaging
import Jail
import Shared

/// Turns one format into pages. Each has its own, in `Formats`; who asks for pages knows neither it nor its library.
protocol DocumentDecoder {
    var content: InspectionFacts.Content { get }

    /// The names of the format.
    var mediaTypes: Set<MediaType> { get }

    /// Fills in what can be said without decoding.
    ///
    /// - Throws: `ContentRefusal`; what was found until then stays.
    func describe(_ bytes: [UInt8], _ budget: DocumentBudget, in facts: inout InspectionFacts) throws

    /// Opens a document to take pages from it.
    ///
    /// - Throws: `ContentRefusal`, before a pixel is decoded when it is over budget.
    func open(_ bytes: [UInt8], as mediaType: MediaType, _ budget: DocumentBudget) throws -> any DecodedDocument
}

protocol DecodedDocument {
    var pageCount: Int { get }

    /// What had to be mended to open it.
    var repairs: [Repair] { get }

    /// The size that a page, counted from 0, has of itself, upright; nil when it is a picture's.
    func paper(of index: Int) -> Paper?

    /// Whether the part of a page that is missing stays empty, so that it can be measured.
    var showsWhatIsMissing: Bool { get }

    /// A page, counted from 0: upright and then turned by the person's rotation.
    ///
    /// Leniently, what is left of a damaged page.
    ///
    /// - Throws: `ContentRefusal.damaged` if nothing is.
    func page(_ index: Int, _ request: DecodeRequest, leniently: Bool) throws -> PageJPEG
}

extension DecodedDocument {
    var showsWhatIsMissing: Bool { true }
}
