import CLibvips

/// libvips, set up for hostile input: only the loaders of the formats that Docket takes, no cache, one worker thread.
public enum ImageLibrary {
    /// Class names of the loaders that are left open.
    private static let allowedLoaders = [
        "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadHeif", "VipsForeignLoadTiff",
        "VipsForeignLoadNsgif",
    ]

    /// To be called once, before anything else of this module. Leaves the process with one thread.
    public static func start() throws(ImagingError) {
        guard vips_init("docket") == 0 else { throw .notStarted(detail: takeComplaint()) }
        vips_cache_set_max(0)
        vips_concurrency_set(1)
        vips_block_untrusted_set(1)
        vips_operation_block_set("VipsForeignLoad", 1)
        for loader in allowedLoaders { vips_operation_block_set(loader, 0) }
    }

    public static var version: String { String(cString: vips_version_string()) }

    /// What libvips complained about, emptying its buffer: one line of printable text.
    static func takeComplaint() -> String {
        defer { vips_error_clear() }
        let text = String(cString: vips_error_buffer())
        let lines = text.split(whereSeparator: \.isNewline)
        return lines.prefix(3).joined(separator: "; ")
    }

    /// The error behind a call of libvips that has just failed.
    static func failure() -> ImagingError {
        let complaint = takeComplaint()
        if complaint.contains("out of memory") || complaint.contains("nsufficient memory") { return .outOfMemory }
        return .damaged(detail: complaint)
    }
}
