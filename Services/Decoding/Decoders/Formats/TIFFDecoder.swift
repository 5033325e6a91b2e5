import Imaging
import Shared

/// A scan: each picture in the file is a page. A camera's raw file yields its embedded picture.
struct TIFFDecoder: PictureDecoder {
    let mediaTypes: Set<MediaType> = [.tiff, .dng]
    let format = ImageFormat.tiff
}
