import Codes
import QRCode
import Shared
import Testing

@Suite struct QRCodeTests {
    /// Grey bytes, `scale` pixels for a square.
    private func read(_ code: QRCode, scale: Int) throws -> [FoundCode] {
        let side = code.side * scale
        let grey = (0..<side * side).map { pixel -> UInt8 in
            code.isDark[pixel / side / scale * code.side + pixel % side / scale] ? 0 : 255
        }
        return try #require(CodeReader.codes(of: grey, width: side, height: side, bytesPerLine: side))
    }

    @Test func whatIsWrittenCanBeRead() throws {
        for text in ["docket:sheet:1:0198a2f4-5b1c-7d3e-8f90-112233445566:utility-bill", "A", "0123456789", "Grüße ~ Z"] {
            let code = try #require(QRCode(text))
            let found = try read(code, scale: 4)
            #expect(found.map(\.bytes) == [Array(text.utf8)] && found.first?.symbology == .qr)
        }
    }

    @Test func readersFindLightAroundIt() throws {
        let code = try #require(QRCode("docket"))
        let edge = (0..<code.side * code.side).filter {
            let (row, column) = ($0 / code.side, $0 % code.side)
            return min(row, column) < 4 || max(row, column) >= code.side - 4
        }
        #expect(edge.allSatisfy { !code.isDark[$0] })
        #expect(code.isDark[4 * code.side + 4], "its corner begins behind four light squares")
    }

    @Test func whatNoCodeHoldsIsNone() {
        #expect(QRCode("") == nil)
        #expect(QRCode(String(repeating: "a", count: 2_331)) != nil)
        #expect(QRCode(String(repeating: "a", count: 2_332)) == nil)
    }

    @Test func itsPathDrawsTheDarkSquares() throws {
        let code = try #require(QRCode("docket"))
        var dark = [Bool](repeating: false, count: code.side * code.side)
        for stretch in code.path.split(separator: "z") {
            let numbers = stretch.split { !$0.isNumber }.compactMap { Int($0) }
            // M, column, row, width, height, width.
            try #require(numbers.count == 5 && numbers[3] == 1 && numbers[2] == numbers[4])
            for column in numbers[0]..<(numbers[0] + numbers[2]) { dark[numbers[1] * code.side + column] = true }
        }
        #expect(dark == code.isDark)
    }
}
