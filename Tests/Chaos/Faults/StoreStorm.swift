import Support
import Synchronization

/// What lies between the suite and its S3: nothing, or a storm.
final class StoreStorm: Sendable {
    private let state: Mutex<(generator: SeededGenerator, isRaging: Bool)>

    init(seed: UInt64) { state = Mutex((SeededGenerator(seed: seed), false)) }

    func rage(_ isRaging: Bool) { state.withLock { $0.isRaging = isRaging } }

    var conversation: any ProxiedConversation { Conversation(self) }

    private enum Fate { case passes, refused, cut }

    /// Of an answer.
    private func drawFate() -> Fate {
        state.withLock { state in
            guard state.isRaging else { return .passes }
            return switch state.generator.number(below: 10) {
            case 0..<4: .refused
            case 4..<7: .cut
            default: .passes
            }
        }
    }

    /// Of a piece of a request.
    private func drawCut() -> Bool { state.withLock { $0.isRaging && $0.generator.chance(0.1) } }

    private final class Conversation: ProxiedConversation {
        private struct State {
            /// Whether what the server sends next begins an answer.
            var awaitsAnswer = false
            var isCut = false
        }

        private let storm: StoreStorm
        private let state = Mutex(State())

        init(_ storm: StoreStorm) { self.storm = storm }

        var isCut: Bool { state.withLock { $0.isCut } }

        func clientSends(_ bytes: [UInt8]) {
            let isCut = storm.drawCut()
            state.withLock { state in
                state.awaitsAnswer = true
                if isCut { state.isCut = true }
            }
        }

        func serverSends(_ bytes: [UInt8]) -> [UInt8]? {
            let beginsAnswer = state.withLock { state in
                defer { state.awaitsAnswer = false }
                return state.awaitsAnswer
            }
            switch storm.drawFate() {
            case .passes: return bytes
            // As S3 does where it is asked too much. In the middle of an answer there is no room for another one.
            case .refused where beginsAnswer:
                state.withLock { $0.isCut = true }
                return Self.refusal
            case .refused, .cut: return nil
            }
        }

        private static let refusal: [UInt8] = {
            let body = "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"
            let head = "HTTP/1.1 503 Slow Down\r\nContent-Type: application/xml\r\nConnection: close\r\n"
            return Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
        }()
    }
}
