import Crypto
import Imaging
import Jail
import PDF
import Shared

/// PDFs: facts through qpdf and poppler, pages drawn by poppler.
struct PDFDecoder: DocumentDecoder {
    /// For the signatures of a described document.
    var authorities = SignatureAuthorities()

    var content: InspectionFacts.Content { .pdf }

    let mediaTypes: Set<MediaType> = [.pdf]

    func describe(_ bytes: [UInt8], _ budget: DocumentBudget, in facts: inout InspectionFacts) throws {
        let structure = PDFStructure(of: bytes)
        facts.scrutiny = InspectionFacts.Scrutiny(structure.scrutiny)
        facts.encryption = InspectionFacts.Encryption(structure.encryption)
        facts.hasAutomaticActions = structure.hasAutomaticActions
        facts.hasForm = structure.hasForm
        let document = try refusing { try PDFDocument(bytes) }
        facts.pageCount = Self.pageCount(of: document, structure)
        facts.frameCount = facts.pageCount
        facts.hasJavaScript = structure.hasJavaScript
        facts.hasLaunchAction = structure.hasLaunchAction
        // Poppler counts those that the catalog names.
        facts.attachmentCount = max(document.attachmentCount, structure.hasEmbeddedFile ? 1 : 0)
        let checks = PDFSignatures(authorities: authorities)
            .checked(structure.signed, of: bytes, isEncrypted: structure.encryption != .none)
        let signedEnd = PDFSignatures.end(of: structure.signed, checks)
        facts.origin = FileOrigin(
            programs: structure.programs.map { String(decoding: $0.utf8.prefix(FileOrigin.maximumBytes), as: UTF8.self) },
            signatures: structure.signatures,
            isChangedAfterSigning: signedEnd.map(structure.isChanged(behind:)) ?? structure.isChangedAfterSigning, checks: checks,
            dates: structure.dates)
        facts.repairs = Self.repairs(of: document, structure)
        try describePages(of: document, in: &facts)
        try check(facts.pageCount, structure, budget)
    }

    /// Describes the remaining pages of a PDF that lacks some.
    private func describePages(of document: PDFDocument, in facts: inout InspectionFacts) throws {
        var refusal: ContentRefusal?
        for index in 0..<min(facts.pageCount, InspectionFacts.maximumPageSizes) {
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
        let sources = PDFSources(of: bytes)
        let pageCount = Self.pageCount(of: document, sources.structure)
        try check(pageCount, sources.structure, budget)
        return DecodedPDF(
            document: document, sources: sources, pageCount: pageCount, repairs: Self.repairs(of: document, sources.structure))
    }

    /// A new PDF with all pages, redrawn.
    func redrawn(_ bytes: [UInt8], _ budget: DocumentBudget, maximumBytes: Int) throws -> (bytes: [UInt8], pages: Int) {
        let document = try refusing { try PDFDocument(bytes) }
        let structure = PDFStructure(of: bytes)
        try check(Self.pageCount(of: document, structure), structure, budget)
        let drawn = try refusing {
            try PDFRedrawing.pages(of: document, isSigned: structure.signatures > 0, maximumBytes: maximumBytes)
        }
        return (drawn, document.pageCount)
    }

    /// Some pages of the document, unchanged.
    func extracted(_ pages: Range<Int>, of bytes: [UInt8], maximumBytes: Int) throws -> [UInt8] {
        try refusing { try PDFExtraction.pages(pages, of: bytes, maximumBytes: maximumBytes) }
    }

    private static func repairs(of document: PDFDocument, _ structure: PDFStructure) -> [Repair] {
        (document.isMended || structure.isRebuilt ? [.crossReferences] : []) + (structure.isCutOff ? [.cutOff] : [])
    }

    /// Poppler trusts the stated page count of the page tree. Missing pages count as lost, and are not skipped.
    private static func pageCount(of document: PDFDocument, _ structure: PDFStructure) -> Int {
        max(document.pageCount, structure.pageCount)
    }

    /// Checks before anything is drawn: a picture is decoded whole, however small it is on its page.
    private func check(_ pageCount: Int, _ structure: PDFStructure, _ budget: DocumentBudget) throws {
        guard pageCount <= budget.pages else {
            throw ContentRefusal.overBudget(.pages, found: pageCount, limit: budget.pages)
        }
        guard structure.largestPicture <= budget.pixelsPerPage else {
            throw ContentRefusal.overBudget(.pixelsPerPage, found: structure.largestPicture, limit: budget.pixelsPerPage)
        }
        // Poppler gives four bytes to each.
        let memory = structure.largestPicture * 4
        guard memory <= budget.decoderMemory else {
            throw ContentRefusal.overBudget(.decoderMemory, found: memory, limit: budget.decoderMemory)
        }
    }
}

private struct DecodedPDF: DecodedDocument {
    let document: PDFDocument
    let sources: PDFSources
    let pageCount: Int
    let repairs: [Repair]

    var isSigned: Bool { sources.structure.signatures > 0 }

    func paper(of index: Int) -> Paper? {
        (try? document.pageSize(index)).flatMap { Paper(width: $0.width, height: $0.height) }
    }

    /// Poppler always draws whatever it can read of a page.
    func page(_ index: Int, _ request: DecodeRequest, leniently: Bool) throws -> PageJPEG {
        if !leniently, let damage = sources.damage(ofPage: index) { throw ContentRefusal.damaged(detail: damage) }
        let raster = try refusing {
            try document.page(
                index, fitting: RasterBox(shortSide: request.box.shortSide, longSide: request.box.longSide))
        }
        // Where objects had to be looked for, what cannot be drawn was lost. In a sound document it is a writer's mistake, as every
        // reader shows it.
        if !leniently, repairs.contains(.crossReferences), let complaint = raster.complaint {
            throw ContentRefusal.damaged(detail: complaint)
        }
        return try PageJPEG(
            rgb: raster.rgb, size: PixelSize(width: raster.size.width, height: raster.size.height),
            rotation: PageRotation(request.rotation), quality: request.quality,
            measuring: request.measures || leniently ? GreyPicture.longSide : nil)
    }
}

extension InspectionFacts.Scrutiny {
    fileprivate init(_ scrutiny: PDFStructure.Scrutiny) {
        self =
            switch scrutiny {
            case .whole: .whole
            case .mended: .mended
            case .partial: .partial
            }
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

/// Turns complaints of the PDF libraries about the content into a refusal. Other errors stay errors.
private func refusing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch PDFError.damaged(let detail) {
        throw ContentRefusal.damaged(detail: detail)
    } catch PDFError.passwordProtected {
        throw ContentRefusal.passwordProtected
    }
}
