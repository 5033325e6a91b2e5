import Support
import Synchronization

/// What goes wrong between a client and the gateway, so many times and then no more.
final class GatewayFaults: Sendable {
    private let fault: ConformanceCase.Fault?
    private let kill: @Sendable () -> Void
    private let done = Mutex(0)

    init(_ fault: ConformanceCase.Fault?, kill: @escaping @Sendable () -> Void) {
        self.fault = fault
        self.kill = kill
    }

    /// How often it went wrong.
    var count: Int { done.withLock { $0 } }

    func begin() -> any ProxiedConversation { Conversation(self) }

    /// With a `Retry-After` so short that a client which heeds nothing else comes again.
    private static let quotaUsedUp: [UInt8] = {
        let problem =
            #"{"type": "/problems/quota-used-up", "title": "Used up", "status": 429, "detail": "None is left."}"#
        return Array(
            """
            HTTP/1.1 429 Too Many Requests\r
            content-type: application/problem+json\r
            content-length: \(problem.utf8.count)\r
            retry-after: 1\r
            connection: close\r
            \r
            \(problem)
            """.utf8)
    }()

    fileprivate func take() -> Bool {
        done.withLock { done in
            guard let fault, done < fault.times else { return false }
            done += 1
            return true
        }
    }

    /// One connection. A request begins with what a client sends first, and first after an answer.
    private final class Conversation: ProxiedConversation {
        private struct State {
            var isAnswered = true
            var isMeant = false
            var sent = 0
            var told: [UInt8] = []
            var isCut = false
        }

        private let faults: GatewayFaults
        private let state = Mutex(State())

        init(_ faults: GatewayFaults) { self.faults = faults }

        var isCut: Bool { state.withLock { $0.isCut } }

        func clientSends(_ bytes: [UInt8]) {
            guard let fault = faults.fault else { return }
            state.withLock { state in
                if state.isAnswered {
                    let line = bytes.prefix { $0 != UInt8(ascii: "\r") }
                    state.isMeant = !line.ranges(of: Array(fault.on.utf8)).isEmpty
                    (state.isAnswered, state.sent, state.told) = (false, 0, [])
                }
                state.sent += bytes.count
                guard state.isMeant, let after = fault.after, state.sent > after, faults.take() else { return }
                if fault.does == .kill { faults.kill() } else { state.isCut = true }
            }
        }

        func serverSends(_ bytes: [UInt8]) -> [UInt8]? {
            guard let fault = faults.fault else { return bytes }
            return state.withLock { state in
                state.isAnswered = true
                guard state.isMeant else { return bytes }
                if fault.does == .loseReply { return faults.take() ? nil : bytes }
                if fault.does == .useUpQuota {
                    guard faults.take() else { return bytes }
                    state.isCut = true
                    return GatewayFaults.quotaUsedUp
                }
                guard fault.does == .cutStream, let number = fault.events else { return bytes }
                let before = state.told.count
                state.told += bytes
                let events = state.told.ranges(of: Array("\nevent: ".utf8))
                guard events.count >= number, faults.take() else { return bytes }
                state.isCut = true
                // In the middle of its name.
                let end = events[number - 1].upperBound + 12
                return end > before ? Array(bytes.prefix(end - before)) : nil
            }
        }
    }
}
