import Glibc

extension MetricsRegistry {
    /// Registers the usual metrics of the process: processor time, resident memory, open descriptors, start time.
    public func observeProcess() {
        let start = Double(LogRecord.clock()) / 1_000_000
        observe("process_start_time_seconds", "When the process began to count, in seconds since 1970.") { start }
        observe("process_cpu_seconds_total", "Processor time used, user and system.", kind: .counter) {
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return seconds(usage.ru_utime) + seconds(usage.ru_stime)
        }
        observe("process_resident_memory_bytes", "Resident memory.") {
            // Second field of statm: resident pages.
            let fields = readSmallFile("/proc/self/statm").split(separator: " ")
            guard fields.count > 1, let pages = Double(String(fields[1])) else { return .nan }
            return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
        }
        observe("process_open_fds", "Open descriptors.") { countEntries("/proc/self/fd") }
    }
}

private func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }

private func readSmallFile(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = read(descriptor, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
}

private func countEntries(_ path: String) -> Double {
    guard let directory = opendir(path) else { return .nan }
    defer { closedir(directory) }
    // Less ".", ".." and the descriptor of the listing itself.
    var count = -3.0
    while readdir(directory) != nil { count += 1 }
    return max(0, count)
}
