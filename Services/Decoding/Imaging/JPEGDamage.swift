import CLibvips
import Synchronization

/// What libjpeg notices and decodes on from: it fills in what is missing and calls that a warning. libvips shows the first warning of a
/// picture only, in the buffer of its errors, whatever becomes of the call.
///
/// Zeros in the middle of a photo, and noise in what HEIC, AVIF and WebP compress, are decoded without a word: that is not noticed.
enum JPEGDamage {
    /// Parts of the messages that tell of pixels that are not there, or are not those that were taken. Stray bytes, which phones write,
    /// unknown versions and odd parameters are none.
    private static let signs = [
        "premature end", "Premature end", "bad Huffman code", "bad arithmetic code", "instead of RST",
    ]

    /// All threads share the buffer: what is judged by it, or leaves something in it, is decoded alone.
    private static let buffer = Mutex<Void>(())

    /// The result of decoding a picture; unless that is lenient, of one of which nothing is missing.
    ///
    /// - Throws: `damaged` where something is.
    static func judged(leniently: Bool, _ decode: () throws(ImagingError) -> PageJPEG) throws(ImagingError) -> PageJPEG {
        try buffer.withLock { _ throws(ImagingError) in
            vips_error_clear()
            let page = try decode()
            let noticed = String(cString: vips_error_buffer())
            // Mostly nothing; to search it, a child that was just forked would have to set up what searches.
            guard !noticed.isEmpty else { return page }
            let complaint = ImageLibrary.takeComplaint()
            guard leniently || !signs.contains(where: { noticed.contains($0) }) else { throw .damaged(detail: complaint) }
            return page
        }
    }
}
