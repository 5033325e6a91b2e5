import CQpdf

/// Examines a PDF that `PDFRedrawing` has made, by an allow-list: every dictionary key that drawing does not need is a
/// finding. So it contains no action, script, form, annotation, attachment or metadata.
public struct TextPDFExamination: Sendable {
    public private(set) var pageCount = 0
    /// The number of examined dictionaries and streams.
    public private(set) var objectCount = 0
    /// Such as `/OpenAction`; empty if the PDF contains nothing but drawings.
    public private(set) var findings: [String] = []

    private static let maximumFindings = 32
    /// Of a finding, in characters: a key may be as long as the file.
    private static let maximumLength = 80

    /// ISO 32000-1: the page tree (7.7), streams (7.3.8), graphics state (8.4), colours (8.6), patterns (8.7), pictures (8.9), forms that
    /// are drawings (8.10), fonts (9.6 to 9.9), functions (7.10) and transparency (11.6).
    private static let allowedKeys: Set<String> = [
        "/Type", "/Subtype", "/Pages", "/Kids", "/Count", "/Parent", "/MediaBox", "/Resources", "/Contents", "/Group", "/S", "/I",
        "/K",
        "/CS", "/Length", "/Filter", "/DecodeParms", "/Predictor", "/Colors", "/Columns", "/BitsPerComponent", "/Version",
        "/ExtGState", "/ColorSpace", "/Pattern", "/Shading", "/XObject", "/Font", "/ProcSet",
        "/CA", "/ca", "/SMask", "/BM", "/AIS", "/TR", "/G", "/BC", "/LW", "/LC", "/LJ", "/ML", "/OP", "/op", "/OPM", "/SA",
        "/PatternType", "/PaintType", "/TilingType", "/BBox", "/XStep", "/YStep", "/Matrix",
        "/ShadingType", "/Coords", "/Domain", "/Function", "/Extend", "/BitsPerCoordinate", "/BitsPerFlag", "/Decode",
        "/FunctionType", "/C0", "/C1", "/N", "/Functions", "/Bounds", "/Encode", "/Range", "/Size", "/BitsPerSample",
        "/Width", "/Height", "/Interpolate", "/ImageMask", "/Mask", "/FormType",
        "/BaseFont", "/FirstChar", "/LastChar", "/Widths", "/FontDescriptor", "/Encoding", "/ToUnicode", "/DescendantFonts",
        "/CIDSystemInfo", "/Registry", "/Ordering", "/Supplement", "/CIDToGIDMap", "/W", "/DW", "/FontName", "/FontFamily",
        "/Flags",
        "/FontBBox", "/FontMatrix", "/ItalicAngle", "/Ascent", "/Descent", "/CapHeight", "/StemV", "/StemH", "/FontFile",
        "/FontFile2",
        "/FontFile3", "/Length1", "/Length2", "/Length3", "/CharProcs", "/Differences", "/BaseEncoding", "/Alternate",
    ]
    private static let allowedTypes: Set<String> = [
        "/Catalog", "/Pages", "/Page", "/XObject", "/Font", "/FontDescriptor", "/Group", "/ExtGState", "/Pattern", "/Mask",
        "/Encoding",
    ]
    private static let allowedSubtypes: Set<String> = [
        "/Form", "/Image", "/Type0", "/Type1", "/Type3", "/TrueType", "/CIDFontType0", "/CIDFontType2", "/Type1C",
        "/CIDFontType0C",
        "/OpenType",
    ]
    private static let allowedKinds: Set<String> = ["/Transparency", "/Luminosity", "/Alpha"]

    /// Examines a whole file; `isCleanPicture` judges the bytes of each JPEG in it.
    public init(of bytes: [UInt8], isCleanPicture: ([UInt8]) -> Bool) {
        let pdf = QpdfHandle(bytes, attemptRecovery: false)
        guard pdf.isReadable, pdf.complaints.first == nil else {
            note("unreadable: \(pdf.complaints.first ?? "no reason given")")
            return
        }
        if qpdf_is_encrypted(pdf.data) != 0 { note("/Encrypt") }
        for key in pdf.keys(of: pdf.trailer).map(\.text) where !["/Size", "/Root", "/ID"].contains(key) {
            // Of the information only the statement on signatures, word for word.
            if key == "/Info", pdf.wholeText("/Info", in: pdf.trailer) == PDFRedrawing.information { continue }
            note("\(key) in trailer")
        }
        for key in pdf.keys(of: pdf.root).map(\.text) where !["/Type", "/Pages", "/Version"].contains(key) {
            note("\(key) in /Catalog")
        }
        // What redraws has written it like this. Had it been taken over, it could have put anything where no reference leads: this
        // process's own qpdf then writes something else.
        if pdf.written({ $0.elementsEqual(bytes) }) != true { note("bytes beside the document's objects") }
        let end = pdf.walk(from: pdf.root) { stop in
            objectCount += 1
            if stop.generation != 0 { note("an object of generation \(stop.generation)") }
            if let stream = stop.stream { examine(stream: stream, stop.dictionary, in: pdf, isCleanPicture) }
            examine(stop, in: pdf)
            return findings.count < Self.maximumFindings
        }
        if end == .bounded { note("more than can be looked through") }
        pageCount = Int(qpdf_get_num_pages(pdf.data))
        pdf.takeComplaints()
        if let complaint = pdf.complaints.first { note("damaged: \(complaint)") }
    }

    private mutating func examine(_ stop: QpdfHandle.Stop, in pdf: QpdfHandle) {
        for key in stop.keys.map(\.text) {
            if !Self.allowedKeys.contains(key) && !Self.isResourceName(key) { note(key) }
            switch key {
            case "/Type": check(key, Self.allowedTypes, of: stop.dictionary, in: pdf)
            case "/Subtype": check(key, Self.allowedSubtypes, of: stop.dictionary, in: pdf)
            case "/S": check(key, Self.allowedKinds, of: stop.dictionary, in: pdf)
            default: break
            }
        }
    }

    private mutating func check(
        _ key: String, _ allowed: Set<String>, of dictionary: QpdfHandle.Object, in pdf: QpdfHandle
    ) {
        let name = pdf.name(key, in: dictionary)
        if !(name.map(allowed.contains) ?? false) { note("\(key) \(name ?? "that is no name")") }
    }

    private mutating func examine(
        stream: QpdfHandle.Object, _ dictionary: QpdfHandle.Object, in pdf: QpdfHandle, _ isCleanPicture: ([UInt8]) -> Bool
    ) {
        guard pdf.has("/Filter", in: dictionary) else { return }
        let filter = pdf.value("/Filter", in: dictionary)
        defer { pdf.release(filter) }
        switch pdf.text(filter) {
        case "/FlateDecode": break
        case "/DCTDecode":
            if !(pdf.rawData(of: stream).map(isCleanPicture) ?? false) { note("a JPEG that holds more than a picture") }
        case let other: note("a stream of \(other)")
        }
    }

    /// Cairo's names of a page's resources: `/f-0-0`, `/x5`, `/a0`.
    private static func isResourceName(_ key: String) -> Bool {
        let name = key.utf8.dropFirst()
        guard let first = name.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first), name.count <= 24 else {
            return false
        }
        return name.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-") }
            && name.count > 1
    }

    private mutating func note(_ finding: String) {
        if findings.count < Self.maximumFindings { findings.append(String(finding.prefix(Self.maximumLength))) }
    }
}
