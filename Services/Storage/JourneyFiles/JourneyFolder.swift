import Glibc
public import Shared

/// An installation's own journeys: a folder of YAML files, one for each journey.
///
/// A journey with the name of a built-in one replaces it. Reading blocks: it happens once, at the start, before anything
/// else runs. `allowsPrivate` is what `JourneyFile.parse` says of it.
public enum JourneyFolder {
    public static let maximumFiles = 1000
    public static let maximumFileBytes = 1 << 20

    /// The built-in journeys and those of the folder; without a folder, only the built-in ones.
    ///
    /// - Throws: `JourneyFileFaults` with the faults of all files.
    public static func registry(_ folder: String?, allowsPrivate: Bool = false) throws(JourneyFileFaults) -> JourneyRegistry {
        var registry = JourneyRegistry.builtIn
        guard let folder else { return registry }
        for file in try files(folder, allowsPrivate: allowsPrivate) {
            do {
                try registry.register(file.journey)
            } catch {
                throw JourneyFileFaults(faults: [fault(file.path, error.description)])
            }
        }
        return registry
    }

    /// The files of a folder with the extension `.yaml` or `.yml`, by name.
    public static func files(_ folder: String, allowsPrivate: Bool = false) throws(JourneyFileFaults) -> [JourneyFile] {
        guard let names = names(folder) else {
            throw JourneyFileFaults(faults: [fault(folder, "the folder cannot be read: \(reason)")])
        }
        guard names.count <= maximumFiles else {
            throw JourneyFileFaults(faults: [fault(folder, "there are more than \(maximumFiles) files")])
        }
        var (files, faults): ([JourneyFile], [JourneyFileFault]) = ([], [])
        for name in names {
            do {
                files.append(try file("\(folder)/\(name)", allowsPrivate: allowsPrivate))
            } catch {
                faults += error.faults
            }
        }
        faults += twins(files)
        guard faults.isEmpty else { throw JourneyFileFaults(faults: faults) }
        return files
    }

    /// One file.
    public static func file(_ path: String, allowsPrivate: Bool = false) throws(JourneyFileFaults) -> JourneyFile {
        guard let bytes = bytes(path) else {
            throw JourneyFileFaults(faults: [fault(path, "the file cannot be read: \(reason)")])
        }
        guard bytes.count <= maximumFileBytes else {
            throw JourneyFileFaults(faults: [fault(path, "the file is larger than \(maximumFileBytes) bytes")])
        }
        return try JourneyFile.parse(bytes, path: path, allowsPrivate: allowsPrivate)
    }

    private static func twins(_ files: [JourneyFile]) -> [JourneyFileFault] {
        var seen: [JourneyID: String] = [:]
        return files.compactMap { file in
            guard let other = seen.updateValue(file.path, forKey: file.journey.id) else { return nil }
            return fault(file.path, "the journey “\(file.journey.id)” is declared by \(other), too")
        }
    }

    private static func fault(_ path: String, _ problem: String) -> JourneyFileFault {
        JourneyFileFault(path: path, line: nil, column: nil, problem: problem)
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private static func names(_ folder: String) -> [String]? {
        guard let directory = opendir(folder) else { return nil }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            if !name.hasPrefix("."), name.hasSuffix(".yaml") || name.hasSuffix(".yml") { names.append(name) }
        }
        return names.sorted()
    }

    /// At most one byte more than allowed; nil if the file cannot be read.
    private static func bytes(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= maximumFileBytes {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += chunk.prefix(count)
        }
        return bytes
    }
}
