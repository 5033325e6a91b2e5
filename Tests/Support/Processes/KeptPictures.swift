import FoundationEssentials

/// Pictures that tests take are kept for people to look at: beside the built programs, or where `DOCKET_TEST_PICTURES` says.
public enum KeptPictures {
    /// Keeps what a terminal has shown.
    public static func keep(screen: String, as name: String) throws {
        let place = try Self.place()
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try Data(screen.utf8).write(to: URL(filePath: "\(place)/\(name).txt"))
    }

    private static func place() throws -> String {
        try ProcessInfo.processInfo.environment["DOCKET_TEST_PICTURES"] ?? "\(BuiltPrograms.bundleFolder())/pictures"
    }

    /// Keeps the PNG files of a folder whose names are `wanted`, in the place of earlier ones of these names.
    public static func keep(of folder: String, where wanted: (String) -> Bool = { _ in true }) throws {
        let files = FileManager.default
        let place = try Self.place()
        try files.createDirectory(atPath: place, withIntermediateDirectories: true)
        for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] where name.hasSuffix(".png") && wanted(name) {
            try? files.removeItem(atPath: "\(place)/\(name)")
            try files.copyItem(atPath: "\(folder)/\(name)", toPath: "\(place)/\(name)")
        }
    }
}
