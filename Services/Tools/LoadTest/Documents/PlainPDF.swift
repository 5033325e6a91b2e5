/// Writes one JPEG as a PDF of one page, with comments for padding (ISO 32000-1, section 7.2.3).
enum PlainPDF {
    /// A file of `bytes`, or of more if the page needs them.
    static func make(jpeg: [UInt8], width: Int, height: Int, bytes: Int, _ random: inout Scramble) -> [UInt8] {
        var file: [UInt8] = Array("%PDF-1.4\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
        var offsets: [Int] = []
        func add(_ head: String, stream: [UInt8]? = nil) {
            offsets.append(file.count)
            file += Array("\(offsets.count) 0 obj\n\(head)\n".utf8)
            if let stream { file += Array("stream\n".utf8) + stream + Array("\nendstream\n".utf8) }
            file += Array("endobj\n".utf8)
        }
        let pageHeight = 595 * height / max(1, width)
        let content = Array("q 595 0 0 \(pageHeight) 0 0 cm /P Do Q".utf8)
        add("<< /Type /Catalog /Pages 2 0 R >>")
        add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
        add(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 \(pageHeight)] /Contents 4 0 R "
                + "/Resources << /XObject << /P 5 0 R >> >> >>")
        add("<< /Length \(content.count) >>", stream: content)
        add(
            "<< /Type /XObject /Subtype /Image /Width \(width) /Height \(height) /ColorSpace /DeviceGray /BitsPerComponent 8 "
                + "/Filter /DCTDecode /Length \(jpeg.count) >>", stream: jpeg)
        // The table's place is a number of ten digits, so that its length does not depend on the padding.
        file += comments(bytes - file.count - tail(offsets, at: 0).count, &random)
        return file + tail(offsets, at: file.count)
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
