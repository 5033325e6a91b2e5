/// `postmaster.pid`, which a running server keeps in its data folder. It holds the pid, and the server's status in the
/// eighth line.
struct PostmasterFile: Sendable, Equatable {
    let pid: CInt
    let isReady: Bool

    init?(parsing text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // A single-user server writes its pid negated.
        guard let first = lines.first, let pid = CInt(first), pid > 1 else { return nil }
        self.pid = pid
        isReady = lines.count > 7 && lines[7].prefix { $0 != " " } == "ready"
    }
}
