import Glibc

/// Writes grey pictures as baseline JPEG (ITU-T T.81). All Huffman codes have one length, which costs bytes and keeps the
/// encoder simple.
enum BaselineJPEG {
    /// The file in two parts, between which padding fits.
    static func parts(_ page: GreyPage) -> (head: [UInt8], rest: [UInt8]) {
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 1, 0, 150, 0, 150, 0, 0]
        var rest: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + zigzag.map { UInt8(quantum(at: $0)) }
        rest += [0xFF, 0xC0, 0, 11, 8] + short(page.height) + short(page.width) + [1, 1, 0x11, 0]
        rest += huffman(class: 0, length: 4, symbols: (0..<12).map { UInt8($0) })
        rest += huffman(class: 1, length: 8, symbols: acSymbols)
        rest += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        return (head, rest + scan(page) + [0xFF, 0xD9])
    }

    /// Comments of this many bytes in all, with segment heads: at least four, or none. Annex B.2.4.5.
    static func comments(_ bytes: Int, _ random: inout Scramble) -> [UInt8] {
        var padding: [UInt8] = []
        var left = bytes
        while left >= 4 {
            // What is left behind a full segment must be room for another one.
            let size = left <= 65_537 ? left : min(65_537, left - 4)
            padding += [0xFF, 0xFE] + short(size - 2) + random.letters(size - 4)
            left -= size
        }
        return padding
    }

    // MARK: - Tables

    private static func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }

    /// Coarser for finer detail.
    private static func quantum(at place: Int) -> Int { 6 + 5 * (place / 8 + place % 8) }

    private static let zigzag: [Int] = {
        (0..<15).flatMap { diagonal in
            let along = (max(0, diagonal - 7)..<min(7, diagonal) + 1).map { (row: $0, column: diagonal - $0) }
            return (diagonal.isMultiple(of: 2) ? along.reversed() : along).map { $0.row * 8 + $0.column }
        }
    }()

    /// End of block, sixteen zeros, and each run of up to fifteen zeros before a value of one to ten bits.
    private static let acSymbols: [UInt8] =
        [0x00, 0xF0] + (0..<16).flatMap { run in (1...10).map { UInt8(run << 4 | $0) } }
    private static let acCodes: [UInt8] = {
        var codes = [UInt8](repeating: 0, count: 256)
        for (code, symbol) in acSymbols.enumerated() { codes[Int(symbol)] = UInt8(code) }
        return codes
    }()

    private static func huffman(class kind: UInt8, length: Int, symbols: [UInt8]) -> [UInt8] {
        var counts = [UInt8](repeating: 0, count: 16)
        counts[length - 1] = UInt8(symbols.count)
        return [0xFF, 0xC4] + short(19 + symbols.count) + [kind << 4] + counts + symbols
    }

    // MARK: - Pixels

    private static let cosines: [Float] = (0..<64).map { place in
        let (frequency, sample) = (place / 8, place % 8)
        return cosf(Float(2 * sample + 1) * Float(frequency) * .pi / 16) * (frequency == 0 ? Float(0.125).squareRoot() : 0.5)
    }

    private static func scan(_ page: GreyPage) -> [UInt8] {
        var bits = BitWriter()
        var before = 0
        var samples = [Float](repeating: 0, count: 64)
        for top in stride(from: 0, to: page.height, by: 8) {
            for left in stride(from: 0, to: page.width, by: 8) {
                var isFlat = true
                for y in 0..<8 {
                    let row = min(top + y, page.height - 1) * page.width
                    for x in 0..<8 {
                        samples[y * 8 + x] = Float(page.pixels[row + min(left + x, page.width - 1)]) - 128
                        isFlat = isFlat && samples[y * 8 + x] == samples[0]
                    }
                }
                let block = isFlat ? [Int((samples[0] * 8 / Float(quantum(at: 0))).rounded())] : transformed(samples)
                write(block, &before, &bits)
            }
        }
        return bits.finished()
    }

    /// Section A.3.3, by rows and columns. The result is quantised, in zigzag order, without the zeros at the end.
    private static func transformed(_ samples: [Float]) -> [Int] {
        var rows = [Float](repeating: 0, count: 64)
        for y in 0..<8 {
            for frequency in 0..<8 {
                var sum: Float = 0
                for x in 0..<8 { sum += samples[y * 8 + x] * cosines[frequency * 8 + x] }
                rows[y * 8 + frequency] = sum
            }
        }
        var block = zigzag.map { place in
            let (vertical, horizontal) = (place / 8, place % 8)
            var sum: Float = 0
            for y in 0..<8 { sum += rows[y * 8 + horizontal] * cosines[vertical * 8 + y] }
            return Int((sum / Float(quantum(at: place))).rounded())
        }
        while block.count > 1, block.last == 0 { block.removeLast() }
        return block
    }

    /// Annex F.1.2.
    private static func write(_ block: [Int], _ before: inout Int, _ bits: inout BitWriter) {
        let difference = block[0] - before
        before = block[0]
        let size = length(of: difference)
        bits.write(size, 4)
        bits.write(value(difference, size), size)
        var zeros = 0
        for coefficient in block.dropFirst() {
            guard coefficient != 0 else {
                zeros += 1
                continue
            }
            while zeros > 15 {
                bits.write(Int(acCodes[0xF0]), 8)
                zeros -= 16
            }
            let size = length(of: coefficient)
            bits.write(Int(acCodes[zeros << 4 | size]), 8)
            bits.write(value(coefficient, size), size)
            zeros = 0
        }
        if block.count < 64 { bits.write(Int(acCodes[0]), 8) }
    }

    private static func length(of value: Int) -> Int { Int.bitWidth - value.magnitude.leadingZeroBitCount }

    private static func value(_ value: Int, _ size: Int) -> Int { value < 0 ? value + 1 << size - 1 : value }
}

/// Writes bits, the highest first. A byte of ones is followed by a byte of zeros (section F.1.2.3).
struct BitWriter {
    private var bytes: [UInt8] = []
    private var buffer: UInt32 = 0
    private var count = 0

    mutating func write(_ value: Int, _ length: Int) {
        buffer = buffer << UInt32(length) | UInt32(truncatingIfNeeded: value) & (1 << UInt32(length) - 1)
        count += length
        while count >= 8 {
            let byte = UInt8(truncatingIfNeeded: buffer >> UInt32(count - 8))
            bytes.append(byte)
            if byte == 0xFF { bytes.append(0) }
            count -= 8
        }
    }

    mutating func finished() -> [UInt8] {
        if count > 0 { write((1 << (8 - count)) - 1, 8 - count) }
        return bytes
    }
}
