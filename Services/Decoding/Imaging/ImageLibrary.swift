import CLibvips
import Glibc
import Shared

/// libvips, set up for hostile input: only the loaders of supported formats, no cache, one worker thread.
public enum ImageLibrary {
    /// Class names of the allowed loaders.
    private static let allowedLoaders = [
        "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadHeif", "VipsForeignLoadTiff",
        "VipsForeignLoadNsgif", "VipsForeignLoadJp2k", "VipsForeignLoadJxl",
    ]

    /// Call this once, before anything else of this module. The process keeps one thread.
    public static func start() throws(ImagingError) {
        try loadLibrary()
        vips_cache_set_max(0)
        vips_concurrency_set(1)
        vips_block_untrusted_set(1)
        vips_operation_block_set("VipsForeignLoad", 1)
        for loader in allowedLoaders { vips_operation_block_set(loader, 0) }
        try preload()
    }

    /// Loads only the libvips modules for HEIF and JPEG XL. The others (ImageMagick, openslide, poppler) would add some
    /// twenty libraries to each forked process, within reach of a hostile file.
    private static func loadLibrary() throws(ImagingError) {
        let file = docket_vips_file().map { String(cString: $0) }
        // Where libvips looks for its modules is told apart from where it is.
        if file != nil { setenv("VIPSHOME", "/dev/null", 1) }
        guard vips_init("docket") == 0 else { throw .notStarted(detail: takeComplaint()) }
        // orc would compile what shrinks a picture, into memory that is both written to and run: the jail gives none. What it is for
        // is zimg's work (`Picture.shrunk`).
        vips_vector_set_enabled(0)
        guard let file, let slash = file.lastIndex(of: "/") else { return }
        unsetenv("VIPSHOME")
        let modules = "\(file[..<slash])/vips-modules-\(vips_version(0)).\(vips_version(1))"
        // One is not there when its format is built in, or left out.
        for name in ["heif", "jxl"] { _ = g_module_open("\(modules)/vips-\(name).so", G_MODULE_BIND_LAZY) }
    }

    /// Initialises libvips here, once, instead of in each forked process: the first look-up of an operation by name
    /// initialises the classes of all operations. It requests no pixel: that would start threads.
    private static func preload() throws(ImagingError) {
        let budget = ImageBudget(pages: 1, pixelsPerPage: 64, pixelsPerDocument: 64, memory: 1 << 20)
        _ = try EncodedImage(smallestJPEG, budget: budget)
        let size = PixelSize(width: 8, height: 8)
        _ = try Picture.load(jpeg: SourceBytes(smallestJPEG), of: size, shrunkToFit: size)
            .opaqueSRGB().withResolution(pixelsPerMillimetre: 1)
    }

    /// Eight by eight pixels of one colour (ITU-T T.81, annex B): one shared table, with one code of one bit.
    public static let smallestJPEG: [UInt8] = {
        let quantisation: [UInt8] = [0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        let frame: [UInt8] = [0xff, 0xc0, 0, 17, 8, 0, 8, 0, 8, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        let codes: [UInt8] = [1] + [UInt8](repeating: 0, count: 16)
        let tables = [0xff, 0xc4, 0, 20, 0x00] + codes + [0xff, 0xc4, 0, 20, 0x10] + codes
        let scan: [UInt8] = [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]
        // For each component no difference, and the end of its block; ones fill the last byte.
        return [0xff, 0xd8] + quantisation + frame + tables + scan + [0b0000_0011, 0xff, 0xd9]
    }()

    public static var version: String { String(cString: vips_version_string()) }

    /// The messages in libvips's error buffer as one line of printable text. Empties the buffer.
    static func takeComplaint() -> String {
        LibraryTurn.begin()
        defer {
            vips_error_clear()
            LibraryTurn.end()
        }
        let text = String(cString: vips_error_buffer())
        let lines = text.split(whereSeparator: \.isNewline)
        return lines.prefix(3).joined(separator: "; ")
    }

    /// The error of a libvips call that has just failed.
    static func failure() -> ImagingError {
        let complaint = takeComplaint()
        if complaint.contains("out of memory") || complaint.contains("nsufficient memory") { return .outOfMemory }
        // An interlaced PNG that ends too early fails without a word.
        return .damaged(detail: complaint.isEmpty ? "the pixels cannot be decoded to their end" : complaint)
    }
}
