import CLibvips
import Shared

/// The header of a page, or why it is unreadable.
struct PageHeader {
    /// Upright; nil for a page that cannot be opened.
    let size: PixelSize?
    let complaint: String
    /// The index in the chain of a TIFF's directories, as the decoder counts them.
    let place: Int
    /// Nil if all bands may be meaningful.
    let meaningfulBands: Int?

    private init(lost complaint: String) {
        (size, self.complaint, place, meaningfulBands) = (nil, complaint, 0, nil)
    }

    /// - Throws: `overBudget`.
    init(
        of picture: Picture, as format: ImageFormat, _ budget: ImageBudget, place: Int = 0, meaningfulBands: Int? = nil
    ) throws(ImagingError) {
        let size = Self.frameSize(picture)
        try Self.check(picture, size, format, budget)
        self.size = vips_image_get_orientation(picture.image) >= 5 ? size.turned : size
        (complaint, self.place, self.meaningfulBands) = ("", place, meaningfulBands)
    }

    /// The headers of all pages, in order.
    ///
    /// - Throws: `damaged` if none can be opened.
    static func pages(ofTIFF bytes: [UInt8], _ source: SourceBytes, _ budget: ImageBudget) throws(ImagingError) -> [PageHeader] {
        guard let chain = TIFFDirectories(bytes), !chain.directories.isEmpty else { throw .damaged(detail: "no TIFF directory") }
        let places = chain.pages
        let count = places.count + (chain.isBroken ? 1 : 0)
        guard count <= budget.pages else { throw .overBudget(.pages, found: count, limit: budget.pages) }
        // For each page the decoder goes through all that stand in the chain, small copies and masks as well.
        guard chain.directories.count <= max(budget.frames, budget.pages) else {
            throw .overBudget(.frames, found: chain.directories.count, limit: max(budget.frames, budget.pages))
        }
        let (head, complaint) = try firstReadable(of: chain, source, budget)
        var pages: [PageHeader] = []
        for place in places {
            guard place >= head else {
                pages.append(PageHeader(lost: complaint))
                continue
            }
            do {
                pages.append(
                    try PageHeader(
                        of: try Picture.load(source, as: .tiff, page: place - head), as: .tiff, budget, place: place - head,
                        meaningfulBands: chain.directories[place].meaningfulBands))
            } catch {
                guard case .damaged(let complaint) = error else { throw error }
                pages.append(PageHeader(lost: complaint))
            }
        }
        guard pages.contains(where: { $0.size != nil }) else { throw .damaged(detail: pages.first?.complaint ?? "no page") }
        if chain.isBroken {
            pages.append(
                PageHeader(lost: "the next TIFF directory is not where it should be"))
        }
        try check(pages, budget)
        return pages
    }

    /// The first readable directory, and why those before it are unreadable. libtiff opens no file with an unreadable
    /// first directory, so the header is redirected to this one.
    private static func firstReadable(
        of chain: TIFFDirectories, _ source: SourceBytes, _ budget: ImageBudget
    ) throws(ImagingError) -> (place: Int, complaint: String) {
        var firstComplaint = ""
        for place in chain.directories.indices.prefix(budget.pages) {
            if place > 0 { chain.begin(with: place, in: source) }
            do {
                _ = try Picture.load(source, as: .tiff)
                return (place, firstComplaint)
            } catch {
                guard case .damaged(let complaint) = error else { throw error }
                if firstComplaint.isEmpty { firstComplaint = complaint }
            }
        }
        throw .damaged(detail: firstComplaint)
    }

    /// Checks all pages together.
    static func check(_ pages: [PageHeader], _ budget: ImageBudget) throws(ImagingError) {
        let pixels = pages.reduce(0) { $0 + ($1.size?.count ?? 0) }
        guard pixels <= budget.pixelsPerDocument else {
            throw .overBudget(.pixelsPerDocument, found: pixels, limit: budget.pixelsPerDocument)
        }
    }

    /// The size of one frame: libvips stacks the frames of an animation.
    private static func frameSize(_ picture: Picture) -> PixelSize {
        let pageHeight = Int(vips_image_get_page_height(picture.image))
        return PixelSize(width: picture.width, height: pageHeight > 0 ? pageHeight : picture.height)
    }

    private static func check(
        _ picture: Picture, _ size: PixelSize, _ format: ImageFormat, _ budget: ImageBudget
    ) throws(ImagingError) {
        guard size.count <= budget.pixelsPerPage else {
            throw .overBudget(.pixelsPerPage, found: size.count, limit: budget.pixelsPerPage)
        }
        if let held = format.heldBytes(perSample: picture.bytesPerSample, isMultiScan: picture.isMultiScan) {
            let memory = size.count * picture.bands * held
            guard memory <= budget.memory else { throw .overBudget(.memory, found: memory, limit: budget.memory) }
        }
    }
}
