import CommandSupport

/// The processes on this machine, read from `/proc`.
enum ProcessTable {
    static func snapshot() -> [ProcessSnapshot] {
        FolderNames.all(in: "/proc").compactMap { CInt($0).flatMap(process) }
    }

    static func process(_ pid: CInt) -> ProcessSnapshot? {
        FileText.read("/proc/\(pid)/stat").flatMap(ProcessSnapshot.init(stat:))
    }

    /// Whether the process is a Postgres of this data folder: its main process, or one of its children.
    static func isPostgres(_ pid: CInt, dataFolder: String) -> Bool {
        guard let snapshot = process(pid), !snapshot.isZombie, let arguments = FileText.read("/proc/\(pid)/cmdline") else {
            return false
        }
        return arguments.contains("postgres") && arguments.contains(dataFolder)
    }
}
