import Imaging
import Shared

/// A phone's photo: its primary picture is the only page. Of a live photo the still arrives alone; the film is left out where it
/// is picked.
struct HEICDecoder: PictureDecoder {
    let mediaTypes: Set<MediaType> = [.heic, .heif]
    let format = ImageFormat.heif
}
