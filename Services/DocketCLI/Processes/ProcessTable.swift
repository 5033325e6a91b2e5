import Glibc

/// What runs on this machine, read from `/proc`.
enum ProcessTable {
    static func snapshot() -> [ProcessSnapshot] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var processes: [ProcessSnapshot] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                    String(cString: $0)
                }
            }
            if let pid = CInt(name), let process = process(pid) { processes.append(process) }
        }
        return processes
    }

    static func process(_ pid: CInt) -> ProcessSnapshot? {
        FileText.read("/proc/\(pid)/stat").flatMap(ProcessSnapshot.init(stat:))
    }

    /// Whether this is a Postgres of this data folder: its main process, or one of its children.
    static func isPostgres(_ pid: CInt, dataFolder: String) -> Bool {
        guard let snapshot = process(pid), !snapshot.isZombie, let arguments = FileText.read("/proc/\(pid)/cmdline") else {
            return false
        }
        return arguments.contains("postgres") && arguments.contains(dataFolder)
    }
}
