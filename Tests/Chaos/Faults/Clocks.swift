import FoundationEssentials
import Glibc
import Support

/// Wall clocks of single processes, by libfaketime: each service has one of its own, which goes right until it is moved. What it
/// starts in turn (the jail) has the machine's: its environment is made anew.
struct Clocks: Sendable {
    /// Where `docket` and what stands in for the services lie.
    let programs: String
    private let folder: String

    private static let libraries = [
        "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1", "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
    ]

    /// Nil where there is no libfaketime.
    static func make(over programs: String, in folder: String) throws -> Clocks? {
        guard let library = libraries.first(where: { access($0, R_OK) == 0 }) else { return nil }
        let clocks = Clocks(programs: "\(folder)/programs", folder: "\(folder)/clocks")
        for path in [clocks.programs, clocks.folder] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        // It looks for the others beside itself, wherever a link leads.
        try FileManager.default.copyItem(atPath: "\(programs)/docket", toPath: "\(clocks.programs)/docket")
        for service in BuiltPrograms.services where access("\(programs)/\(service)", X_OK) == 0 {
            // It keeps its number, so the clock is found by that.
            let script = """
                #!/bin/sh
                echo +0 >"\(clocks.folder)/$$"
                export FAKETIME_TIMESTAMP_FILE="\(clocks.folder)/$$" FAKETIME_CACHE_DURATION=1 FAKETIME_DONT_FAKE_MONOTONIC=1
                LD_PRELOAD='\(library)' exec '\(programs)/\(service)' "$@"
                """
            let path = "\(clocks.programs)/\(service)"
            try Data(script.utf8).write(to: URL(filePath: path))
            chmod(path, 0o755)
        }
        return clocks
    }

    /// Moves the clock of that process to so many seconds from the right time.
    func move(_ pid: CInt, by seconds: Int) throws {
        let text = seconds < 0 ? "\(seconds)" : "+\(seconds)"
        try Data("\(text)\n".utf8).write(to: URL(filePath: "\(folder)/\(pid)"), options: .atomic)
    }
}
