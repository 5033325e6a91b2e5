import Imaging
import Shared

/// A photo: one page.
struct JPEGDecoder: PictureDecoder {
    let mediaTypes: Set<MediaType> = [.jpeg]
    let format = ImageFormat.jpeg
}
