/// What a PDF says of where it comes from.
public struct FileOrigin: Sendable, Hashable, Codable {
    /// Who made it and with what (ISO 32000-1, table 317: `Creator`, `Producer`), in its own words: printable ASCII.
    public var programs: [String]
    /// Signatures of the whole document (section 12.8), whoever made them; nobody has checked them.
    public var signatures: Int
    /// Something was added behind what the last of them covers.
    public var isChangedAfterSigning: Bool

    public static let maximumPrograms = 2
    /// Of one program's name.
    public static let maximumBytes = 80

    public init(programs: [String] = [], signatures: Int = 0, isChangedAfterSigning: Bool = false) {
        self.programs = programs
        self.signatures = signatures
        self.isChangedAfterSigning = isChangedAfterSigning
    }
}

/// Programs that change what a picture or a PDF shows. Those that scan, print, save and send are none, nor is one that turns a photo.
enum EditingProgram {
    /// How files name it, in small letters, and what people call it.
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

    /// Its name, for people; nil if it is none of those.
    static func name(of program: String) -> String? {
        let text = program.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
        // Made with LibreOffice, letters name `Writer`; `Draw` opens a PDF and writes it anew.
        if text.elementsEqual("draw".utf8) { return "LibreOffice Draw" }
        return known.first { text.firstRange(of: $0.part.utf8) != nil }?.name
    }
}
