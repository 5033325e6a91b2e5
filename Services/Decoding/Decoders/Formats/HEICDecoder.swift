import Imaging
import Shared

/// A phone's photo: its primary picture is the only page. Of a live photo only the still arrives: the picker leaves out
/// the film.
struct HEICDecoder: PictureDecoder {
    let mediaTypes: Set<MediaType> = [.heic, .heif]
    let format = ImageFormat.heif
}
