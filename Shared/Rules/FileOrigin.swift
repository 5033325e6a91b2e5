/// The stated origin of a PDF.
public struct FileOrigin: Sendable, Hashable {
    /// The programs that made it (ISO 32000-1, table 317: `Creator`, `Producer`), in its own words: printable ASCII.
    public var programs: [String]
    /// The number of signatures of the whole document (section 12.8), by any signer.
    public var signatures: Int
    /// The first of them as they were checked, in the order in which they were made; empty if they were not.
    public var checks: [FileSignature]
    /// Whether bytes were added after the range of the last signature.
    public var isChangedAfterSigning: Bool
    /// By its information dictionary (table 317: `CreationDate`, `ModDate`).
    public var dates: FileDates

    public static let maximumPrograms = 2
    /// Of the name of a program.
    public static let maximumBytes = 80

    public init(
        programs: [String] = [], signatures: Int = 0, isChangedAfterSigning: Bool = false, checks: [FileSignature] = [],
        dates: FileDates = FileDates()
    ) {
        self.programs = programs
        self.signatures = signatures
        self.isChangedAfterSigning = isChangedAfterSigning
        self.checks = checks
        self.dates = dates
    }
}

/// Programs that change the content of a picture or a PDF. Scanning, printing, saving, sending and rotating do not count.
enum EditingProgram {
    /// The name in files, in lower case, and the name for people.
    private static let known: [(part: String, name: String)] = [
        ("photoshop", "Adobe Photoshop"), ("illustrator", "Adobe Illustrator"), ("affinity photo", "Affinity Photo"),
        ("canva", "Canva"), ("coreldraw", "CorelDRAW"), ("faceapp", "FaceApp"), ("facetune", "Facetune"), ("gimp", "GIMP"),
        ("inkscape", "Inkscape"), ("krita", "Krita"), ("luminar", "Luminar"), ("paint.net", "paint.net"),
        ("photopea", "Photopea"), ("picsart", "Picsart"), ("pixelmator", "Pixelmator"), ("pixlr", "Pixlr"),
        ("snapseed", "Snapseed"), ("foxit pdf editor", "Foxit PDF Editor"), ("foxit phantompdf", "Foxit PhantomPDF"),
        ("ilovepdf", "iLovePDF"), ("master pdf editor", "Master PDF Editor"), ("nitro p", "Nitro PDF"),
        ("pdf architect", "PDF Architect"), ("pdf-xchange editor", "PDF-XChange Editor"), ("pdfelement", "PDFelement"),
        ("pdfescape", "PDFescape"), ("pdffiller", "pdfFiller"), ("sejda", "Sejda"), ("smallpdf", "Smallpdf"),
        ("soda pdf", "Soda PDF"),
    ]

    /// The name for people; nil for any other program.
    static func name(of program: String) -> String? {
        let text = program.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
        // Made with LibreOffice, letters name `Writer`; `Draw` opens a PDF and writes it anew.
        if text.elementsEqual("draw".utf8) { return "LibreOffice Draw" }
        return known.first { text.firstRange(of: $0.part.utf8) != nil }?.name
    }
}
