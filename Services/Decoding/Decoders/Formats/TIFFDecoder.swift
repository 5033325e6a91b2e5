import Imaging
import Shared

/// Scans: each picture in the file is a page.
struct TIFFDecoder: PictureDecoder {
    let mediaTypes: Set<MediaType> = [.tiff]
    let format = ImageFormat.tiff
}
