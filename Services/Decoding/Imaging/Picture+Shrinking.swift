import CLibvips
import Shared

extension Picture {
    /// Opens a JPEG of this size, upright, and fits it into the box. Decodes fewer pixels if many more than these are there.
    static func load(
        jpeg source: SourceBytes, of upright: PixelSize, shrunkToFit box: PixelSize, leniently: Bool = false
    ) throws(ImagingError) -> Picture {
        let shrink = CInt(upright.shrinkWhileDecoding(toFit: box))
        guard let image = docket_vips_load_jpeg(source.start, source.count, shrink, leniently ? 1 : 0) else {
            throw ImageLibrary.failure()
        }
        return try Picture(owning: image, source: source).shrunk(to: upright.fitted(into: box), within: box)
    }

    /// Opens a WebP at about the requested size, as `shrunk(toFit:)` does afterwards.
    ///
    /// `hasProfile` is from the header.
    static func load(
        webP source: SourceBytes, shrunkToFit size: PixelSize, hasProfile: Bool, leniently: Bool = false
    ) throws(ImagingError) -> Picture {
        var out: UnsafeMutablePointer<VipsImage>?
        let result = docket_vips_thumbnail_bytes(
            source.start, source.count, CInt(size.width), CInt(size.height), exportProfile(hasProfile), leniently ? 1 : 0,
            &out)
        guard result == 0, let out else { throw ImageLibrary.failure() }
        return Picture(owning: out, source: source)
    }

    /// Upright, in sRGB by the embedded profile, as large as it fits into the box. Without a profile it may be Display P3.
    func shrunk(toFit box: PixelSize, isDisplayP3: Bool = false) throws(ImagingError) -> Picture {
        let whole = PixelSize(width: width, height: height)
        return try shrunk(to: (isTurned ? whole.turned : whole).fitted(into: box), within: box, isDisplayP3: isDisplayP3)
    }

    /// `size` is what is left of the upright picture, by its proportions before anything of it was left out.
    private func shrunk(to size: PixelSize, within box: PixelSize, isDisplayP3: Bool = false) throws(ImagingError) -> Picture {
        let isNamed = isDisplayP3 && !hasProfile && ProfileSpace.rgb.fits(vips_image_get_interpretation(image))
        let (meant, wanted) = (isNamed ? Self.name(Self.displayP3) : nil, Self.exportProfile(hasProfile || isNamed))
        return try reduced(to: isTurned ? size.turned : size).derive {
            docket_vips_thumbnail_image($0, CInt(box.width), CInt(box.height), meant, wanted, $1)
        }
    }

    /// In the colours and the orientation that it has. The same picture where only libvips can reduce it, which takes longer.
    private func reduced(to size: PixelSize) throws(ImagingError) -> Picture {
        guard size != PixelSize(width: width, height: height), size.width <= width, size.height <= height,
            min(size.width, size.height) >= Self.leastReduced, hasSamplesOfPages
        else { return self }
        return try derive { docket_vips_reduced($0, $1, CInt(size.width), CInt(size.height)) }
    }

    /// A picture of fewer pixels across or down costs next to nothing anyway.
    private static let leastReduced = 64

    /// Grey, or red, green and blue, in eight bits, without transparency.
    private var hasSamplesOfPages: Bool {
        let interpretation = vips_image_get_interpretation(image)
        let hasBands =
            interpretation == VIPS_INTERPRETATION_sRGB ? bands == 3 : interpretation == VIPS_INTERPRETATION_B_W && bands == 1
        return hasBands && vips_image_get_format(image) == VIPS_FORMAT_UCHAR
    }

    /// Whether width and height change places when it is turned upright.
    private var isTurned: Bool { vips_image_get_orientation(image) >= 5 }

    // Names of libvips's own profiles.
    private static let sRGB: StaticString = "srgb"
    private static let displayP3: StaticString = "p3"

    /// Nil if there is no profile to convert from.
    private static func exportProfile(_ hasProfile: Bool) -> UnsafePointer<CChar>? { hasProfile ? name(sRGB) : nil }

    private static func name(_ profile: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(profile.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
