import Imaging
import Shared

/// A picture from an archive or a passport's chip: one page.
struct JPEG2000Decoder: PictureDecoder {
    let mediaTypes: Set<MediaType> = [.jp2]
    let format = ImageFormat.jp2k
}
