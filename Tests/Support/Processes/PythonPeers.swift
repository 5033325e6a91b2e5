import EventLoop
import FoundationEssentials

/// Programs that others wrote in Python, to hold ours against: packages from PyPI in a virtual environment.
public enum PythonPeers {
    /// They cannot be had on this machine; a test that needs them says so and is cancelled.
    public struct Missing: Error, CustomStringConvertible {
        public let description: String
    }

    /// A Python interpreter that has these packages, named as pip names them (`"tuspy==1.1.0"`). The environment is made once
    /// and kept beside the built programs, for whoever asks for the same packages again.
    public static func interpreter(with packages: [String]) async throws -> String {
        let wanted = packages.sorted()
        let name = wanted.joined(separator: "-").map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." ? $0 : "_" }
        let folder = "\(try BuiltPrograms.bundleFolder())/peers"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let environment = "\(folder)/\(String(name))"
        // Where packages come from is the machine's matter.
        let settings = ProcessInfo.processInfo.environment.filter { name, _ in
            name.hasPrefix("PIP_") || name.lowercased().hasSuffix("_proxy")
        }
        let result = try await Program.run(
            "flock", ["\(environment).lock", "sh", "-c", script, "peers", environment] + wanted, environment: settings,
            limit: .seconds(300))
        guard result.status.isSuccess else {
            throw Missing(
                description: "\(wanted.joined(separator: ", ")): python3, its venv module or PyPI is out of reach. "
                    + result.complaints)
        }
        return "\(environment)/bin/python3"
    }

    /// One that was begun and not finished has no mark, and is made anew.
    private static let script = """
        place=$1; shift
        [ -e "$place/complete" ] && exit 0
        rm -rf "$place"
        python3 -m venv "$place" \\
            && "$place/bin/python3" -m pip install --quiet --disable-pip-version-check "$@" \\
            && touch "$place/complete"
        """
}
