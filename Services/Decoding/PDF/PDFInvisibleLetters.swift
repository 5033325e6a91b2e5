import CQpdf
import Glibc

/// Finds letters that a page contains and does not draw: text rendering modes 3 and 7 (ISO 32000-1, section 9.3.6).
public final class PDFInvisibleLetters {
    public let structure: PDFStructure
    private let pdf: QpdfHandle
    /// The drawings that were examined.
    private var seen: Set<UInt64> = []
    private var left = 2000

    private static let maximumDepth = 8

    public init(of bytes: [UInt8]) {
        let parsed = PDFStructure.parsed(bytes)
        pdf = parsed.pdf
        structure = PDFStructure(of: parsed, bounds: WalkBounds())
    }

    /// Whether the page, counted from 0, has any. Assumes so if it cannot be searched.
    public func areOn(_ index: Int) -> Bool {
        guard pdf.isReadable, index >= 0, index < Int(qpdf_get_num_pages(pdf.data)) else { return true }
        defer { pdf.takeComplaints() }
        let page = qpdf_get_page_n(pdf.data, index)
        defer { pdf.release(page) }
        guard pdf.isDictionary(page) else { return true }
        seen = []
        left = 2000
        var buffer: UnsafeMutablePointer<UInt8>?
        var length = 0
        if qpdf_oh_get_page_content_data(pdf.data, page, &buffer, &length) & 2 != 0 { return true }
        if let buffer {
            defer { free(buffer) }
            if Self.hidesLetters(UnsafeBufferPointer(start: buffer, count: length)) { return true }
        }
        return areIn(resourcesOf: page, depth: 0) || areInAnnotations(of: page)
    }

    /// A page may inherit its resources from its parent nodes.
    private func areIn(resourcesOf owner: QpdfHandle.Object, depth: Int) -> Bool {
        var node = owner
        var above: [QpdfHandle.Object] = []
        defer { for object in above { pdf.release(object) } }
        while !pdf.has("/Resources", in: node) {
            guard pdf.has("/Parent", in: node), above.count < 16 else { return false }
            node = pdf.value("/Parent", in: node)
            above.append(node)
            guard pdf.isDictionary(node) else { return false }
        }
        let resources = pdf.value("/Resources", in: node)
        defer { pdf.release(resources) }
        guard pdf.isDictionary(resources) else { return false }
        return ["/XObject", "/Pattern"].contains { areIn($0, of: resources, depth: depth) }
    }

    private func areIn(_ category: String, of dictionary: QpdfHandle.Object, depth: Int) -> Bool {
        guard pdf.has(category, in: dictionary) else { return false }
        let named = pdf.value(category, in: dictionary)
        defer { pdf.release(named) }
        if pdf.isStream(named) { return areIn(drawing: named, depth: depth) }
        guard pdf.isDictionary(named) else { return false }
        return pdf.keys(of: named).contains { key in
            let drawn = pdf.value(key, in: named)
            defer { pdf.release(drawn) }
            return pdf.isStream(drawn) && areIn(drawing: drawn, depth: depth)
        }
    }

    private func areIn(drawing: QpdfHandle.Object, depth: Int) -> Bool {
        let dictionary = pdf.dictionary(of: drawing)
        defer { pdf.release(dictionary) }
        guard pdf.name("/Subtype", in: dictionary) != "/Image" else { return false }
        let identity = pdf.identity(of: drawing)
        guard identity == 0 || seen.insert(identity).inserted else { return false }
        left -= 1
        guard left > 0, depth < Self.maximumDepth else { return true }
        var buffer: UnsafeMutablePointer<UInt8>?
        var length = 0
        guard qpdf_oh_get_stream_data(pdf.data, drawing, qpdf_dl_generalized, nil, &buffer, &length) & 2 == 0 else { return true }
        if let buffer {
            defer { free(buffer) }
            if Self.hidesLetters(UnsafeBufferPointer(start: buffer, count: length)) { return true }
        }
        return pdf.has("/Resources", in: dictionary) && areIn(resourcesOf: dictionary, depth: depth + 1)
    }

    /// The appearance of an annotation is drawn with the page.
    private func areInAnnotations(of page: QpdfHandle.Object) -> Bool {
        guard pdf.has("/Annots", in: page) else { return false }
        let annotations = pdf.value("/Annots", in: page)
        defer { pdf.release(annotations) }
        guard qpdf_oh_is_array(pdf.data, annotations) != 0 else { return false }
        let count = Int(qpdf_oh_get_array_n_items(pdf.data, annotations))
        return (0..<count).contains { index in
            left -= 1
            guard left > 0 else { return true }
            let annotation = qpdf_oh_get_array_item(pdf.data, annotations, CInt(clamping: index))
            defer { pdf.release(annotation) }
            guard pdf.isDictionary(annotation), pdf.has("/AP", in: annotation) else { return false }
            let looks = pdf.value("/AP", in: annotation)
            defer { pdf.release(looks) }
            return pdf.isDictionary(looks) && areIn("/N", of: looks, depth: 0)
        }
    }

    // MARK: - Operators

    /// Whether a drawing has `Tr` with 3, 7 or no number. A match inside a string is a false alarm: the page is then read
    /// as a picture without need.
    static func hidesLetters(_ drawing: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = drawing.baseAddress else { return false }
        var position = 0
        while position < drawing.count, let found = memchr(start + position, letterT, drawing.count - position) {
            let place = UnsafeRawPointer(found) - UnsafeRawPointer(start)
            position = place + 1
            guard position < drawing.count, drawing[position] == UInt8(ascii: "r") else { continue }
            position = place + 2
            let endsThere = position >= drawing.count || isDelimiter(drawing[position])
            guard endsThere, place == 0 || isDelimiter(drawing[place - 1]), !isName(drawing, place) else { continue }
            guard let mode = number(in: drawing, before: place), mode != 3, mode != 7 else { return true }
        }
        return false
    }

    private static let letterT = CInt(UInt8(ascii: "T"))

    private static func isName(_ drawing: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        place > 0 && drawing[place - 1] == UInt8(ascii: "/")
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        isBlank(byte) || "()<>[]{}/%".utf8.contains(byte)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0, 9, 10, 12, 13, 32].contains(byte) }

    private static func number(in drawing: UnsafeBufferPointer<UInt8>, before place: Int) -> Int? {
        var end = place
        while end > 0, isBlank(drawing[end - 1]) { end -= 1 }
        var start = end
        while start > 0, end - start < 16, !isDelimiter(drawing[start - 1]) { start -= 1 }
        let text = String(decoding: drawing[start..<end], as: UTF8.self)
        return Double(text).map { Int($0) }
    }
}
