import Imaging
import Shared

/// A picture in HEIC's container: its primary picture is the only page.
struct AVIFDecoder: PictureDecoder {
    let mediaTypes: Set<MediaType> = [.avif]
    let format = ImageFormat.heif
}
