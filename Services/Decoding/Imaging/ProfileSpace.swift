import CLibvips

/// The data colour space of an embedded profile, from its header (ICC.1:2010, 7.2.6).
enum ProfileSpace: Hashable {
    case grey
    case rgb
    case cmyk
    case lab
    /// Any other, or a profile without a header: the library decides.
    case other

    init(ofProfile bytes: UnsafeRawBufferPointer) {
        let signature = bytes.dropFirst(16).prefix(4)
        self =
            switch String(decoding: signature, as: UTF8.self) {
            case "GRAY": .grey
            case "RGB ": .rgb
            case "CMYK": .cmyk
            case "Lab ": .lab
            default: .other
            }
    }

    /// Whether the profile can apply to a picture of this kind.
    func fits(_ interpretation: VipsInterpretation) -> Bool {
        let own: ProfileSpace
        switch interpretation {
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: own = .grey
        case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_RGB16, VIPS_INTERPRETATION_scRGB: own = .rgb
        case VIPS_INTERPRETATION_CMYK: own = .cmyk
        case VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABS, VIPS_INTERPRETATION_LABQ: own = .lab
        default: return true
        }
        return self == own || self == .other
    }
}
