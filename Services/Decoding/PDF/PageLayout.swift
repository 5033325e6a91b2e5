import CPoppler
import Shared

/// The places of words and pictures on a page.
struct PageLayout {
    struct Word {
        var text: String
        var box: PointBox
        let line: Int
    }

    let size: PointSize
    let words: [Word]
    /// The places of pictures, of any kind in the file.
    let pictures: [PointBox]
}

/// A place on an upright page, in points from its top left corner.
struct PointBox: Hashable, Sendable {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    var area: Double { max(right - left, 0) * max(bottom - top, 0) }

    func overlap(with other: PointBox) -> Double {
        PointBox(
            left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
            bottom: min(bottom, other.bottom)
        ).area
    }

    mutating func grow(to other: PointBox) {
        self = PointBox(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }

    func onPage(of size: PointSize) -> PageBox {
        func share(_ side: Double, _ whole: Double) -> Int { Int((side * 10_000 / max(whole, 1e-6)).rounded()) }
        return PageBox(
            left: share(left, size.width), top: share(top, size.height), right: share(right, size.width),
            bottom: share(bottom, size.height))
    }
}

extension PointBox {
    fileprivate init(_ rectangle: PopplerRectangle) {
        self.init(
            left: min(rectangle.x1, rectangle.x2), top: min(rectangle.y1, rectangle.y2), right: max(rectangle.x1, rectangle.x2),
            bottom: max(rectangle.y1, rectangle.y2))
    }
}

extension PDFDocument {
    /// Poppler's layout of a page, counted from 0: the words on the page, in reading order.
    func layout(_ index: Int) throws(PDFError) -> PageLayout {
        try withPage(index) { page throws(PDFError) in
            let size = try Self.size(of: page)
            return PageLayout(size: size, words: Self.words(of: page, size), pictures: Self.pictures(of: page))
        }
    }

    private static func words(of page: OpaquePointer, _ size: PointSize) -> [PageLayout.Word] {
        guard let characters = poppler_page_get_text(page) else { return [] }
        defer { g_free(characters) }
        var rectangles: UnsafeMutablePointer<PopplerRectangle>?
        var count: guint = 0
        guard poppler_page_get_text_layout(page, &rectangles, &count) != 0, let rectangles else { return [] }
        defer { g_free(rectangles) }
        var words: [PageLayout.Word] = []
        var word: PageLayout.Word?
        var line = 0
        func end() {
            // Of a word that lies half off the page a half can be seen.
            if let word, word.box.overlap(with: PointBox(left: 0, top: 0, right: size.width, bottom: size.height)) > 0 {
                words.append(word)
            }
            word = nil
        }
        // There is a rectangle for each character, for the ends of lines too.
        for (scalar, rectangle) in zip(
            String(cString: characters).unicodeScalars, UnsafeBufferPointer(start: rectangles, count: Int(count)))
        {
            guard !scalar.properties.isWhitespace else {
                end()
                if scalar == "\n" { line += 1 }
                continue
            }
            let box = PointBox(rectangle)
            if word == nil { word = PageLayout.Word(text: "", box: box, line: line) }
            word?.text.unicodeScalars.append(scalar)
            word?.box.grow(to: box)
        }
        end()
        return words
    }

    private static func pictures(of page: OpaquePointer) -> [PointBox] {
        guard let mappings = poppler_page_get_image_mapping(page) else { return [] }
        defer { poppler_page_free_image_mapping(mappings) }
        var pictures: [PointBox] = []
        var next: UnsafeMutablePointer<GList>? = mappings
        while let node = next {
            if let mapping = node.pointee.data?.assumingMemoryBound(to: PopplerImageMapping.self) {
                pictures.append(PointBox(mapping.pointee.area))
            }
            next = node.pointee.next
        }
        return pictures
    }
}
