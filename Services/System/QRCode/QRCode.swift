import CQREncode

/// A QR code (ISO/IEC 18004) as dark and light squares, with the required margin of four light ones.
public struct QRCode: Hashable, Sendable {
    /// The number of squares of a side.
    public let side: Int
    /// Row by row, from the top.
    public let isDark: [Bool]

    private static let margin = 4

    /// With error correction of level M: 15 % of it may be lost. Nil for a text that no code holds: an empty one, or more
    /// than 2,331 bytes.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, let code = QRcode_encodeData(CInt(clamping: bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            return nil
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        let (side, margin) = (width + 2 * Self.margin, Self.margin)
        var isDark = [Bool](repeating: false, count: side * side)
        for row in 0..<width {
            for column in 0..<width {
                isDark[(row + margin) * side + column + margin] = code.pointee.data[row * width + column] & 1 == 1
            }
        }
        (self.side, self.isDark) = (side, isDark)
    }

    /// The `d` of an SVG `path`, one unit for each square: a rectangle for each run of dark squares in a row.
    public var path: String {
        var path = ""
        for row in 0..<side {
            var column = 0
            while column < side {
                let start = column
                while column < side, isDark[row * side + column] { column += 1 }
                if column > start { path += "M\(start) \(row)h\(column - start)v1h-\(column - start)z" }
                column += 1
            }
        }
        return path
    }
}
