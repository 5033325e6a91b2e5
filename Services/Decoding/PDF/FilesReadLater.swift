import CPoppler
import Glibc

extension PDFLibrary {
    /// Folders and files that drawing a page may read after the libraries are loaded: the fonts that fontconfig found,
    /// its caches, and poppler's tables. None contains another.
    public static var filesReadLater: [String] {
        let folders = Set(
            (strings(FcConfigGetFontDirs(nil)) + strings(FcConfigGetCacheDirs(nil)) + ["/usr/share/poppler"]).compactMap(resolved)
        )
        let outermost = folders.filter { folder in !folders.contains { $0 != folder && lies(folder, beneath: $0) } }
        // A font's folder may only hold a link to it.
        let strangers = Set(linkedFonts().filter { font in !outermost.contains { lies(font, beneath: $0) } })
        return outermost.sorted() + strangers.sorted()
    }

    private static func lies(_ path: String, beneath folder: String) -> Bool {
        path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }

    /// The target of links; nil if it does not exist.
    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func strings(_ list: OpaquePointer?) -> [String] {
        guard let list else { return [] }
        defer { FcStrListDone(list) }
        var strings: [String] = []
        while let next = FcStrListNext(list) { strings.append(String(cString: next)) }
        return strings
    }

    private static func linkedFonts() -> [String] {
        guard let set = FcConfigGetFonts(nil, FcSetSystem) else { return [] }
        var found: Set<String> = []
        for index in 0..<Int(set.pointee.nfont) {
            var file: UnsafeMutablePointer<FcChar8>?
            guard FcPatternGetString(set.pointee.fonts[index], FC_FILE, 0, &file) == FcResultMatch, let file else { continue }
            let path = String(cString: file)
            // Collections have several fonts in a file.
            var status = stat()
            if !found.contains(path), lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK { found.insert(path) }
        }
        return found.compactMap(resolved)
    }
}
