import Imaging
import Jail
import Shared

/// A Windows bitmap from an old scanner: one page.
struct BMPDecoder: DocumentDecoder {
    var content: InspectionFacts.Content { .image }
    let mediaTypes: Set<MediaType> = [.bmp]

    func describe(_ bytes: [UInt8], _ budget: DocumentBudget, in facts: inout InspectionFacts) throws {
        let image = try refusing(as: .bmp) { try BitmapImage(bytes, budget: ImageBudget(budget)) }
        facts.pageCount = 1
        facts.frameCount = 1
        facts.pageSizes = [InspectionFacts.PageSize(width: Double(image.size.width), height: Double(image.size.height))]
    }

    func open(_ bytes: [UInt8], as mediaType: MediaType, _ budget: DocumentBudget) throws -> any DecodedDocument {
        DecodedBitmap(image: try refusing(as: mediaType) { try BitmapImage(bytes, budget: ImageBudget(budget)) })
    }
}

private struct DecodedBitmap: DecodedDocument {
    let image: BitmapImage

    let pageCount = 1
    let repairs: [Repair] = []
    func paper(of index: Int) -> Paper? { nil }

    func page(_ index: Int, _ request: DecodeRequest, leniently: Bool) throws -> PageJPEG {
        try refusing(as: .bmp) {
            try image.page(
                fitting: PixelSize(width: request.box.shortSide, height: request.box.longSide),
                crop: request.crop, rotation: PageRotation(request.rotation), quality: request.quality, leniently: leniently,
                measuring: request.measures || leniently ? GreyPicture.longSide : nil)
        }
    }
}
