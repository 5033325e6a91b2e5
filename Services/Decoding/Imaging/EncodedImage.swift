import CLibvips
public import Shared

/// A file that holds pictures, its headers read and within the budget.
public final class EncodedImage {
    public let format: ImageFormat
    /// Of the file: another one for a picture that was taken out of a camera's raw file.
    public let container: ImageFormat
    /// Pictures in the file; more than pages for an animation.
    public let frameCount: Int
    /// Whether references had to be renamed that the decoder refuses (`HEIFReferences`).
    public let isMended: Bool
    /// Whether each of its scans adds something to all pixels: what a picture lacks that was cut off can then not be told from it.
    public let isMultiScan: Bool

    private let pages: [PageHeader]
    private let source: SourceBytes
    private let hasProfile: Bool
    private let isDisplayP3: Bool
    /// What the header was read with, while none of its pixels is read: a small plain picture becomes a page as it is, without being
    /// opened again to be shrunk by nothing.
    private var opened: Picture?

    /// Those that cannot be opened are counted.
    public var pageCount: Int { pages.count }
    /// Of each page that can be opened, as one looks at it upright.
    public var pageSizes: [PixelSize] { pages.compactMap(\.size) }
    /// Places, counted from 0, of the pages that cannot be opened.
    public var lostPages: [Int] { pages.indices.filter { pages[$0].size == nil } }

    /// - Throws: `unknownFormat`, `damaged` where the header of no page can be read, `overBudget`.
    public init(_ file: [UInt8], budget: ImageBudget) throws(ImagingError) {
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

    /// By the opinion of libvips's loaders.
    private static func format(of source: SourceBytes) throws(ImagingError) -> ImageFormat {
        if let loader = vips_foreign_find_load_buffer(source.start, source.count),
            let format = ImageFormat(loader: String(cString: loader))
        {
            return format
        }
        vips_error_clear()
        throw .unknownFormat
    }

    /// Decodes a page (`index` counts from 0): upright, sRGB, opaque, fitted into the box.
    ///
    /// The box is meant for an upright page; for a landscape page it lies, too. Pages are never enlarged. The rotation comes on top
    /// of what the file says, and `crop` before it. `quality` is 1 to 100; `measuring` is the longest side of the grey copy that is wanted.
    ///
    /// Leniently, a picture that ends too early becomes a page of which the rest is empty, where its format allows that.
    ///
    /// - Throws: `damaged` when the pixels cannot be decoded to the end, or not without doubt.
    public func page(
        _ index: Int, fitting box: PixelSize, crop: PageCrop? = nil, rotation: PageRotation = .none, quality: Int,
        leniently: Bool = false, measuring: Int? = nil
    ) throws(ImagingError) -> PageJPEG {
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

    /// Its pixels are not read yet.
    private func picture(
        of header: PageHeader, fitting box: PixelSize, upright: PixelSize, leniently: Bool
    ) throws(ImagingError) -> Picture {
        if let opened = takeOpened(), !leniently, upright.width <= box.width, upright.height <= box.height { return opened }
        if format.shrinksOnLoad {
            return try Picture.load(source, shrunkToFit: box, hasProfile: hasProfile, leniently: leniently)
        }
        var whole = try Picture.load(source, as: format, page: header.place, leniently: leniently)
        if let bands = header.meaningfulBands, bands < whole.bands { whole = try whole.keepingBands(bands) }
        return try whole.shrunk(toFit: box, isDisplayP3: isDisplayP3)
    }

    /// Its pixels are read once.
    private func takeOpened() -> Picture? {
        defer { opened = nil }
        return opened
    }
}
