import CZXing
import Shared

/// Reads the codes of a page.
enum CodeReader {
    /// No page of paper has more that anybody would scan.
    private static let most: CInt = 32

    static var version: String { String(cString: docket_codes_version()) }

    /// Codes from the top to the bottom.
    static func codes(of page: PagePicture) throws(TextError) -> [PageCode] {
        let found = Found(size: page.size)
        let (width, height) = (CInt(clamping: page.size.width), CInt(clamping: page.size.height))
        let result = try page.withBytes { bytes, bytesPerLine in
            docket_codes_read(
                bytes, width, height, CInt(clamping: bytesPerLine), most,
                { context, code in
                    guard let context, let code else { return }
                    Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().take(code.pointee)
                }, Unmanaged.passUnretained(found).toOpaque())
        }
        guard result == 0 else { throw .failed(detail: "codes could not be looked for") }
        return withExtendedLifetime(found) { found.codes.sorted { ($0.box.top, $0.box.left) < ($1.box.top, $1.box.left) } }
    }

    private final class Found {
        private(set) var codes: [PageCode] = []
        private let size: PixelSize

        init(size: PixelSize) {
            self.size = size
        }

        func take(_ code: DocketCode) {
            let bounds = PixelBounds(left: Int(code.left), top: Int(code.top), right: Int(code.right), bottom: Int(code.bottom))
            codes.append(
                PageCode(
                    symbology: PageCode.Symbology(code.format),
                    bytes: Array(UnsafeBufferPointer(start: code.bytes, count: code.count)), box: bounds.onPage(of: size)))
        }
    }
}

extension PageCode.Symbology {
    fileprivate init(_ format: DocketCodeFormat) {
        self =
            switch format {
            case DOCKET_CODE_QR: .qr
            case DOCKET_CODE_MICRO_QR: .microQR
            case DOCKET_CODE_DATA_MATRIX: .dataMatrix
            case DOCKET_CODE_AZTEC: .aztec
            case DOCKET_CODE_PDF417: .pdf417
            case DOCKET_CODE_128: .code128
            case DOCKET_CODE_39: .code39
            case DOCKET_CODE_EAN: .ean
            default: .other
            }
    }
}
