import CQpdf

/// What the pages of a PDF are drawn from. Who draws them draws what there is, and says nothing of what is missing.
public final class PDFSources {
    public let structure: PDFStructure
    private let pdf: QpdfHandle
    /// Streams that have been looked at, by their number: pages share them.
    private var known: [Int: Bool] = [:]
    private var inflation = Inflation()

    private static let maximumDepth = 16

    public init(of bytes: [UInt8]) {
        let (pdf, isFollowed) = PDFStructure.parsed(bytes)
        self.pdf = pdf
        structure = PDFStructure(of: pdf, isFollowed: isFollowed, bounds: WalkBounds())
    }

    /// What is missing of a page, counted from 0: a part of its drawing that is not there or ends too early, or a picture that does.
    /// Nil if nothing is, or if it cannot be told (as of pictures by other ways than Flate and DCT, and of fonts).
    public func damage(ofPage index: Int) -> String? {
        guard pdf.isReadable, index < structure.pageCount else { return nil }
        defer { pdf.takeComplaints() }
        let page = qpdf_get_page_n(pdf.data, index)
        defer { pdf.release(page) }
        guard pdf.isDictionary(page) else { return nil }
        var visited: Set<Int> = []
        return damage(ofContentsOf: page) ?? damage(ofResourcesOf: page, &visited, depth: 0)
    }

    /// One stream or several (ISO 32000-1, section 7.8.2); none on a page that is blank.
    private func damage(ofContentsOf page: QpdfHandle.Object) -> String? {
        let contents = pdf.value("/Contents", in: page)
        defer { pdf.release(contents) }
        guard qpdf_oh_is_array(pdf.data, contents) != 0 else { return damage(ofContent: contents) }
        for index in 0..<qpdf_oh_get_array_n_items(pdf.data, contents) {
            let part = qpdf_oh_get_array_item(pdf.data, contents, index)
            defer { pdf.release(part) }
            if let damage = damage(ofContent: part) { return damage }
        }
        return nil
    }

    private func damage(ofContent part: QpdfHandle.Object) -> String? {
        if pdf.isStream(part) { return isWhole(part) ? nil : "a drawing that ends too early" }
        // What is named has to be there.
        return pdf.number(of: part) != 0 ? "a drawing that is not there" : nil
    }

    /// A page may have them from the nodes above it (section 7.7.3.4).
    private func damage(ofResourcesOf page: QpdfHandle.Object, _ visited: inout Set<Int>, depth: Int) -> String? {
        var node = page
        var above: [QpdfHandle.Object] = []
        defer { for object in above { pdf.release(object) } }
        while !pdf.has("/Resources", in: node) {
            guard pdf.has("/Parent", in: node), above.count < Self.maximumDepth else { return nil }
            node = pdf.value("/Parent", in: node)
            above.append(node)
            guard pdf.isDictionary(node) else { return nil }
        }
        let resources = pdf.value("/Resources", in: node)
        defer { pdf.release(resources) }
        return damage(of: "/XObject", in: resources, &visited, depth) ?? damage(of: "/Pattern", in: resources, &visited, depth)
    }

    private func damage(
        of category: String, in resources: QpdfHandle.Object, _ visited: inout Set<Int>, _ depth: Int
    ) -> String? {
        guard depth < Self.maximumDepth, pdf.isDictionary(resources), pdf.has(category, in: resources) else { return nil }
        let named = pdf.value(category, in: resources)
        defer { pdf.release(named) }
        guard pdf.isDictionary(named) else { return nil }
        for key in pdf.keys(of: named) {
            let drawn = pdf.value(key, in: named)
            defer { pdf.release(drawn) }
            guard pdf.isStream(drawn), visited.insert(pdf.number(of: drawn)).inserted else { continue }
            if !isWhole(drawn) { return "a picture that ends too early" }
            let dictionary = pdf.dictionary(of: drawn)
            defer { pdf.release(dictionary) }
            if pdf.has("/SMask", in: dictionary) {
                let mask = pdf.value("/SMask", in: dictionary)
                defer { pdf.release(mask) }
                if pdf.isStream(mask), !isWhole(mask) { return "a mask that ends too early" }
            }
            // A drawing that is drawn as one has resources of its own.
            if pdf.has("/Resources", in: dictionary),
                let damage = damage(ofResourcesOf: dictionary, &visited, depth: depth + 1)
            {
                return damage
            }
        }
        return nil
    }

    private func isWhole(_ stream: QpdfHandle.Object) -> Bool {
        let number = pdf.number(of: stream)
        if let known = known[number] { return known }
        let isWhole =
            switch pdf.filters(of: stream) {
            case ["/FlateDecode"], ["/Fl"]: pdf.rawData(of: stream).map { inflation.isWhole($0) } ?? false
            case ["/DCTDecode"], ["/DCT"]: pdf.rawData(of: stream).map(JPEGEnd.isThere) ?? false
            default: true
            }
        known[number] = isWhole
        return isWhole
    }
}
