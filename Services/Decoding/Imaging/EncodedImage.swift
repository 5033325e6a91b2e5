import CLibvips
public import Shared

/// A file with pictures. Its headers are read, and within the budget.
public final class EncodedImage {
    public let format: ImageFormat
    /// The format of the file. It differs from the picture's for an embedded picture of a raw file.
    public let container: ImageFormat
    /// The number of pictures in the file; greater than the page count for an animation.
    public let frameCount: Int
    /// Whether references were renamed that the decoder refuses (`HEIFReferences`).
    public let isMended: Bool
    /// Whether each scan adds to all pixels. The missing part of a truncated picture then cannot be told from it.
    public let isMultiScan: Bool

    private let pages: [PageHeader]
    private let source: SourceBytes
    private let hasProfile: Bool
    private let isDisplayP3: Bool
    /// The picture whose header was read, before any pixel is. A small plain picture becomes a page directly, without
    /// being opened again.
    private var opened: Picture?

    /// Includes pages that cannot be opened.
    public var pageCount: Int { pages.count }
    /// Sizes of the pages that can be opened, upright.
    public var pageSizes: [PixelSize] { pages.compactMap(\.size) }
    /// Indices of the pages that cannot be opened, from 0.
    public var lostPages: [Int] { pages.indices.filter { pages[$0].size == nil } }

    /// - Throws: `unknownFormat`, `damaged` if no page has a readable header, `overBudget`.
    public init(_ file: [UInt8], budget: ImageBudget) throws(ImagingError) {
        LibraryTurn.begin()
        defer { LibraryTurn.end() }
        let known = ImageFormat(signature: file)
        let preview = known == .tiff ? try DNGPreview(of: file) : nil
        let bytes = preview?.jpeg ?? file
        let source = SourceBytes(bytes)
        let format: ImageFormat
        if preview != nil { format = .jpeg } else if let known { format = known } else { format = try Self.format(of: source) }
        container = known ?? format
        let mended = format == .heif ? HEIFReferences.withoutSharedAuxiliaries(bytes) : nil
        isMended = mended != nil
        let clean = format == .jpeg ? JPEGStrays.removed(from: bytes) : nil
        self.source = (mended ?? clean).map { SourceBytes($0) } ?? source
        self.format = format

        if format == .tiff {
            pages = try PageHeader.pages(ofTIFF: bytes, self.source, budget)
            (frameCount, hasProfile, isDisplayP3, isMultiScan) = (pages.count, false, false, false)
            return
        }
        if format == .heif { try HEIFSizes.check(bytes, budget) }
        let first = try Picture.load(self.source, as: format)
        hasProfile = first.hasProfile
        isDisplayP3 = CodePoints(of: bytes, format)?.isDisplayP3 ?? false
        isMultiScan = first.isMultiScan
        frameCount = max(1, Int(vips_image_get_n_pages(first.image)))
        guard frameCount <= budget.frames else { throw .overBudget(.frames, found: frameCount, limit: budget.frames) }
        guard budget.pages >= 1 else { throw .overBudget(.pages, found: 1, limit: budget.pages) }
        pages = [try PageHeader(of: first, as: format, budget)]
        try PageHeader.check(pages, budget)
        if format.shrinksOnLoad, first.isPlain { opened = first }
    }

    /// By libvips's loaders.
    private static func format(of source: SourceBytes) throws(ImagingError) -> ImageFormat {
        if let loader = vips_foreign_find_load_buffer(source.start, source.count),
            let format = ImageFormat(loader: String(cString: loader))
        {
            return format
        }
        _ = ImageLibrary.takeComplaint()
        throw .unknownFormat
    }

    /// Decodes a page (`index` counts from 0): upright, sRGB, opaque, fitted into the box.
    ///
    /// The box is for an upright page, and is turned for a landscape page. Pages are never enlarged. The file's
    /// orientation is applied first, then `crop`, then `rotation`. `quality` is 1 to 100; `measuring` is the longest side
    /// of the grey copy in pixels, nil for none.
    ///
    /// With `leniently`, a truncated picture becomes a page whose rest is empty, if its format allows that.
    ///
    /// - Throws: `damaged` if the pixels cannot be decoded to the end, or with doubt.
    public func page(
        _ index: Int, fitting box: PixelSize, crop: PageCrop? = nil, rotation: PageRotation = .none, quality: Int,
        leniently: Bool = false, measuring: Int? = nil
    ) throws(ImagingError) -> PageJPEG {
        LibraryTurn.begin()
        defer { LibraryTurn.end() }
        let header = pages[index]
        guard let upright = header.size else { throw .damaged(detail: header.complaint) }
        let straightening = crop.map { Straightening($0, of: upright, fitting: box) }
        let fit = straightening?.source ?? ((upright.width > upright.height) == (box.width > box.height) ? box : box.turned)
        let page: () throws(ImagingError) -> PageJPEG = { () throws(ImagingError) in
            let whole = try self.picture(of: header, fitting: fit, upright: upright, leniently: leniently)
            return try PageJPEG(
                encoding: try straightening?.straightened(whole) ?? whole, rotation: rotation, quality: quality,
                measuring: measuring)
        }
        return format == .jpeg ? try JPEGDamage.judged(leniently: leniently, page) : try page()
    }

    /// The pixels are not yet read.
    private func picture(
        of header: PageHeader, fitting box: PixelSize, upright: PixelSize, leniently: Bool
    ) throws(ImagingError) -> Picture {
        if let opened = takeOpened(), !leniently, upright.width <= box.width, upright.height <= box.height { return opened }
        switch format {
        case .jpeg: return try Picture.load(jpeg: source, of: upright, shrunkToFit: box, leniently: leniently)
        case .webp: return try Picture.load(webP: source, shrunkToFit: box, hasProfile: hasProfile, leniently: leniently)
        default: break
        }
        var whole = try Picture.load(source, as: format, page: header.place, leniently: leniently)
        if let bands = header.meaningfulBands, bands < whole.bands { whole = try whole.keepingBands(bands) }
        return try whole.shrunk(toFit: box, isDisplayP3: isDisplayP3)
    }

    /// Returns it once: its pixels can be read only once.
    private func takeOpened() -> Picture? {
        defer { opened = nil }
        return opened
    }
}
