/// Writes JPEGs as a PDF with one on each page, like those of scanner apps (ISO 32000-1, section 7.2.3).
public enum PlainPDF {
    public struct Picture: Sendable {
        let jpeg: [UInt8]
        let width: Int
        let height: Int
        let isGrey: Bool

        /// `width` and `height` in pixels.
        public init(jpeg: [UInt8], width: Int, height: Int, isGrey: Bool = false) {
            (self.jpeg, self.width, self.height, self.isGrey) = (jpeg, width, height, isGrey)
        }
    }

    public static func make(_ pictures: [Picture]) -> [UInt8] {
        let (file, offsets) = objects(pictures)
        return file + tail(offsets, at: file.count)
    }

    /// A file of `bytes`, by comments for padding, or of more if the page needs them.
    static func make(_ picture: Picture, bytes: Int, _ random: inout Scramble) -> [UInt8] {
        var (file, offsets) = objects([picture])
        // The table's place is a number of ten digits, so that its length does not depend on the padding.
        file += comments(bytes - file.count - tail(offsets, at: 0).count, &random)
        return file + tail(offsets, at: file.count)
    }

    private static func objects(_ pictures: [Picture]) -> (file: [UInt8], offsets: [Int]) {
        var file: [UInt8] = Array("%PDF-1.4\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
        var offsets: [Int] = []
        func add(_ head: String, stream: [UInt8]? = nil) {
            offsets.append(file.count)
            file += Array("\(offsets.count) 0 obj\n\(head)\n".utf8)
            if let stream { file += Array("stream\n".utf8) + stream + Array("\nendstream\n".utf8) }
            file += Array("endobj\n".utf8)
        }
        // Object 1 is the catalog, 2 the list of pages; page number n (from 0) has objects 3n+3, 3n+4 and 3n+5.
        let kids = pictures.indices.map { "\(3 * $0 + 3) 0 R" }.joined(separator: " ")
        add("<< /Type /Catalog /Pages 2 0 R >>")
        add("<< /Type /Pages /Kids [\(kids)] /Count \(pictures.count) >>")
        for (index, picture) in pictures.enumerated() {
            // The width of A4 in points; the height follows from the picture.
            let pageHeight = 595 * picture.height / max(1, picture.width)
            let content = Array("q 595 0 0 \(pageHeight) 0 0 cm /P Do Q".utf8)
            add(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 \(pageHeight)] /Contents \(3 * index + 4) 0 R "
                    + "/Resources << /XObject << /P \(3 * index + 5) 0 R >> >> >>")
            add("<< /Length \(content.count) >>", stream: content)
            add(
                "<< /Type /XObject /Subtype /Image /Width \(picture.width) /Height \(picture.height) /ColorSpace "
                    + "/Device\(picture.isGrey ? "Gray" : "RGB") /BitsPerComponent 8 /Filter /DCTDecode "
                    + "/Length \(picture.jpeg.count) >>", stream: picture.jpeg)
        }
        return (file, offsets)
    }

    private static func tail(_ offsets: [Int], at start: Int) -> [UInt8] {
        var table = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
        for offset in offsets { table += "\(tenDigits(offset)) 00000 n \n" }
        return Array(
            (table + "trailer\n<< /Size \(offsets.count + 1) /Root 1 0 R >>\nstartxref\n\(tenDigits(start))\n%%EOF\n").utf8)
    }

    private static func tenDigits(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
    }

    /// Lines of at most 250 letters; a comment has at least two bytes.
    private static func comments(_ bytes: Int, _ random: inout Scramble) -> [UInt8] {
        var padding: [UInt8] = []
        var left = bytes
        while left >= 2 {
            let size = left <= 252 ? left : min(252, left - 2)
            padding += [UInt8(ascii: "%")] + random.letters(size - 2) + [0x0A]
            left -= size
        }
        return padding
    }
}
