import CLibvips

/// Damage that libjpeg notices and fills in with a warning. libvips puts only the first warning of a picture into its
/// error buffer, whether or not the call fails.
///
/// Some damage is decoded silently, and not noticed: zeros in the middle of a photo, and noise in the compressed data of
/// HEIC, AVIF and WebP.
enum JPEGDamage {
    /// Parts of the messages about missing or wrong pixels. Stray bytes, which phones write, unknown versions and odd
    /// parameters do not count.
    private static let signs = [
        "premature end", "Premature end", "bad Huffman code", "bad arithmetic code", "instead of RST",
    ]

    /// Decodes a picture. Unless `leniently`, it must be complete. The caller has the library's turn.
    ///
    /// - Throws: `damaged` if a part is missing.
    static func judged(leniently: Bool, _ decode: () throws(ImagingError) -> PageJPEG) throws(ImagingError) -> PageJPEG {
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
