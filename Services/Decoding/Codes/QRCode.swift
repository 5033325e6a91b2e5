import CZXing

/// A QR code (ISO/IEC 18004) as squares, dark or light, with the four light ones around it that readers ask for.
public struct QRCode: Hashable, Sendable {
    /// Squares of a side.
    public let side: Int
    /// Row by row, from the top.
    public let isDark: [Bool]

    /// Level M of error correction: it can be read with 15 % of it lost. Nil for what no code
    /// holds: nothing, more than 2,331 bytes, or another sign than ASCII has.
    public init?(_ text: String) {
        let squares = Squares()
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        let result = docket_qr_write(
            bytes, bytes.count,
            { context, squares, side in
                guard let context, let squares else { return }
                let count = Int(side) * Int(side)
                Unmanaged<Squares>.fromOpaque(context).takeUnretainedValue().isDark =
                    UnsafeBufferPointer(start: squares, count: count).map { $0 != 0 }
            }, Unmanaged.passUnretained(squares).toOpaque())
        guard result > 0 else { return nil }
        side = Int(result)
        isDark = withExtendedLifetime(squares) { squares.isDark }
    }

    private final class Squares {
        var isDark: [Bool] = []
    }

    /// As what an SVG's `path` draws, one unit for a square: a rectangle for each row's dark stretches.
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
