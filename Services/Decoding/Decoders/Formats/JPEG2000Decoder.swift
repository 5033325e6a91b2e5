import Imaging
import Shared

/// What archives and passports' chips hold: one page.
struct JPEG2000Decoder: PictureDecoder {
    let mediaTypes: Set<MediaType> = [.jp2]
    let format = ImageFormat.jp2k
}
