import Imaging
import Shared

/// Scans: each picture in the file is a page. Of a camera's raw file the picture that the camera has put into it.
struct TIFFDecoder: PictureDecoder {
    let mediaTypes: Set<MediaType> = [.tiff, .dng]
    let format = ImageFormat.tiff
}
