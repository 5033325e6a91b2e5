import Imaging
import Shared

/// A picture, usually a screenshot: one page.
struct PNGDecoder: PictureDecoder {
    let mediaTypes: Set<MediaType> = [.png]
    let format = ImageFormat.png
}
