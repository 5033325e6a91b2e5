import EventLoop
import FoundationEssentials
import Glibc

/// The programs of the same build: they lie beside the test bundle.
public enum BuiltPrograms {
    public struct Missing: Error, CustomStringConvertible {
        public let description: String
    }

    /// The services: each has a folder with its `App.swift`.
    public static let services: [String] = {
        let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/Services")) ?? []
        return folders.filter { FileManager.default.fileExists(atPath: "\(root)/Services/\($0)/App.swift") }.sorted()
    }()

    /// The folder that holds the running test bundle. `/proc/self/exe` is the bundle itself, or a helper that has loaded it.
    public static func folder() throws -> String {
        let candidates = [ChildProcess.currentExecutableDirectory].compactMap { $0 } + loadedBundleFolders()
        guard let folder = candidates.first(where: { access("\($0)/IntakeGateway", X_OK) == 0 }) else {
            throw Missing(description: "No built programs beside the test bundle, in none of \(candidates).")
        }
        return folder
    }

    /// The folder of the test bundle, also where only some programs were built.
    public static func bundleFolder() throws -> String {
        guard let folder = loadedBundleFolders().first else { throw Missing(description: "No test bundle is loaded.") }
        return folder
    }

    /// The path of a program, such as `docket` or `IntakeGateway`.
    public static func path(_ name: String) throws -> String {
        let path = "\(try folder())/\(name)"
        guard access(path, X_OK) == 0 else { throw Missing(description: "\(path) was not built.") }
        return path
    }

    /// The operators' command line, which a build of its target alone calls by the target's name.
    public static func commandLine() throws -> String {
        let folder = try bundleFolder()
        let candidates = ["\(folder)/docket", "\(folder)/DocketCLI"]
        guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else {
            throw Missing(description: "docket was not built: none of \(candidates) is there.")
        }
        return path
    }

    private static func loadedBundleFolders() -> [String] {
        guard let maps = ProcFile.text("/proc/self/maps") else { return [] }
        let bundles = maps.split(separator: "\n").compactMap { line -> Substring? in
            guard line.hasSuffix(".xctest"), let start = line.firstIndex(of: "/"), let end = line.lastIndex(of: "/") else {
                return nil
            }
            return line[start..<end]
        }
        return Set(bundles).sorted().map(String.init)
    }
}
