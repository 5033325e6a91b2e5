import Imaging
import Shared

/// A picture: one page. Of an animation the first frame.
struct WebPDecoder: PictureDecoder {
    let mediaTypes: Set<MediaType> = [.webp]
    let format = ImageFormat.webp
}
