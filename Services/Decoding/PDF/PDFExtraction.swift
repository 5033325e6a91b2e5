import CQpdf

/// Extracts pages of a PDF.
public enum PDFExtraction {
    /// These pages, counted from 0, as a PDF with only the objects that they are drawn from: without the document's
    /// outline, forms and names. References to other pages are removed. The same pages give the same bytes.
    ///
    /// - Throws: `damaged`, also for a missing page, and if the new file would be longer than `maximumBytes`.
    public static func pages(_ pages: Range<Int>, of bytes: [UInt8], maximumBytes: Int) throws(PDFError) -> [UInt8] {
        let document = QpdfHandle(bytes, attemptRecovery: true)
        guard document.isReadable else {
            if document.complaints.needsPassword { throw .passwordProtected }
            throw .damaged(detail: document.complaints.first ?? "cannot be read")
        }
        let count = Int(qpdf_get_num_pages(document.data))
        guard pages.lowerBound >= 0, pages.upperBound <= count else {
            throw .damaged(detail: "it has \(max(count, 0)) pages, and page \(pages.upperBound) is asked for")
        }
        let extract = QpdfHandle()
        for index in pages {
            let page = qpdf_get_page_n(document.data, index)
            defer { document.release(page) }
            // A page of another document is copied, and no other page along with it.
            guard qpdf_add_page(extract.data, document.data, page, 0) & 2 == 0 else {
                throw .damaged(detail: "page \(index + 1) cannot be taken out")
            }
        }
        guard let written = extract.written({ $0.count <= maximumBytes ? Array($0) : nil }) else {
            throw .damaged(detail: "cannot be written")
        }
        guard let written else { throw .damaged(detail: "more than \(maximumBytes) bytes") }
        return written
    }
}
