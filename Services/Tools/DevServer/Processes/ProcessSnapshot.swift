/// A process according to `/proc/PID/stat`.
struct ProcessSnapshot: Sendable, Equatable {
    let pid: CInt
    let group: CInt
    /// Clock ticks after boot; with the pid it identifies a process for good.
    let startTime: UInt64
    /// It has ended, and its parent has not yet reaped it.
    let isZombie: Bool

    init(pid: CInt, group: CInt, startTime: UInt64, isZombie: Bool = false) {
        self.pid = pid
        self.group = group
        self.startTime = startTime
        self.isZombie = isZombie
    }

    /// The program's name is in parentheses and may hold blanks and parentheses: fields count from the last one
    /// (proc(5)).
    init?(stat: String) {
        guard let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")"), open < close,
            let pid = CInt(stat[..<open].drop { $0 == " " }.prefix { $0 != " " })
        else { return nil }
        let fields = stat[stat.index(after: close)...].split(separator: " ")
        guard fields.count > 19, let group = CInt(fields[2]), let startTime = UInt64(fields[19]) else { return nil }
        self.init(pid: pid, group: group, startTime: startTime, isZombie: fields[0] == "Z" || fields[0] == "X")
    }
}

/// The processes of one run. `docket up` writes them down for its guardian, and for the next run after a crash.
struct ProcessRecords: Sendable, Equatable {
    struct Entry: Sendable, Equatable {
        let name: String
        let pid: CInt
        let startTime: UInt64
    }

    var entries: [Entry] = []

    init(entries: [Entry] = []) { self.entries = entries }

    var text: String { entries.map { "\($0.pid) \($0.startTime) \($0.name)\n" }.joined() }

    init(parsing text: String) {
        entries = text.split(whereSeparator: \.isNewline).compactMap { line in
            let fields = line.split(separator: " ", maxSplits: 2)
            guard fields.count == 3, let pid = CInt(fields[0]), pid > 1, let startTime = UInt64(fields[1]) else { return nil }
            return Entry(name: String(fields[2]), pid: pid, startTime: startTime)
        }
    }

    /// The records whose process group still exists: the leader, or helpers that outlived it. A reused pid is left out,
    /// because its start time differs. (While a group has a member, the kernel gives its number to no new process.)
    func lingering(in running: [ProcessSnapshot]) -> [Entry] {
        entries.filter { entry in
            if let leader = running.first(where: { $0.pid == entry.pid }) {
                if leader.startTime != entry.startTime { return false }
                if !leader.isZombie { return true }
            }
            return running.contains { $0.group == entry.pid && $0.pid != entry.pid && !$0.isZombie }
        }
    }
}
