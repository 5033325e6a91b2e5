import CQpdf

/// Looks through a PDF that `PDFRedrawing` has made, by an allow-list: every key of a dictionary that drawing does not need is a
/// finding. So there can be no action, script, form, annotation, attachment or metadata.
public struct TextPDFExamination: Sendable {
    public private(set) var pageCount = 0
    public private(set) var objectCount = 0
    /// For example `/OpenAction`; none when it holds nothing but drawings.
    public private(set) var findings: [String] = []

    private static let maximumFindings = 32
    private static let maximumObjects = 200_000

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
        guard pdf.isReadable, pdf.complaint == nil else {
            note("unreadable: \(pdf.complaint ?? "no reason given")")
            return
        }
        if qpdf_is_encrypted(pdf.data) != 0 { note("/Encrypt") }
        if !bytes.starts(with: "%PDF-1.".utf8) || bytes.suffix(6) != ArraySlice("%%EOF\n".utf8) {
            note("bytes around the document")
        }
        for key in pdf.keys(of: pdf.trailer) where !["/Size", "/Root", "/ID"].contains(key) { note("\(key) in trailer") }
        for key in pdf.keys(of: pdf.root) where !["/Type", "/Pages", "/Version"].contains(key) { note("\(key) in /Catalog") }
        let size = pdf.integer(pdf.value("/Size", in: pdf.trailer))
        guard size > 1, size <= Self.maximumObjects else {
            note("\(size) objects")
            return
        }
        for number in 1..<size {
            let object = pdf.object(number)
            objectCount += 1
            if pdf.isStream(object) { examine(stream: object, in: pdf, isCleanPicture) }
            pdf.release(object)
        }
        pdf.visitDictionaries { dictionary in
            examine(dictionary, in: pdf)
            return findings.count < Self.maximumFindings
        }
        pageCount = Int(qpdf_get_num_pages(pdf.data))
        pdf.takeComplaint()
        if let complaint = pdf.complaint { note("damaged: \(complaint)") }
    }

    private mutating func examine(_ dictionary: QpdfHandle.Object, in pdf: QpdfHandle) {
        for key in pdf.keys(of: dictionary) where !Self.allowedKeys.contains(key) && !Self.isResourceName(key) { note(key) }
        check("/Type", Self.allowedTypes, of: dictionary, in: pdf)
        check("/Subtype", Self.allowedSubtypes, of: dictionary, in: pdf)
        check("/S", Self.allowedKinds, of: dictionary, in: pdf)
    }

    private mutating func check(
        _ key: String, _ allowed: Set<String>, of dictionary: QpdfHandle.Object, in pdf: QpdfHandle
    ) {
        guard pdf.has(key, in: dictionary) else { return }
        let name = pdf.name(key, in: dictionary)
        if !(name.map(allowed.contains) ?? false) { note("\(key) \(name ?? "that is no name")") }
    }

    private mutating func examine(stream: QpdfHandle.Object, in pdf: QpdfHandle, _ isCleanPicture: ([UInt8]) -> Bool) {
        let dictionary = pdf.dictionary(of: stream)
        defer { pdf.release(dictionary) }
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

    /// As cairo names what a page uses: `/f-0-0`, `/x5`, `/a0`.
    private static func isResourceName(_ key: String) -> Bool {
        let name = key.utf8.dropFirst()
        guard let first = name.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first), name.count <= 24 else {
            return false
        }
        return name.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-") }
            && name.count > 1
    }

    private mutating func note(_ finding: String) {
        if findings.count < Self.maximumFindings { findings.append(finding) }
    }
}
