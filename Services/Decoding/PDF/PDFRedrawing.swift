import CPoppler
import CQpdf
import Glibc
import Shared

/// Draws the pages of a PDF into a new one, in which letters stay letters, for searching and copying.
///
/// Nothing else is taken over: no script, action, form, link or attachment. Fonts are taken over, so this is only for
/// documents that a journey trusts that far.
public enum PDFRedrawing {
    /// With `isSigned` the new document says that the signatures are in the original alone.
    ///
    /// - Throws: `damaged`, also if the new file would exceed `maximumBytes`.
    public static func pages(of document: PDFDocument, isSigned: Bool = false, maximumBytes: Int) throws(PDFError) -> [UInt8] {
        let sink = Sink(limit: maximumBytes)
        let surface = cairo_pdf_surface_create_for_stream(
            { closure, data, length in
                guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
                let sink = Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue()
                return sink.take(UnsafeBufferPointer(start: data, count: Int(length)))
            }, Unmanaged.passUnretained(sink).toOpaque(), 1, 1)
        defer { cairo_surface_destroy(surface) }
        cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5)
        for index in 0..<document.pageCount {
            let size = try document.pageSize(index)
            cairo_pdf_surface_set_size(surface, size.width, size.height)
            try document.draw(index, on: surface)
            cairo_surface_show_page(surface)
        }
        cairo_surface_finish(surface)
        switch withExtendedLifetime(sink, { cairo_surface_status(surface) }) {
        case CAIRO_STATUS_SUCCESS: break
        case CAIRO_STATUS_NO_MEMORY: throw .outOfMemory
        case let status: throw .damaged(detail: String(cString: cairo_status_to_string(status)))
        }
        return try withoutInformation(sink.bytes, isSigned: isSigned)
    }

    /// The information dictionary (ISO 32000-1, section 14.3.3) of what was drawn of a signed document.
    static let information = "<< /Subject (\(PageMaking.signedStatement)) >>"

    /// Removes cairo's information about itself and the time, so that the same pages give the same bytes.
    private static func withoutInformation(_ bytes: [UInt8], isSigned: Bool) throws(PDFError) -> [UInt8] {
        let pdf = QpdfHandle(bytes, attemptRecovery: false)
        guard pdf.isReadable else { throw .damaged(detail: pdf.complaints.first ?? "cannot be drawn anew") }
        if isSigned {
            qpdf_oh_replace_key(
                pdf.data, pdf.trailer, "/Info",
                qpdf_make_indirect_object(pdf.data, qpdf_oh_parse(pdf.data, information)))
        } else {
            qpdf_oh_remove_key(pdf.data, pdf.trailer, "/Info")
        }
        guard let written = pdf.written({ Array($0) }) else { throw .damaged(detail: "cannot be written") }
        return written
    }

    /// Receives cairo's output, up to a limit.
    private final class Sink {
        private(set) var bytes: [UInt8] = []
        private let limit: Int

        init(limit: Int) {
            self.limit = limit
        }

        func take(_ more: UnsafeBufferPointer<UInt8>) -> cairo_status_t {
            guard bytes.count + more.count <= limit else { return CAIRO_STATUS_WRITE_ERROR }
            bytes += more
            return CAIRO_STATUS_SUCCESS
        }
    }
}
