import FoundationEssentials

/// All files below a folder.
public enum FolderFiles {
    /// Each with what is in it, in the order of their paths.
    public static func all(_ folder: String) throws -> [(path: String, bytes: [UInt8])] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        return names.compactMap { name in
            let path = "\(folder)/\(name)"
            var isFolder = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder else { return nil }
            return FileManager.default.contents(atPath: path).map { (path, Array($0)) }
        }
    }

    public static func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }
}
