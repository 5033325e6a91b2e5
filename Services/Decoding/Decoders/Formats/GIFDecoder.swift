import Imaging
import Shared

/// A picture: one page. Of an animation the first frame.
struct GIFDecoder: PictureDecoder {
    let mediaTypes: Set<MediaType> = [.gif]
    let format = ImageFormat.gif
}
