import Imaging
import Jail
import Shared

/// A picture format, decoded by libvips.
protocol PictureDecoder: DocumentDecoder {
    /// The format that libvips must recognise.
    var format: ImageFormat { get }
}

extension PictureDecoder {
    var content: InspectionFacts.Content { .image }

    func describe(_ bytes: [UInt8], _ budget: DocumentBudget, in facts: inout InspectionFacts) throws {
        let image = try refusing(as: facts.detectedMediaType) { try EncodedImage(bytes, budget: ImageBudget(budget)) }
        facts.pageCount = image.pageCount
        facts.frameCount = image.frameCount
        facts.repairs =
            (image.isMended ? [.auxiliaryReferences] : [])
            + image.lostPages.prefix(InspectionFacts.maximumRepairs - 1).map { .lostPage($0 + 1) }
        facts.pageSizes = image.pageSizes.prefix(InspectionFacts.maximumPageSizes).map {
            InspectionFacts.PageSize(width: Double($0.width), height: Double($0.height))
        }
    }

    func open(_ bytes: [UInt8], as mediaType: MediaType, _ budget: DocumentBudget) throws -> any DecodedDocument {
        try refusing(as: mediaType) {
            let image = try EncodedImage(bytes, budget: ImageBudget(budget))
            guard image.container == format else { throw ImagingError.unknownFormat }
            return DecodedImage(image: image, mediaType: mediaType)
        }
    }
}

private struct DecodedImage: DecodedDocument {
    let image: EncodedImage
    let mediaType: MediaType

    var pageCount: Int { image.pageCount }

    /// The stated resolution of a photo or a scan is as often wrong as right.
    func paper(of index: Int) -> Paper? { nil }

    var repairs: [Repair] { image.isMended ? [.auxiliaryReferences] : [] }
    var showsWhatIsMissing: Bool { !image.isMultiScan }

    func page(_ index: Int, _ request: DecodeRequest, leniently: Bool) throws -> PageJPEG {
        try refusing(as: mediaType) {
            try image.page(
                index, fitting: PixelSize(width: request.box.shortSide, height: request.box.longSide),
                crop: request.crop, rotation: PageRotation(request.rotation), quality: request.quality, leniently: leniently,
                // What is missing of a damaged page is measured as well.
                measuring: request.measures || leniently ? GreyPicture.longSide : nil)
        }
    }
}

extension PageRotation {
    init(_ rotation: Rotation) {
        self =
            switch rotation {
            case .none: .none
            case .quarter: .quarter
            case .half: .half
            case .threeQuarters: .threeQuarters
            }
    }
}

extension ImageBudget {
    init(_ budget: DocumentBudget) {
        self.init(
            pages: budget.pages, frames: budget.frames, pixelsPerPage: budget.pixelsPerPage,
            pixelsPerDocument: budget.pixelsPerDocument,
            memory: budget.decoderMemory)
    }
}

/// Turns complaints of libvips about the content into a refusal. Other errors stay errors.
func refusing<Result>(as mediaType: MediaType, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch ImagingError.damaged(let detail) {
        throw ContentRefusal.damaged(detail: detail)
    } catch ImagingError.unknownFormat {
        throw ContentRefusal.unsupported(mediaType: mediaType)
    } catch ImagingError.overBudget(let quantity, let found, let limit) {
        throw ContentRefusal.overBudget(BudgetedQuantity(quantity), found: found, limit: limit)
    }
}

extension BudgetedQuantity {
    fileprivate init(_ quantity: ImageQuantity) {
        self =
            switch quantity {
            case .pages: .pages
            case .frames: .frames
            case .pixelsPerPage: .pixelsPerPage
            case .pixelsPerDocument: .pixelsPerDocument
            case .memory: .decoderMemory
            }
    }
}
