import Shared

/// The segments of a JPEG beside the picture.
enum JPEGMetadata {
    /// The names of segments that a clean page must not have: EXIF, XMP, IPTC, comments.
    static func personalSegments(of file: [UInt8]) -> [String]? {
        segments(of: file)?.compactMap { segment in
            switch segment.marker {
            case 0xE1:
                let name = file[segment.range].dropFirst(4)
                return name.starts(with: Array("Exif".utf8)) ? "EXIF" : "XMP"
            case 0xED: return "IPTC"
            case 0xFE: return "comment"
            default: return nil
            }
        }
    }

    /// Nil if the file is no JPEG, or has bytes between its segments: these could hold anything.
    static func segments(of file: [UInt8]) -> [JPEGSegments.Segment]? {
        guard file.starts(with: [0xFF, 0xD8]), let segments = JPEGSegments.segments(of: file.span),
            segments.allSatisfy({ file[$0.gap].allSatisfy { $0 == 0xFF } })
        else { return nil }
        return segments.dropLast()
    }

    /// The file with an EXIF segment like a phone's: the camera's name, the orientation, and the place. `orientation`: 1
    /// to 8 (CIPA DC-008, tag 0x0112); 6 means that a viewer turns it 90° clockwise.
    static func addingEXIF(orientation: UInt8, to file: [UInt8]) -> [UInt8]? {
        guard segments(of: file) != nil else { return nil }
        let payload = Array("Exif\0\0".utf8) + tiff(orientation: orientation)
        let length = payload.count + 2
        return Array(file[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + payload + Array(file[2...])
    }

    /// A big-endian TIFF block: header, first directory, the camera's name, the GPS directory, its degrees.
    private static func tiff(orientation: UInt8) -> [UInt8] {
        func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
        func long(_ value: Int) -> [UInt8] { short(value >> 16) + short(value & 0xFFFF) }
        func entry(tag: Int, type: Int, count: Int, value: [UInt8]) -> [UInt8] {
            short(tag) + short(type) + long(count) + value
        }
        let (ascii, shortType, longType, rational) = (2, 3, 4, 5)
        let camera = Array("Docket demo\0".utf8)
        let firstDirectory = 8
        let cameraOffset = firstDirectory + 2 + 3 * 12 + 4
        let gpsOffset = cameraOffset + camera.count
        let latitudeOffset = gpsOffset + 2 + 2 * 12 + 4
        let directory =
            short(3)
            + entry(tag: 0x010F, type: ascii, count: camera.count, value: long(cameraOffset))
            + entry(tag: 0x0112, type: shortType, count: 1, value: short(Int(orientation)) + short(0))
            + entry(tag: 0x8825, type: longType, count: 1, value: long(gpsOffset)) + long(0)
        let gps =
            short(2)
            + entry(tag: 0x0001, type: ascii, count: 2, value: Array("N\0\0\0".utf8))
            + entry(tag: 0x0002, type: rational, count: 3, value: long(latitudeOffset)) + long(0)
        let latitude = long(51) + long(1) + long(30) + long(1) + long(26) + long(1)
        return Array("MM".utf8) + short(42) + long(firstDirectory) + directory + camera + gps + latitude
    }
}
