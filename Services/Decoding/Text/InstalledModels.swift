import Glibc
public import Shared

/// The models on this machine, one in each file.
public enum InstalledModels {
    /// The folder of Debian's packages.
    public static let defaultFolder = "/usr/share/tesseract-ocr/5/tessdata"

    /// The folder that is searched.
    public static var folder: String { getenv("TESSDATA_PREFIX").map { String(cString: $0) } ?? defaultFolder }

    /// The languages with a model, in the order of `allCases`.
    public static var languages: [ReadingLanguage] { ReadingLanguage.allCases.filter { access(path(of: $0), R_OK) == 0 } }

    static func path(of language: ReadingLanguage) -> String { "\(folder)/\(language.rawValue).traineddata" }

    /// The model's own version, such as `4.00.00alpha:deu:synth20170629`; nil if it has none.
    ///
    /// The file begins with a count of parts and the offset of each, eight bytes in the machine's order; part 23 is the
    /// version.
    static func version(of language: ReadingLanguage) -> String? {
        guard let file = fopen(path(of: language), "rb") else { return nil }
        defer { fclose(file) }
        func bytes(at offset: Int, count: Int) -> [UInt8]? {
            guard offset >= 0, count > 0, count <= 4096, fseek(file, offset, SEEK_SET) == 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: count)
            return fread(&bytes, 1, count, file) == count ? bytes : nil
        }
        func number(at offset: Int, bytes count: Int) -> Int? {
            bytes(at: offset, count: count).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
        }
        guard let parts = number(at: 0, bytes: 4), parts > versionPart, parts < 100 else { return nil }
        let places = (0..<parts).compactMap { number(at: 4 + 8 * $0, bytes: 8) }
        guard places.count == parts, fseek(file, 0, SEEK_END) == 0 else { return nil }
        let (start, fileEnd) = (places[versionPart], ftell(file))
        // A part that is not there has the place -1.
        let end = places.filter { $0 > start }.min() ?? fileEnd
        guard start > 0, end <= fileEnd, let text = bytes(at: start, count: min(end - start, 200)) else { return nil }
        return String(decoding: text.filter { (0x21...0x7e).contains($0) }, as: UTF8.self)
    }

    private static let versionPart = 23
}
