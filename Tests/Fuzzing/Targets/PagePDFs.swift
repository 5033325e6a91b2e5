import Shared

@testable import Jail
@testable import PagePDF

/// The PDF of pages, as it is proven before it is kept. What must hold: how its bytes are cut changes nothing; what is taken is what
/// the writer writes of pictures, and nothing before or behind it.
enum PagePDFs: FuzzTarget {
    static func run(_ input: [UInt8]) {
        // The first byte says how the rest is cut.
        guard let cut = input.first else { return }
        let bytes = Array(input.dropFirst())
        let whole = isProven(bytes, pieces: max(1, bytes.count))
        precondition(isProven(bytes, pieces: 1 + Int(cut)) == whole, "the same bytes in other pieces are another file")
        guard whole else { return }
        precondition(!isProven(bytes + [0x0A], pieces: bytes.count + 1), "bytes behind the end")
        precondition(!isProven(bytes.dropLast(), pieces: bytes.count), "an end that is missing")
    }

    private static func isProven(_ bytes: [UInt8], pieces: Int) -> Bool {
        var reader = PagePDFReader(longestJPEG: 1 << 20)
        do {
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                try reader.read(Array(bytes[start..<min(bytes.count, start + pieces)]))
            }
            try reader.end()
            return true
        } catch {
            return false
        }
    }

    private static let picture: [UInt8] =
        [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0xd9]

    static var seeds: [[UInt8]] {
        let one = written([nil])
        let two = written([Paper(hundredths: 59_528, 84_189), nil])
        return ([one, two] + altered(one)).map { [UInt8(10)] + $0 }
    }

    private static func written(_ papers: [Paper?]) -> [UInt8] {
        var writer = PagePDFWriter(pageCount: papers.count)
        var bytes = writer.begin()
        guard let jpeg = try? CleanJPEG(validating: picture) else { preconditionFailure("this is a picture") }
        for paper in papers { bytes += writer.page(picture, jpeg, on: paper) }
        return bytes + writer.end()
    }

    /// With each of its numbers replaced; its digest is then another, which is looked at last.
    private static func altered(_ file: [UInt8]) -> [[UInt8]] {
        var altered: [[UInt8]] = []
        var position = 0
        while position < file.count {
            let digits = file[position...].prefix { (0x30...0x39).contains($0) }
            if !digits.isEmpty, file[position - 1] == 0x20 {
                for text in HostileNumbers.texts {
                    altered.append(file[..<position] + Array(text.utf8) + file[digits.endIndex...])
                }
            }
            position = max(digits.endIndex, position + 1)
        }
        return altered
    }
}
