import CLibvips
public import Shared

/// A small grey copy of a page, for measures.
public struct SmallGrey: Hashable, Sendable {
    public let size: PixelSize
    /// Luminance, 0 to 255, row after row.
    public let bytes: [UInt8]
}

/// Sums of a picture's pixels, taken while they pass on to the encoder.
final class GreySums {
    let sums: UnsafeMutablePointer<DocketGrey>
    private let size: PixelSize

    init(of picture: Picture, small size: PixelSize) throws(ImagingError) {
        guard
            let sums = docket_grey_new(
                CInt(picture.width), CInt(picture.height), CInt(picture.bands), CInt(size.width), CInt(size.height))
        else { throw .outOfMemory }
        self.sums = sums
        self.size = size
    }

    deinit {
        docket_grey_free(sums)
    }

    /// The means, after the last pixel.
    func picture() throws(ImagingError) -> SmallGrey {
        var isWhole = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size.count) { buffer, initialised in
            isWhole = docket_grey_pixels(sums, buffer.baseAddress) == 0
            initialised = isWhole ? size.count : 0
        }
        guard isWhole else { throw .damaged(detail: "not every pixel was written once") }
        return SmallGrey(size: size, bytes: bytes)
    }
}
