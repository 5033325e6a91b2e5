import CPoppler

/// A PDF that is open for drawing.
public final class PDFDocument {
    private let document: OpaquePointer
    public let pageCount: Int
    /// Whether its missing end was rebuilt.
    public let isMended: Bool

    /// - Throws: `passwordProtected` if the empty password does not open it; `damaged`.
    public init(_ bytes: [UInt8]) throws(PDFError) {
        (document, isMended) = try Self.openMending(bytes)
        pageCount = Int(poppler_document_get_n_pages(document))
    }

    private static func openMending(_ bytes: [UInt8]) throws(PDFError) -> (OpaquePointer, isMended: Bool) {
        do throws(PDFError) {
            return (try open(bytes), false)
        } catch {
            guard case .damaged = error, let mended = PDFTrailer.added(to: bytes) else { throw error }
            return (try open(mended), true)
        }
    }

    private static func open(_ bytes: [UInt8]) throws(PDFError) -> OpaquePointer {
        let data = g_bytes_new(bytes, gsize(bytes.count))
        defer { g_bytes_unref(data) }
        var error: UnsafeMutablePointer<GError>?
        guard let document = poppler_document_new_from_bytes(data, nil, &error) else {
            throw failure(error)
        }
        guard poppler_document_get_n_pages(document) > 0 else {
            g_object_unref(UnsafeMutableRawPointer(document))
            throw .damaged(detail: "no pages")
        }
        return document
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(document))
    }

    public var attachmentCount: Int { Int(poppler_document_get_n_attachments(document)) }

    /// Of the rotated page, in points. `index` counts from 0.
    public func pageSize(_ index: Int) throws(PDFError) -> PointSize {
        try withPage(index) { page throws(PDFError) in try Self.size(of: page) }
    }

    /// Draws a page on white, as large as fits into the box, at most at `maximumDotsPerInch`.
    public func page(_ index: Int, fitting box: RasterBox, maximumDotsPerInch: Double = 300) throws(PDFError) -> RasterPage {
        try withPage(index) { page throws(PDFError) in
            let size = try Self.size(of: page)
            let raster = box.raster(for: size, maximumDotsPerInch: maximumDotsPerInch)
            return try Self.draw(page, size, as: raster)
        }
    }

    /// Draws an upright page in points, as on a screen.
    func draw(_ index: Int, on surface: OpaquePointer?) throws(PDFError) {
        try withPage(index) { page throws(PDFError) in
            let context = cairo_create(surface)
            defer { cairo_destroy(context) }
            poppler_page_render(page, context)
            guard cairo_status(context) == CAIRO_STATUS_SUCCESS else {
                throw .damaged(detail: String(cString: cairo_status_to_string(cairo_status(context))))
            }
        }
    }

    func withPage<Result>(
        _ index: Int, _ body: (OpaquePointer) throws(PDFError) -> Result
    ) throws(PDFError) -> Result {
        guard index >= 0, index < pageCount, let page = poppler_document_get_page(document, CInt(index)) else {
            throw .damaged(detail: "page \(index + 1) cannot be read")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(page)) }
        return try body(page)
    }

    static func size(of page: OpaquePointer) throws(PDFError) -> PointSize {
        var size = PointSize(width: 0, height: 0)
        poppler_page_get_size(page, &size.width, &size.height)
        // A NaN compares false, too.
        guard size.width > 0, size.height > 0, size.width < 1e6, size.height < 1e6 else {
            throw .damaged(detail: "a page of no sensible size")
        }
        return size
    }

    private static func draw(_ page: OpaquePointer, _ size: PointSize, as raster: RasterSize) throws(PDFError) -> RasterPage {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, CInt(raster.width), CInt(raster.height))
        defer { cairo_surface_destroy(surface) }
        let context = cairo_create(surface)
        defer { cairo_destroy(context) }
        cairo_set_source_rgb(context, 1, 1, 1)
        cairo_paint(context)
        cairo_scale(context, Double(raster.width) / size.width, Double(raster.height) / size.height)
        let complaints = PopplerComplaints()
        complaints.gathering { poppler_page_render(page, context) }
        cairo_surface_flush(surface)

        switch cairo_status(context) {
        case CAIRO_STATUS_SUCCESS: break
        case CAIRO_STATUS_NO_MEMORY: throw .outOfMemory
        case let status: throw .damaged(detail: String(cString: cairo_status_to_string(status)))
        }
        guard let pixels = cairo_image_surface_get_data(surface) else { throw .outOfMemory }
        let count = raster.width * raster.height * 3
        let rgb = [UInt8](unsafeUninitializedCapacity: count) { packed, initialised in
            docket_pack_rgb(
                pixels, Int(cairo_image_surface_get_stride(surface)), raster.width, raster.height, packed.baseAddress)
            initialised = count
        }
        return RasterPage(size: raster, rgb: rgb, complaint: complaints.first)
    }

    private static func failure(_ error: UnsafeMutablePointer<GError>?) -> PDFError {
        guard let error else { return .damaged(detail: "unreadable") }
        defer { g_error_free(error) }
        if error.pointee.domain == poppler_error_quark(), error.pointee.code == CInt(POPPLER_ERROR_ENCRYPTED.rawValue) {
            return .passwordProtected
        }
        return .damaged(detail: error.pointee.message.map { String(cString: $0) } ?? "unreadable")
    }
}
