import Shared

/// The picture that a camera embeds in its raw file (DNG 1.7, "Preview images"). Docket does not develop raw values.
struct DNGPreview {
    /// A JPEG file with its orientation.
    let jpeg: [UInt8]

    /// The largest one; nil if the bytes are not a DNG.
    ///
    /// - Throws: `unknownFormat` for a DNG without a usable picture.
    init?(of bytes: [UInt8]) throws(ImagingError) {
        guard let chain = TIFFDirectories(bytes), chain.directories.first?.isDNG == true else { return nil }
        let pictures = chain.directories + chain.subdirectories
        // Compressed as a JPEG in one strip, in the colours that JPEGs have: raw values are compressed so, too.
        let shown = pictures.filter { $0.compression == 7 && $0.photometric == 6 && $0.strips == 1 }
        guard let largest = shown.max(by: { $0.width < $1.width }), let start = largest.strip, let length = largest.stripLength,
            start >= 0, length > 2, start <= bytes.count - length, bytes[start] == 0xff, bytes[start + 1] == 0xd8
        else { throw .unknownFormat }
        let picture = bytes[start..<start + length]
        jpeg = [0xff, 0xd8] + Self.exif(orientation: chain.directories[0].orientation ?? 1) + picture.dropFirst(2)
    }

    /// An APP1 segment (Exif 2.32, 4.5.4) with only the orientation.
    private static func exif(orientation: Int) -> [UInt8] {
        let tiff: [UInt8] =
            Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(clamping: orientation), 0, 0]
            + [0, 0, 0, 0]
        let body = Array("Exif".utf8) + [0, 0] + tiff
        return [0xff, 0xe1, 0, UInt8(body.count + 2)] + body
    }
}
