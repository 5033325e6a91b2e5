import CommandSupport
import Crypto
import Glibc
import Shared

/// Reads evidence from a disk; this blocks.
enum EvidenceFolder {
    /// More than any submission has, including other files beside it.
    private static let mostFiles = 100_000
    private static let deepest = 8

    static func evidence(in path: String) throws(CommandFailure) -> Evidence {
        var status = stat()
        guard stat(path, &status) == 0 else { throw unreadable(path) }
        if status.st_mode & S_IFMT == S_IFREG { return try evidence(ofManifest: path) }
        let (manifest, custody) = (optional(Evidence.manifestName, in: path), optional(Evidence.custodyName, in: path))
        let isExport = access("\(path)/\(Evidence.exportName)", F_OK) == 0
        // An export may have been written where nothing is signed.
        if manifest == nil, !isExport { _ = try read("\(path)/\(Evidence.manifestName)") }
        let names = [
            Evidence.manifestName, Evidence.keysName, Evidence.factsName, Evidence.custodyName, Evidence.exportName,
        ]
        var files: [ContentDigest: String] = [:]
        for name in try found(in: path) where !names.contains(name) {
            guard let digest = try digest(of: "\(path)/\(name)") else { continue }
            files[digest] = name
        }
        return Evidence(
            manifest: manifest.map { String(decoding: $0, as: UTF8.self) }, keys: optional(Evidence.keysName, in: path),
            facts: optional(Evidence.factsName, in: path), custody: custody, isCustodyExpected: isExport, isExport: isExport,
            files: files)
    }

    /// A manifest alone: what it names cannot be told of.
    private static func evidence(ofManifest path: String) throws(CommandFailure) -> Evidence {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return Evidence(
            manifest: String(decoding: try read(path), as: UTF8.self), keys: optional(Evidence.keysName, in: folder), facts: nil,
            files: [:], isManifestAlone: true)
    }

    private static func optional(_ name: String, in path: String) -> [UInt8]? {
        FileText.bytes("\(path)/\(name)", limit: Evidence.maximumText)
    }

    static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        guard let bytes = FileText.bytes(path, limit: Evidence.maximumText) else { throw unreadable(path) }
        return bytes
    }

    private static func unreadable(_ path: String) -> CommandFailure {
        .cannotRead(
            path,
            advice:
                "Name a folder that `docket export` or `docket verify SUBMISSION --save DIR` has written, or its \(Evidence.manifestName)."
        )
    }

    /// The files below the folder, by their relative names. Links are skipped: they may lead anywhere.
    private static func found(in path: String) throws(CommandFailure) -> [String] {
        var (found, waiting): ([String], [(name: String, depth: Int)]) = ([], [("", 0)])
        while let (folder, depth) = waiting.popLast() {
            for name in FolderNames.all(in: "\(path)/\(folder)") where name != "." && name != ".." {
                let inside = folder.isEmpty ? name : "\(folder)/\(name)"
                var status = stat()
                guard lstat("\(path)/\(inside)", &status) == 0 else { continue }
                switch status.st_mode & S_IFMT {
                case S_IFREG: found.append(inside)
                case S_IFDIR where depth < deepest: waiting.append((inside, depth + 1))
                default: break
                }
                guard found.count <= mostFiles else {
                    throw CommandFailure(
                        .notAccepted, "\(path) holds more than \(mostFiles) files", advice: "Name a folder of one submission.")
                }
            }
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func digest(of path: String) throws(CommandFailure) -> ContentDigest? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw .cannotRead(path) }
        defer { close(descriptor) }
        var digest = Digest(.sha256)
        try FileText.read(descriptor, of: path) { digest.update($0) }
        return ContentDigest(bytes: digest.finalize())
    }
}
