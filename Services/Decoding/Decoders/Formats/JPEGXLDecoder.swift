import Imaging
import Shared

/// A photo: one page. Of an animation the first frame.
struct JPEGXLDecoder: PictureDecoder {
    let mediaTypes: Set<MediaType> = [.jxl]
    let format = ImageFormat.jxl
}
