import FoundationEssentials

/// Pictures that tests take are kept for people to look at: beside the built programs, or where `DOCKET_TEST_PICTURES` says.
public enum KeptPictures {
    /// Keeps the PNG files of a folder whose names are `wanted`, in the place of earlier ones of these names.
    public static func keep(of folder: String, where wanted: (String) -> Bool = { _ in true }) throws {
        let files = FileManager.default
        let place =
            try ProcessInfo.processInfo.environment["DOCKET_TEST_PICTURES"] ?? "\(BuiltPrograms.bundleFolder())/pictures"
        try files.createDirectory(atPath: place, withIntermediateDirectories: true)
        for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] where name.hasSuffix(".png") && wanted(name) {
            try? files.removeItem(atPath: "\(place)/\(name)")
            try files.copyItem(atPath: "\(folder)/\(name)", toPath: "\(place)/\(name)")
        }
    }
}
