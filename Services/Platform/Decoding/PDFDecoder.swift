import Imaging
import Jail
import PDF
import Shared

/// PDFs: facts through qpdf and poppler, pages drawn by poppler.
struct PDFDecoder: DocumentDecoder {
    var content: InspectionFacts.Content { .pdf }

    func accepts(_ mediaType: MediaType) -> Bool { mediaType == .pdf }

    func describe(_ bytes: [UInt8], _ budget: DocumentBudget, in facts: inout InspectionFacts) throws {
        let structure = PDFStructure(of: bytes)
        facts.encryption = InspectionFacts.Encryption(structure.encryption)
        facts.hasAutomaticActions = structure.hasAutomaticActions
        facts.hasForm = structure.hasForm
        let document = try refusing { try PDFDocument(bytes) }
        facts.pageCount = document.pageCount
        facts.frameCount = document.pageCount
        facts.hasJavaScript = structure.hasJavaScript
        facts.hasLaunchAction = structure.hasLaunchAction
        // Poppler counts those that the catalog names.
        facts.attachmentCount = max(document.attachmentCount, structure.hasEmbeddedFile ? 1 : 0)
        if document.isMended { facts.repairs = [.crossReferences] }
        try describePages(of: document, in: &facts)
        try check(document, budget)
    }

    /// Of a PDF that lacks some of its pages the others are described.
    private func describePages(of document: PDFDocument, in facts: inout InspectionFacts) throws {
        var refusal: ContentRefusal?
        for index in 0..<min(document.pageCount, InspectionFacts.maximumPageSizes) {
            do {
                let size = try refusing { try document.pageSize(index) }
                facts.pageSizes.append(InspectionFacts.PageSize(width: size.width, height: size.height))
            } catch let damage as ContentRefusal {
                refusal = damage
                facts.repairs.append(.lostPage(index + 1))
            }
        }
        if facts.pageSizes.isEmpty, let refusal { throw refusal }
    }

    func open(_ bytes: [UInt8], as mediaType: MediaType, _ budget: DocumentBudget) throws -> any DecodedDocument {
        let document = try refusing { try PDFDocument(bytes) }
        try check(document, budget)
        return DecodedPDF(document: document)
    }

    /// All pages, drawn anew.
    func redrawn(_ bytes: [UInt8], _ budget: DocumentBudget, maximumBytes: Int) throws -> (bytes: [UInt8], pages: Int) {
        let document = try refusing { try PDFDocument(bytes) }
        try check(document, budget)
        return (try refusing { try PDFRedrawing.pages(of: document, maximumBytes: maximumBytes) }, document.pageCount)
    }

    private func check(_ document: PDFDocument, _ budget: DocumentBudget) throws {
        guard document.pageCount <= budget.pages else {
            throw ContentRefusal.overBudget(.pages, found: document.pageCount, limit: budget.pages)
        }
    }
}

private struct DecodedPDF: DecodedDocument {
    let document: PDFDocument

    var pageCount: Int { document.pageCount }
    var repairs: [Repair] { document.isMended ? [.crossReferences] : [] }

    /// Poppler draws what can be read of a page anyway.
    func page(_ index: Int, _ request: DecodeRequest, leniently: Bool) throws -> PageJPEG {
        let raster = try refusing {
            try document.page(
                index, fitting: RasterBox(shortSide: request.box.shortSide, longSide: request.box.longSide))
        }
        return try PageJPEG(
            rgb: raster.rgb, size: PixelSize(width: raster.size.width, height: raster.size.height),
            rotation: PageRotation(request.rotation), quality: request.quality,
            measuring: request.measures || leniently ? GreyPicture.longSide : nil)
    }
}

extension InspectionFacts.Encryption {
    fileprivate init(_ encryption: PDFStructure.Encryption) {
        self =
            switch encryption {
            case .none: .none
            case .ownerPassword: .ownerPassword
            case .userPassword: .userPassword
            }
    }
}

/// What the PDF libraries find wrong with the content becomes a refusal; what went wrong besides stays an error.
private func refusing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch PDFError.damaged(let detail) {
        throw ContentRefusal.damaged(detail: detail)
    } catch PDFError.passwordProtected {
        throw ContentRefusal.passwordProtected
    }
}
