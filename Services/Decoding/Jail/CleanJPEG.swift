import Glibc

/// A JPEG that contains nothing but a picture. The jail makes one of every page, and accepts only these for a PDF.
///
/// Only the segments of a baseline picture are allowed (ITU-T T.81, annex B): a JFIF header without a thumbnail, tables,
/// one frame, scans. No comment, EXIF, colour profile or application data, and nothing after the end.
public struct CleanJPEG: Hashable, Sendable {
    public enum Fault: Error, Hashable, Sendable {
        case truncated
        /// A marker that a clean picture does not allow.
        case segment(UInt8)
        /// No frame, two frames, or a frame with an invalid size.
        case frame
        /// Bytes after the end of the picture.
        case trailingBytes
    }

    /// In pixels.
    public let width: Int
    public let height: Int
    /// 1 for grey, 3 for colour (YCbCr).
    public let components: Int

    public init(validating bytes: [UInt8]) throws(Fault) {
        var parser = Parser(bytes: bytes)
        self = try parser.picture()
    }

    private init(width: Int, height: Int, components: Int) {
        self.width = width
        self.height = height
        self.components = components
    }

    private struct Parser {
        let bytes: [UInt8]
        var position = 0

        mutating func picture() throws(Fault) -> CleanJPEG {
            guard try marker() == 0xd8 else { throw .segment(0) }
            var frame: CleanJPEG?
            var hasScan = false
            while true {
                let code = try marker()
                switch code {
                case 0xd9:
                    guard position == bytes.count else { throw .trailingBytes }
                    guard let frame, hasScan else { throw .frame }
                    return frame
                case 0xc0:
                    guard frame == nil else { throw .frame }
                    frame = try self.frame(in: try segment())
                case 0xe0:
                    guard try segment().count == 14 else { throw .segment(code) }
                case 0xc4, 0xdb, 0xdd:
                    _ = try segment()
                case 0xda:
                    guard frame != nil else { throw .frame }
                    _ = try segment()
                    try skipEntropyCodedData()
                    hasScan = true
                default:
                    throw .segment(code)
                }
            }
        }

        private mutating func byte() throws(Fault) -> UInt8 {
            guard position < bytes.count else { throw .truncated }
            defer { position += 1 }
            return bytes[position]
        }

        private mutating func marker() throws(Fault) -> UInt8 {
            guard try byte() == 0xff else { throw .segment(0) }
            return try byte()
        }

        /// The body of a segment, after its length.
        private mutating func segment() throws(Fault) -> ArraySlice<UInt8> {
            let length = Int(try byte()) << 8 | Int(try byte())
            guard length >= 2, position + length - 2 <= bytes.count else { throw .truncated }
            defer { position += length - 2 }
            return bytes[position..<position + length - 2]
        }

        private func frame(in body: ArraySlice<UInt8>) throws(Fault) -> CleanJPEG {
            let body = Array(body)
            guard body.count >= 6, body[0] == 8, body.count == 6 + 3 * Int(body[5]), body[5] == 1 || body[5] == 3 else {
                throw .frame
            }
            let height = Int(body[1]) << 8 | Int(body[2])
            let width = Int(body[3]) << 8 | Int(body[4])
            guard width > 0, height > 0 else { throw .frame }
            return CleanJPEG(width: width, height: height, components: Int(body[5]))
        }

        /// The offset of the next byte of 255. A page has a million bytes, of which a few thousand are 255.
        private func nextFF() -> Int? {
            bytes.withUnsafeBytes { all in
                guard let start = all.baseAddress, let found = memchr(start + position, 0xff, all.count - position) else {
                    return nil
                }
                return UnsafeRawPointer(found) - start
            }
        }

        /// Stops before the marker that ends the data. Stuffed zeros and restarts belong to it.
        private mutating func skipEntropyCodedData() throws(Fault) {
            while position + 1 < bytes.count {
                guard let marker = nextFF(), marker + 1 < bytes.count else { break }
                position = marker
                if bytes[position + 1] == 0 || (0xd0...0xd7).contains(bytes[position + 1]) {
                    position += 2
                } else {
                    return
                }
            }
            throw .truncated
        }
    }
}
