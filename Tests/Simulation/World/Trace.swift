import Synchronization

/// Everything that happened, as a number: two runs of a seed have the same. The lines themselves are kept when asked for.
final class Trace: Sendable {
    private struct State {
        // FNV-1a.
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        var lines: [String] = []
    }

    private let state = Mutex(State())
    private let keepsLines: Bool
    private let now: @Sendable () -> Duration

    init(keepsLines: Bool, now: @escaping @Sendable () -> Duration) {
        self.keepsLines = keepsLines
        self.now = now
    }

    func note(_ who: String, _ what: String) {
        let time = now()
        state.withLock { state in
            for byte in who.utf8 { state.digest = (state.digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
            for byte in what.utf8 { state.digest = (state.digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
            state.digest = (state.digest ^ UInt64(bitPattern: time.components.attoseconds)) &* 0x100_0000_01B3
            if keepsLines { state.lines.append("\(time) \(who): \(what)") }
        }
    }

    /// Something that only a reader wants to know.
    func remark(_ who: String, _ what: @autoclosure () -> String) {
        guard keepsLines else { return }
        let line = "\(now()) \(who): \(what())"
        state.withLock { $0.lines.append(line) }
    }

    var digest: UInt64 { state.withLock { $0.digest } }
    var lines: [String] { state.withLock { $0.lines } }
}
