import CQpdf

/// The sources of a PDF's pages. A renderer draws the existing parts, and does not report missing ones.
public final class PDFSources {
    public let structure: PDFStructure
    private let pdf: QpdfHandle
    /// The results for streams, by their number: pages share them.
    private var known: [Int: Bool] = [:]
    /// The results for `/Contents` that several pages may share, by identity. The empty text means no damage.
    private var knownContents: [UInt64: String] = [:]
    private var memory = PDFSourcesCache()
    private var inflation = Inflation()
    /// The number of examined entries of dictionaries and arrays.
    private(set) var lookUps = 0
    private let maximumLookUps: Int

    private static let maximumDepth = 16

    public convenience init(of bytes: [UInt8]) {
        self.init(of: bytes, maximumLookUps: 2_000_000)
    }

    /// `maximumLookUps` bounds the look-ups for all pages together. The rest is assumed sound.
    init(of bytes: [UInt8], maximumLookUps: Int) {
        self.maximumLookUps = maximumLookUps
        let parsed = PDFStructure.parsed(bytes)
        pdf = parsed.pdf
        structure = PDFStructure(of: parsed, bounds: WalkBounds())
    }

    /// The damage of a page, counted from 0: a missing or truncated part of its drawing, or a truncated picture. Nil if
    /// there is none, or if it cannot be detected (in fonts, and in pictures with other filters than Flate and DCT).
    public func damage(ofPage index: Int) -> String? {
        guard pdf.isReadable, index < structure.pageCount else { return nil }
        defer { pdf.takeComplaints() }
        let page = qpdf_get_page_n(pdf.data, index)
        defer { pdf.release(page) }
        guard pdf.isDictionary(page) else { return nil }
        if let damage = damage(ofContentsOf: page) { return damage }
        let damage = damage(ofResourcesOf: page, depth: 0)
        memory.endPage(isSound: damage == nil)
        return damage
    }

    /// One stream or several (ISO 32000-1, section 7.8.2); none on a blank page.
    private func damage(ofContentsOf page: QpdfHandle.Object) -> String? {
        let contents = pdf.value("/Contents", in: page)
        defer { pdf.release(contents) }
        guard qpdf_oh_is_array(pdf.data, contents) != 0 else { return damage(ofContent: contents) }
        let identity = pdf.identity(of: contents)
        if identity != 0, let known = knownContents[identity] { return known.isEmpty ? nil : known }
        let damage = damage(ofParts: contents)
        if identity != 0 { knownContents[identity] = damage ?? "" }
        return damage
    }

    private func damage(ofParts contents: QpdfHandle.Object) -> String? {
        for index in 0..<qpdf_oh_get_array_n_items(pdf.data, contents) {
            guard lookUps < maximumLookUps else { return nil }
            lookUps += 1
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

    /// A page may inherit them from its parent nodes (section 7.7.3.4).
    private func damage(ofResourcesOf page: QpdfHandle.Object, depth: Int) -> String? {
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
        let owner = pdf.identity(of: node)
        return damage(of: "/XObject", in: resources, of: owner, depth) ?? damage(of: "/Pattern", in: resources, of: owner, depth)
    }

    private func damage(of category: String, in resources: QpdfHandle.Object, of owner: UInt64, _ depth: Int) -> String? {
        guard pdf.isDictionary(resources), pdf.has(category, in: resources) else { return nil }
        let named = pdf.value(category, in: resources)
        defer { pdf.release(named) }
        guard pdf.isDictionary(named) else { return nil }
        guard let place = PDFSourcesCache.Place(pdf.identity(of: named), category, pdf.identity(of: resources), owner) else {
            // A drawing's own: it is come by once.
            guard !isTooDeep(depth) else { return nil }
            for key in keys(of: named) {
                if let damage = damage(ofDrawn: key, in: named, depth) { return damage }
            }
            return nil
        }
        if let damage = memory.damage(at: place, depth) { return damage }
        // However deep: whoever has begun with it looks at all of it.
        guard memory.hasBegun(place) || !isTooDeep(depth) else { return nil }
        if !memory.hasBegun(place) { memory.begin(place, keys(of: named)) }
        while depth < Self.maximumDepth, let key = memory.nextKey(at: place) {
            if let damage = damage(ofDrawn: key, in: named, depth) {
                memory.note(damage, at: place, depth)
                return damage
            }
        }
        return nil
    }

    /// Drawings may contain drawings without end.
    private func isTooDeep(_ depth: Int) -> Bool {
        guard depth >= Self.maximumDepth else { return false }
        memory.isCut = true
        return true
    }

    private func keys(of dictionary: QpdfHandle.Object) -> [QpdfHandle.Key] {
        guard lookUps < maximumLookUps else { return [] }
        let keys = pdf.keys(of: dictionary)
        lookUps += keys.count
        return keys
    }

    private func damage(ofDrawn key: QpdfHandle.Key, in named: QpdfHandle.Object, _ depth: Int) -> String? {
        guard lookUps < maximumLookUps else { return nil }
        lookUps += 1
        let drawn = pdf.value(key, in: named)
        defer { pdf.release(drawn) }
        guard pdf.isStream(drawn) else { return nil }
        let place = PDFSourcesCache.Place.stream(pdf.identity(of: drawn))
        if let damage = memory.damage(at: place, depth) { return damage }
        guard memory.visit(place) else { return nil }
        let damage = damage(ofDrawn: drawn, depth)
        if let damage { memory.note(damage, at: place, depth) } else if depth == 0 { memory.settle() }
        return damage
    }

    private func damage(ofDrawn drawn: QpdfHandle.Object, _ depth: Int) -> String? {
        if !isWhole(drawn) { return "a picture that ends too early" }
        let dictionary = pdf.dictionary(of: drawn)
        defer { pdf.release(dictionary) }
        if pdf.has("/SMask", in: dictionary) {
            let mask = pdf.value("/SMask", in: dictionary)
            defer { pdf.release(mask) }
            if pdf.isStream(mask), !isWhole(mask) { return "a mask that ends too early" }
        }
        // A drawing that is drawn as one has resources of its own.
        return pdf.has("/Resources", in: dictionary) ? damage(ofResourcesOf: dictionary, depth: depth + 1) : nil
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
