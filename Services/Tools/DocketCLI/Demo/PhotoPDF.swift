/// A PDF with one JPEG photo on each page, like those of scanner apps.
enum PhotoPDF {
    struct Photo: Sendable {
        let jpeg: [UInt8]
        /// In pixels.
        let width: Int
        let height: Int
    }

    /// The width of A4 in points; the height follows from each photo.
    private static let pageWidth = 595

    static func make(_ photos: [Photo]) -> [UInt8] {
        var file = Array("%PDF-1.4\n%\u{E2}\u{E3}\u{CF}\u{D3}\n".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        var offsets: [Int] = []
        func add(_ head: String, stream: [UInt8]? = nil) {
            offsets.append(file.count)
            file += Array("\(offsets.count) 0 obj\n\(head)\n".utf8)
            if let stream { file += Array("stream\n".utf8) + stream + Array("\nendstream\n".utf8) }
            file += Array("endobj\n".utf8)
        }
        // Object 1 is the catalog, 2 the list of pages; page number n (from 0) has objects 3n+3, 3n+4 and 3n+5.
        let kids = photos.indices.map { "\(3 * $0 + 3) 0 R" }.joined(separator: " ")
        add("<< /Type /Catalog /Pages 2 0 R >>")
        add("<< /Type /Pages /Kids [\(kids)] /Count \(photos.count) >>")
        for (index, photo) in photos.enumerated() {
            let height = pageWidth * photo.height / max(1, photo.width)
            let content = Array("q \(pageWidth) 0 0 \(height) 0 0 cm /Photo Do Q".utf8)
            let first = 3 * index + 3
            add(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(pageWidth) \(height)] /Contents \(first + 1) 0 R "
                    + "/Resources << /XObject << /Photo \(first + 2) 0 R >> >> >>")
            add("<< /Length \(content.count) >>", stream: content)
            add(
                "<< /Type /XObject /Subtype /Image /Width \(photo.width) /Height \(photo.height) /ColorSpace /DeviceRGB "
                    + "/BitsPerComponent 8 /Filter /DCTDecode /Length \(photo.jpeg.count) >>", stream: photo.jpeg)
        }
        let start = file.count
        var table = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
        for offset in offsets {
            let digits = String(offset)
            table += String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n"
        }
        table += "trailer\n<< /Size \(offsets.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return file + Array(table.utf8)
    }
}
