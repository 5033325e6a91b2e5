import CLibvips
import Shared

/// A libvips image and, if it reads from memory, the bytes that it borrows.
final class Picture {
    let image: UnsafeMutablePointer<VipsImage>
    private let source: SourceBytes?
    /// Receives the pixels while they are read.
    private var observer: GreySums?

    /// Takes ownership of the caller's reference.
    init(owning image: UnsafeMutablePointer<VipsImage>, source: SourceBytes?) {
        self.image = image
        self.source = source
    }

    deinit {
        g_object_unref(image)
    }

    var width: Int { Int(vips_image_get_width(image)) }
    var height: Int { Int(vips_image_get_height(image)) }
    /// Whether the file has a usable colour profile. One for three channels does not apply to a grey scan.
    var hasProfile: Bool { profileSpace.map { $0.fits(vips_image_get_interpretation(image)) } ?? false }
    /// Nil without a profile.
    private var profileSpace: ProfileSpace? {
        var (start, length): (UnsafeRawPointer?, Int) = (nil, 0)
        guard vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0,
            vips_image_get_blob(image, VIPS_META_ICC_NAME, &start, &length) == 0, let start
        else { return nil }
        return ProfileSpace(ofProfile: UnsafeRawBufferPointer(start: start, count: length))
    }
    var bands: Int { Int(vips_image_get_bands(image)) }
    var bytesPerSample: Int { Int(vips_format_sizeof(vips_image_get_format(image))) }

    /// Whether it has eight bits, is upright, and is sRGB or grey, according to the file: then only its size may prevent
    /// its use as a page.
    var isPlain: Bool {
        let interpretation = vips_image_get_interpretation(image)
        return (interpretation == VIPS_INTERPRETATION_sRGB || interpretation == VIPS_INTERPRETATION_B_W)
            && vips_image_get_format(image) == VIPS_FORMAT_UCHAR && vips_image_hasalpha(image) == 0
            && vips_image_get_orientation(image) == 1 && !hasProfile
    }

    /// Whether the pixels are known only after the last scan of the file: a progressive JPEG, an interlaced PNG.
    var isMultiScan: Bool {
        ["jpeg-multiscan", "interlaced"].contains { (name: String) in
            var value: CInt = 0
            return vips_image_get_typeof(image, name) != 0 && vips_image_get_int(image, name, &value) == 0 && value != 0
        }
    }

    /// Opens encoded bytes and reads only the header. The pixels can be read once, from top to bottom.
    ///
    /// With `leniently`, the missing part of damaged data stays empty. Otherwise reading the pixels throws.
    static func load(
        _ source: SourceBytes, as format: ImageFormat, page: Int = 0, leniently: Bool = false
    ) throws(ImagingError) -> Picture {
        guard
            let image = docket_vips_load(
                format.loader, source.start, source.count, format.hasPages ? CInt(clamping: page) : -1, leniently ? 1 : 0)
        else { throw ImageLibrary.failure() }
        return Picture(owning: image, source: source)
    }

    /// From packed red, green, blue bytes, which are copied.
    static func copying(rgb: [UInt8], size: PixelSize) throws(ImagingError) -> Picture {
        guard
            let image = vips_image_new_from_memory_copy(
                rgb, rgb.count, CInt(size.width), CInt(size.height), 3, VIPS_FORMAT_UCHAR)
        else { throw ImageLibrary.failure() }
        image.pointee.Type = VIPS_INTERPRETATION_sRGB
        return Picture(owning: image, source: nil)
    }

    /// Three bands of eight bits. Transparent parts become white.
    func opaqueSRGB() throws(ImagingError) -> Picture {
        var picture = self
        if vips_image_get_interpretation(picture.image) != VIPS_INTERPRETATION_sRGB {
            picture = try picture.derive { docket_vips_to_srgb($0, $1) }
        }
        if vips_image_get_format(picture.image) != VIPS_FORMAT_UCHAR {
            picture = try picture.derive { docket_vips_to_bytes($0, $1) }
        }
        if vips_image_hasalpha(picture.image) != 0 {
            picture = try picture.derive { docket_vips_flatten_on_white($0, $1) }
        }
        if picture.bands > 3 {
            picture = try picture.keepingBands(3)
        }
        return picture
    }

    /// Only the first bands.
    func keepingBands(_ count: Int) throws(ImagingError) -> Picture {
        try derive { docket_vips_first_bands($0, $1, CInt(count)) }
    }

    func rotated(_ angle: VipsAngle) throws(ImagingError) -> Picture {
        try derive { docket_vips_rotate($0, $1, angle) }
    }

    /// A picture of that size, projected from this one by the coefficients. This one must be `decoded`.
    func projected(to size: PixelSize, by coefficients: [Double]) throws(ImagingError) -> Picture {
        try derive { docket_vips_project($0, $1, CInt(size.width), CInt(size.height), coefficients) }
    }

    /// The same picture. `sums` receives the pixels while they are encoded.
    func watched(by sums: GreySums) throws(ImagingError) -> Picture {
        let watched = try derive { docket_vips_watched($0, $1, sums.sums) }
        watched.observer = sums
        return watched
    }

    func withResolution(pixelsPerMillimetre: Double) throws(ImagingError) -> Picture {
        try derive { docket_vips_with_resolution($0, $1, pixelsPerMillimetre) }
    }

    /// Decodes now, into memory of its own. Damage shows here.
    func decoded() throws(ImagingError) -> Picture {
        guard let copy = vips_image_copy_memory(image) else { throw ImageLibrary.failure() }
        return Picture(owning: copy, source: source)
    }

    func jpeg(quality: Int) throws(ImagingError) -> [UInt8] {
        var bytes: UnsafeMutableRawPointer?
        var length = 0
        guard docket_vips_jpeg(image, &bytes, &length, CInt(quality)) == 0, let bytes else { throw ImageLibrary.failure() }
        defer { g_free(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: length))
    }

    /// Packed bytes, row after row, of a picture of eight bits.
    func pixels() throws(ImagingError) -> [UInt8] {
        var length = 0
        guard let bytes = vips_image_write_to_memory(image, &length) else { throw ImageLibrary.failure() }
        defer { g_free(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: length))
    }

    /// The result of an operation. libvips holds a reference to the source image; the borrowed bytes are held here.
    func derive(
        _ operation: (UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> CInt
    ) throws(ImagingError) -> Picture {
        var out: UnsafeMutablePointer<VipsImage>?
        guard operation(image, &out) == 0, let out else { throw ImageLibrary.failure() }
        return Picture(owning: out, source: source)
    }
}

/// Bytes at a fixed address, for libraries that borrow them.
final class SourceBytes {
    var start: UnsafeRawPointer { UnsafeRawPointer(bytes) }
    let count: Int
    private let bytes: UnsafeMutableRawPointer

    init(_ bytes: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
        copy.copyBytes(from: bytes)
        self.bytes = copy.baseAddress.unsafelyUnwrapped
        count = bytes.count
    }

    deinit {
        bytes.deallocate()
    }

    /// Only while no library reads them.
    func overwrite(at offset: Int, with new: [UInt8]) {
        precondition(offset >= 0 && new.count <= count - offset)
        UnsafeMutableRawBufferPointer(start: bytes + offset, count: new.count).copyBytes(from: new)
    }
}
