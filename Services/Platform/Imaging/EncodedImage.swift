import CLibvips

/// A file that holds pictures, its header read and within the budget.
public final class EncodedImage {
    public let format: ImageFormat
    /// Of each page, as one looks at it upright.
    public let pageSizes: [PixelSize]
    /// Pictures in the file; more than pages for an animation.
    public let frameCount: Int

    /// Whether references had to be renamed that the decoder refuses (`HEIFReferences`).
    public let isMended: Bool

    private let source: SourceBytes
    private let hasProfile: Bool
    /// What the header was read with, while none of its pixels is read: a small plain picture becomes a page as it is, without being
    /// opened again to be shrunk by nothing.
    private var opened: Picture?

    /// - Throws: `unknownFormat`, `damaged` for a header that cannot be read, `overBudget`.
    public init(_ bytes: [UInt8], budget: ImageBudget) throws(ImagingError) {
        let source = SourceBytes(bytes)
        let format: ImageFormat
        if let known = ImageFormat(signature: bytes) { format = known } else { format = try Self.format(of: source, bytes) }
        let mended = format == .heif ? HEIFReferences.withoutSharedAuxiliaries(bytes) : nil
        self.source = mended.map { SourceBytes($0) } ?? source
        isMended = mended != nil
        self.format = format

        let first = try Picture.load(self.source, as: format)
        hasProfile = first.hasProfile
        frameCount = max(1, Int(vips_image_get_n_pages(first.image)))
        guard format.hasPages || frameCount <= budget.frames else {
            throw .overBudget(.frames, found: frameCount, limit: budget.frames)
        }
        let pageCount = format.hasPages ? frameCount : 1
        guard pageCount <= budget.pages else { throw .overBudget(.pages, found: pageCount, limit: budget.pages) }

        var sizes: [PixelSize] = []
        var pixels = 0
        for index in 0..<pageCount {
            let page = index == 0 ? first : try Picture.load(self.source, as: format, page: index)
            let size = Self.frameSize(page)
            try Self.check(page, size, format, budget)
            pixels += size.count
            sizes.append(vips_image_get_orientation(page.image) >= 5 ? size.turned : size)
        }
        guard pixels <= budget.pixelsPerDocument else {
            throw .overBudget(.pixelsPerDocument, found: pixels, limit: budget.pixelsPerDocument)
        }
        pageSizes = sizes
        if format.shrinksOnLoad, first.isPlain { opened = first }
    }

    /// By the opinion of libvips's loaders.
    private static func format(of source: SourceBytes, _ bytes: [UInt8]) throws(ImagingError) -> ImageFormat {
        if let loader = vips_foreign_find_load_buffer(source.start, source.count),
            let format = ImageFormat(loader: String(cString: loader))
        {
            return format
        }
        vips_error_clear()
        // A TIFF is only recognised by a directory that can be read, and that lies at the end of most.
        if tiffSignatures.contains(where: { bytes.starts(with: $0) }) { throw .damaged(detail: "no TIFF directory") }
        throw .unknownFormat
    }

    /// Decodes a page (`index` counts from 0): upright, sRGB, opaque, fitted into the box.
    ///
    /// The box is meant for an upright page; for a landscape page it lies, too. Pages are never enlarged. The rotation comes on top
    /// of what the file says. `quality` is 1 to 100; `measuring` is the longest side of the grey copy that is wanted.
    ///
    /// Leniently, a picture that ends too early becomes a page of which the rest is empty, where its format allows that.
    ///
    /// - Throws: `damaged` when the pixels cannot be decoded to the end.
    public func page(
        _ index: Int, fitting box: PixelSize, rotation: PageRotation = .none, quality: Int, leniently: Bool = false,
        measuring: Int? = nil
    ) throws(ImagingError) -> PageJPEG {
        let upright = pageSizes[index]
        let fit = (upright.width > upright.height) == (box.width > box.height) ? box : box.turned
        let small: Picture
        if let opened = takeOpened(), !leniently, upright.width <= fit.width, upright.height <= fit.height {
            small = opened
        } else if format.shrinksOnLoad {
            small = try Picture.load(source, shrunkToFit: fit, hasProfile: hasProfile, leniently: leniently)
        } else {
            small = try Picture.load(source, as: format, page: index, leniently: leniently).shrunk(toFit: fit)
        }
        return try PageJPEG(encoding: small, rotation: rotation, quality: quality, measuring: measuring)
    }

    /// Its pixels are read once.
    private func takeOpened() -> Picture? {
        defer { opened = nil }
        return opened
    }

    private static let tiffSignatures: [[UInt8]] = [[0x49, 0x49, 42, 0], [0x4d, 0x4d, 0, 42]]

    /// A stack of frames is as high as its first.
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
        // A loader that cannot go line by line holds every sample (a progressive JPEG two bytes for each) until the last scan.
        if picture.isMultiScan || format == .heif || format == .webp || format == .gif {
            let memory = size.count * picture.bands * (picture.isMultiScan ? 2 : 1)
            guard memory <= budget.memory else { throw .overBudget(.memory, found: memory, limit: budget.memory) }
        }
    }
}
