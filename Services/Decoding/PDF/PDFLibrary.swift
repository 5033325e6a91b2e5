import CPoppler
import CQpdf

/// The versions of the libraries, and their one-time loading.
public enum PDFLibrary {
    public static var versions: [String: String] {
        [
            "poppler": String(cString: poppler_get_version()),
            "cairo": String(cString: cairo_version_string()),
            "qpdf": String(cString: qpdf_get_qpdf_version()),
        ]
    }

    /// Makes poppler read its tables and fontconfig its index now, instead of in each forked process.
    public static func preload() {
        _ = try? PDFDocument(smallestPDF).page(0, fitting: RasterBox(shortSide: 16, longSide: 16), maximumDotsPerInch: 72)
    }

    /// A page with a word in a font that is not embedded.
    public static let smallestPDF = Array(
        """
        %PDF-1.4
        1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
        2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
        3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 16 16]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>> endobj
        4 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
        5 0 obj <</Length 26>> stream
        BT /F 8 Tf 2 4 Td (a) Tj ET
        endstream endobj
        trailer <</Root 1 0 R/Size 6>>
        %%EOF
        """.utf8)
}
