/// A PDF written object by object, for structures that no tool makes.
public struct HandmadePDF: Sendable {
    /// The catalog is object 1.
    public var objects: [String]

    public init(objects: [String]) {
        self.objects = objects
    }

    /// Pages that show `Corners.upright`.
    ///
    /// `catalog` and `page` are further entries of those dictionaries; `more` are objects that they refer to, from 3 + 2 × pages on.
    public static func cornered(
        pages: Int = 1, width: Int = 300, height: Int = 200, catalog: String = "", page: String = "", more: [String] = []
    ) -> HandmadePDF {
        let (w, h) = (width / 2, height / 2)
        // PDF's origin is at the bottom left.
        let drawing =
            "1 0 0 rg 0 \(h) \(w) \(h) re f 0 1 0 rg \(w) \(h) \(w) \(h) re f "
            + "0 0 1 rg 0 0 \(w) \(h) re f 1 1 0 rg \(w) 0 \(w) \(h) re f"
        let kids = (0..<pages).map { "\(3 + 2 * $0) 0 R" }.joined(separator: " ")
        var objects = ["<</Type/Catalog/Pages 2 0 R \(catalog)>>", "<</Type/Pages/Kids[\(kids)]/Count \(pages)>>"]
        for index in 0..<pages {
            objects.append(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(width) \(height)]/Resources<<>>/Contents \(4 + 2 * index) 0 R \(page)>>"
            )
            objects.append("<</Length \(drawing.utf8.count)>>\nstream\n\(drawing)\nendstream")
        }
        return HandmadePDF(objects: objects + more)
    }

    /// Two pages with a line of text, in a font that is not embedded.
    public static func written(_ text: String, catalog: String = "") -> HandmadePDF {
        let drawing = "BT /F 12 Tf 40 100 Td (\(text)) Tj ET"
        let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</Font<</F 5 0 R>>>>/Contents 6 0 R>>"
        return HandmadePDF(objects: [
            "<</Type/Catalog/Pages 2 0 R \(catalog)>>", "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>", page, page,
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", "<</Length \(drawing.utf8.count)>>\nstream\n\(drawing)\nendstream",
        ])
    }

    /// A page for each JPEG, which fills it, as scanners write them: A4 by 150 dots per inch. `page` are further entries of each.
    public static func scanned(_ jpegs: [[UInt8]], width: Int = 1240, height: Int = 1754, page: String = "") -> HandmadePDF {
        let kids = jpegs.indices.map { "\(3 + 3 * $0) 0 R" }.joined(separator: " ")
        var objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[\(kids)]/Count \(jpegs.count)>>"]
        let drawing = "595 0 0 842 0 0 cm /I Do"
        for (index, jpeg) in jpegs.enumerated() {
            let hex = jpeg.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            let number = 3 + 3 * index
            objects += [
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents \(number + 1) 0 R \(page)"
                    + "/Resources<</XObject<</I \(number + 2) 0 R>>>>>>",
                "<</Length \(drawing.utf8.count)>>\nstream\n\(drawing)\nendstream",
                "<</Type/XObject/Subtype/Image/Width \(width)/Height \(height)/ColorSpace/DeviceGray/BitsPerComponent 8"
                    + "/Filter[/ASCIIHexDecode/DCTDecode]/Length \(hex.utf8.count)>>\nstream\n\(hex)\nendstream",
            ]
        }
        return HandmadePDF(objects: objects)
    }

    public var bytes: [UInt8] {
        var text = "%PDF-1.4\n"
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let offset = String(text.utf8.count)
            table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        return Array(
            "\(text)\(table)trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n".utf8)
    }
}
