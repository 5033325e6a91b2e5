import CQpdf

/// Looks through a PDF that is meant to be nothing but pages with a picture each, by an allow-list: every object and every key that
/// `PagePDFWriter` does not write is a finding. So there can be no action, script, form, annotation, attachment or metadata.
public struct PagePDFExamination: Sendable {
    public private(set) var pageCount = 0
    public private(set) var objectCount = 0
    /// For example `/OpenAction in /Catalog`; none when it holds nothing but pages.
    public private(set) var findings: [String] = []

    private static let maximumFindings = 32
    private static let maximumObjects = 100_000

    private static let allowedKeys: [String: Set<String>] = [
        "/Catalog": ["/Type", "/Pages"],
        "/Pages": ["/Type", "/Kids", "/Count"],
        "/Page": ["/Type", "/Parent", "/MediaBox", "/Resources", "/Contents"],
        "/XObject": [
            "/Type", "/Subtype", "/Width", "/Height", "/ColorSpace", "/BitsPerComponent", "/Filter", "/Length",
        ],
    ]

    /// Examines a whole file; `isCleanPicture` judges the bytes of each embedded JPEG.
    public init(of bytes: [UInt8], isCleanPicture: ([UInt8]) -> Bool) {
        let pdf = QpdfHandle(bytes, attemptRecovery: false)
        guard pdf.isReadable, pdf.complaint == nil else {
            note("unreadable: \(pdf.complaint ?? "no reason given")")
            return
        }
        if qpdf_is_encrypted(pdf.data) != 0 { note("/Encrypt") }
        if !bytes.starts(with: "%PDF-1.4\n".utf8) || bytes.suffix(6) != ArraySlice("%%EOF\n".utf8) {
            note("bytes around the document")
        }
        check(keysOf: pdf.trailer, in: pdf, allowed: ["/Size", "/Root", "/ID"], name: "trailer")
        check(keysOf: pdf.root, in: pdf, allowed: Self.allowedKeys["/Catalog"] ?? [], name: "/Catalog")

        let size = pdf.integer(pdf.value("/Size", in: pdf.trailer))
        guard size > 1, size <= Self.maximumObjects else {
            note("\(size) objects")
            return
        }
        for number in 1..<size {
            let object = pdf.object(number)
            examine(object, in: pdf, isCleanPicture)
            pdf.release(object)
        }
        pageCount = Int(qpdf_get_num_pages(pdf.data))
        // Three objects a page, the catalog and the page tree.
        if objectCount != 2 + 3 * pageCount { note("\(objectCount) objects for \(pageCount) pages") }
        pdf.takeComplaint()
        if let complaint = pdf.complaint { note("damaged: \(complaint)") }
    }

    private mutating func examine(_ object: QpdfHandle.Object, in pdf: QpdfHandle, _ isCleanPicture: ([UInt8]) -> Bool) {
        objectCount += 1
        if pdf.isStream(object) {
            let dictionary = pdf.dictionary(of: object)
            if pdf.has("/Subtype", in: dictionary) {
                examinePicture(object, dictionary, in: pdf, isCleanPicture)
            } else {
                check(keysOf: dictionary, in: pdf, allowed: ["/Length"], name: "page content")
                if !Self.drawsOnePicture(pdf.rawData(of: object)) { note("page content that draws more than a picture") }
            }
        } else if pdf.isDictionary(object) {
            let type = pdf.text(pdf.value("/Type", in: object))
            guard let allowed = Self.allowedKeys[type], type != "/XObject" else { return note("an object of type \(type)") }
            check(keysOf: object, in: pdf, allowed: allowed, name: type)
            if type == "/Page" { examineResources(pdf.value("/Resources", in: object), in: pdf) }
        } else {
            note("an object that is no dictionary")
        }
    }

    private mutating func examineResources(_ resources: QpdfHandle.Object, in pdf: QpdfHandle) {
        check(keysOf: resources, in: pdf, allowed: ["/XObject"], name: "/Resources")
        check(keysOf: pdf.value("/XObject", in: resources), in: pdf, allowed: ["/Im"], name: "/XObject")
    }

    private mutating func examinePicture(
        _ stream: QpdfHandle.Object, _ dictionary: QpdfHandle.Object, in pdf: QpdfHandle, _ isCleanPicture: ([UInt8]) -> Bool
    ) {
        check(keysOf: dictionary, in: pdf, allowed: Self.allowedKeys["/XObject"] ?? [], name: "picture")
        if pdf.text(pdf.value("/Subtype", in: dictionary)) != "/Image"
            || pdf.text(pdf.value("/Filter", in: dictionary)) != "/DCTDecode"
        {
            note("a stream that is no JPEG")
        } else if !(pdf.rawData(of: stream).map(isCleanPicture) ?? false) {
            note("a JPEG that holds more than a picture")
        }
    }

    private mutating func check(
        keysOf dictionary: QpdfHandle.Object, in pdf: QpdfHandle, allowed: Set<String>, name: String
    ) {
        guard pdf.isDictionary(dictionary) else { return note("\(name) is no dictionary") }
        for key in pdf.keys(of: dictionary) where !allowed.contains(key) { note("\(key) in \(name)") }
    }

    private mutating func note(_ finding: String) {
        if findings.count < Self.maximumFindings { findings.append(finding) }
    }

    /// `q W 0 0 H 0 0 cm /Im Do Q`.
    private static func drawsOnePicture(_ content: [UInt8]?) -> Bool {
        guard let content, content.count < 100 else { return false }
        let words = String(decoding: content, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        let numbers = [1, 4]
        guard words.count == 11, numbers.allSatisfy({ Double(words[$0]).map { $0 > 0 } ?? false }) else { return false }
        let fixed = words.enumerated().filter { !numbers.contains($0.offset) }.map(\.element)
        return fixed == ["q", "0", "0", "0", "0", "cm", "/Im", "Do", "Q"]
    }
}
