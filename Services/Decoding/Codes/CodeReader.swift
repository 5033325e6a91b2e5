import CZXing
public import Shared

/// A code in a picture.
public struct FoundCode: Hashable, Sendable {
    public let symbology: PageCode.Symbology
    public let bytes: [UInt8]
    /// The box around its corners in pixels. It may extend beyond the picture.
    public let left: Int
    public let top: Int
    public let right: Int
    public let bottom: Int
}

/// Reads the codes of a picture.
public enum CodeReader {
    /// The maximum number of codes on a page of paper.
    private static let most: CInt = 32

    /// The version of the library.
    public static var version: String { String(cString: docket_codes_version()) }

    /// The codes of a picture of grey bytes, from the top to the bottom. Nil if the library fails, for example for lack
    /// of memory.
    /// A line has `bytesPerLine` bytes, of which the first `width` are its pixels.
    public static func codes(of grey: UnsafePointer<UInt8>, width: Int, height: Int, bytesPerLine: Int) -> [FoundCode]? {
        let found = Found()
        let result = docket_codes_read(
            grey, CInt(clamping: width), CInt(clamping: height), CInt(clamping: bytesPerLine), most,
            { context, code in
                guard let context, let code else { return }
                Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().take(code.pointee)
            }, Unmanaged.passUnretained(found).toOpaque())
        guard result == 0 else { return nil }
        return withExtendedLifetime(found) { found.codes.sorted { ($0.top, $0.left) < ($1.top, $1.left) } }
    }

    private final class Found {
        private(set) var codes: [FoundCode] = []

        func take(_ code: DocketCode) {
            codes.append(
                FoundCode(
                    symbology: PageCode.Symbology(code.format),
                    bytes: Array(UnsafeBufferPointer(start: code.bytes, count: code.count)),
                    left: Int(code.left), top: Int(code.top), right: Int(code.right), bottom: Int(code.bottom)))
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
