import CTesseract
public import Shared

/// A page as a grey picture.
public final class PagePicture {
    let pix: UnsafeMutablePointer<Pix>

    /// Takes ownership of the caller's reference.
    init(owning pix: UnsafeMutablePointer<Pix>?) throws(TextError) {
        guard let pix else { throw .outOfMemory }
        self.pix = pix
    }

    deinit {
        var pix: UnsafeMutablePointer<Pix>? = pix
        pixDestroy(&pix)
    }

    /// The luminance of a JPEG.
    public convenience init(jpeg: [UInt8]) throws(TextError) {
        var complaints: l_int32 = 0
        let luminance = l_int32(L_JPEG_READ_LUMINANCE)
        guard let pix = pixReadMemJpeg(jpeg, jpeg.count, 0, 1, &complaints, luminance) else {
            throw .damaged(detail: "the JPEG cannot be decoded")
        }
        try self.init(owning: pix)
    }

    /// From packed red, green, blue bytes.
    public convenience init(rgb: [UInt8], size: PixelSize) throws(TextError) {
        guard size.width > 0, size.height > 0, size.width <= 1 << 15, size.height <= 1 << 15,
            rgb.count == size.width * size.height * 3
        else { throw .damaged(detail: "\(rgb.count) bytes for \(size.width)×\(size.height) pixels") }
        try self.init(owning: docket_pix_of_rgb(rgb, CInt(size.width), CInt(size.height)))
    }

    public var size: PixelSize { PixelSize(width: Int(pixGetWidth(pix)), height: Int(pixGetHeight(pix))) }

    /// Width divided by height.
    var proportion: Double { Double(size.width) / Double(max(size.height, 1)) }

    func scaled(by factor: Double, height: Double = 1) throws(TextError) -> PagePicture {
        try PagePicture(owning: pixScale(pix, Float(factor), Float(factor * height)))
    }

    /// Rotated clockwise by `quarters` quarter turns.
    public func turned(quarters: Int) throws(TextError) -> PagePicture {
        try PagePicture(owning: pixRotateOrth(pix, l_int32(quarters)))
    }

    /// A copy of a part; nil if the box is outside.
    func part(_ box: PixelBounds) throws(TextError) -> PagePicture? {
        var rectangle = boxCreate(
            l_int32(clamping: box.left), l_int32(clamping: box.top), l_int32(clamping: box.width), l_int32(clamping: box.height))
        defer { boxDestroy(&rectangle) }
        guard let rectangle, let part = pixClipRectangle(pix, rectangle, nil) else { return nil }
        return try PagePicture(owning: part)
    }

    /// With an even background, to correct uneven light.
    func evenlyLit() throws(TextError) -> PagePicture {
        try PagePicture(owning: pixBackgroundNormSimple(pix, nil, nil))
    }

    /// Passes packed grey bytes, with padding after each line, to `body`.
    func withBytes<Result>(_ body: (UnsafePointer<UInt8>, _ bytesPerLine: Int) -> Result) throws(TextError) -> Result {
        // The library keeps four pixels in a word of the machine, the first in its highest byte.
        let inOrder = try PagePicture(owning: pixEndianByteSwapNew(pix))
        guard let words = pixGetData(inOrder.pix) else { throw .outOfMemory }
        let line = Int(pixGetWpl(inOrder.pix)) * 4
        return words.withMemoryRebound(to: UInt8.self, capacity: line * size.height) { body($0, line) }
    }
}

/// A place in a picture, in pixels.
struct PixelBounds: Hashable, Sendable {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    var width: Int { right - left }
    var height: Int { bottom - top }

    /// Each side divided by a factor.
    func shrunk(by factor: Double) -> PixelBounds {
        func shrunk(_ side: Int) -> Int { Int((Double(side) / factor).rounded()) }
        return PixelBounds(left: shrunk(left), top: shrunk(top), right: shrunk(right), bottom: shrunk(bottom))
    }

    /// The place before a picture of this size was rotated clockwise by `quarters` quarter turns.
    func turnedBack(quarters: Int, in size: PixelSize) -> PixelBounds {
        switch quarters {
        case 1: PixelBounds(left: top, top: size.height - right, right: bottom, bottom: size.height - left)
        case 2:
            PixelBounds(
                left: size.width - right, top: size.height - bottom, right: size.width - left, bottom: size.height - top)
        case 3: PixelBounds(left: size.width - bottom, top: left, right: size.width - top, bottom: right)
        default: self
        }
    }

    /// As a place on a page.
    func onPage(of size: PixelSize) -> PageBox {
        func share(_ side: Int, _ whole: Int) -> Int { (side * 10_000 + whole / 2) / max(whole, 1) }
        return PageBox(
            left: share(left, size.width), top: share(top, size.height), right: share(right, size.width),
            bottom: share(bottom, size.height))
    }
}
