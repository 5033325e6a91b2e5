import Imaging
import Shared

/// A picture, mostly of a screen: one page.
struct PNGDecoder: PictureDecoder {
    let mediaTypes: Set<MediaType> = [.png]
    let format = ImageFormat.png
}
