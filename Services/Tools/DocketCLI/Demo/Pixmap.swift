/// A picture as plain RGB bytes, row by row, from the top left.
struct Pixmap: Sendable, Equatable {
    struct Colour: Sendable, Equatable {
        let red: UInt8
        let green: UInt8
        let blue: UInt8

        /// The largest difference of a channel, 0 to 255.
        func distance(to other: Colour) -> Int {
            max(
                abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)), abs(Int(blue) - Int(other.blue)))
        }
    }

    let width: Int
    let height: Int
    private(set) var bytes: [UInt8]

    init(width: Int, height: Int, background: Colour) {
        self.width = width
        self.height = height
        bytes = [UInt8](repeating: 0, count: width * height * 3)
        fill(x: 0, y: 0, width: width, height: height, background)
    }

    private init(width: Int, height: Int, bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    subscript(x: Int, y: Int) -> Colour {
        let offset = (y * width + x) * 3
        return Colour(red: bytes[offset], green: bytes[offset + 1], blue: bytes[offset + 2])
    }

    /// Parts outside of the picture are left out.
    mutating func fill(x: Int, y: Int, width: Int, height: Int, _ colour: Colour) {
        let columns = max(0, x)..<max(max(0, x), min(self.width, x + width))
        for row in max(0, y)..<max(max(0, y), min(self.height, y + height)) {
            for column in columns {
                let offset = (row * self.width + column) * 3
                bytes[offset] = colour.red
                bytes[offset + 1] = colour.green
                bytes[offset + 2] = colour.blue
            }
        }
    }

    func rotatedCounterClockwise() -> Pixmap {
        var turned = [UInt8](repeating: 0, count: bytes.count)
        let (newWidth, newHeight) = (height, width)
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                let source = (x * width + (width - 1 - y)) * 3
                let target = (y * newWidth + x) * 3
                turned[target] = bytes[source]
                turned[target + 1] = bytes[source + 1]
                turned[target + 2] = bytes[source + 2]
            }
        }
        return Pixmap(width: newWidth, height: newHeight, bytes: turned)
    }

    func mean(x: Int, y: Int, width: Int, height: Int) -> Colour {
        var sums = (0, 0, 0)
        for row in y..<(y + height) {
            for column in x..<(x + width) {
                let offset = (row * self.width + column) * 3
                sums.0 += Int(bytes[offset])
                sums.1 += Int(bytes[offset + 1])
                sums.2 += Int(bytes[offset + 2])
            }
        }
        let count = max(1, width * height)
        return Colour(red: UInt8(sums.0 / count), green: UInt8(sums.1 / count), blue: UInt8(sums.2 / count))
    }

    /// The mean difference over all channels of all pixels, 0 to 255; nil if the sizes differ.
    func meanDifference(from other: Pixmap) -> Double? {
        guard width == other.width, height == other.height, !bytes.isEmpty else { return nil }
        var sum = 0
        for index in bytes.indices { sum += abs(Int(bytes[index]) - Int(other.bytes[index])) }
        return Double(sum) / Double(bytes.count)
    }

    // MARK: - Portable pixmap (Netpbm's binary PPM)

    var portable: [UInt8] { Array("P6\n\(width) \(height)\n255\n".utf8) + bytes }

    /// Reads binary PPM with 8 bits a channel; nil for any other format.
    init?(portable data: [UInt8]) {
        var position = 0
        func word() -> String? {
            while position < data.count {
                if data[position] == UInt8(ascii: "#") {
                    while position < data.count, data[position] != 10 { position += 1 }
                } else if data[position] == 32 || (9...13).contains(data[position]) {
                    position += 1
                } else {
                    break
                }
            }
            let start = position
            while position < data.count, data[position] > 32 { position += 1 }
            return start < position ? String(decoding: data[start..<position], as: UTF8.self) : nil
        }
        guard word() == "P6", let width = word().flatMap({ Int($0) }), let height = word().flatMap({ Int($0) }),
            word() == "255", (1...20_000).contains(width), (1...20_000).contains(height)
        else { return nil }
        position += 1
        guard data.count - position >= width * height * 3 else { return nil }
        self.init(width: width, height: height, bytes: Array(data[position..<(position + width * height * 3)]))
    }
}
