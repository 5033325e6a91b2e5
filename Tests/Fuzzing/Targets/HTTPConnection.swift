@testable import HTTPServer

/// The server's side of a connection, fed with whatever a client can send.
///
/// What must hold: it never traps and always makes progress; how the bytes are cut into pieces changes nothing; a request says
/// again what it said when it is written down and read once more; what is kept unread is bounded; an answer is one answer.
enum HTTPConnection: FuzzTarget {
    private static let limits = RequestHeadParser.Limits(target: 64, head: 512, fields: 8)
    /// No more than this of the input is unread after each event has been taken: a head or a chunk line within its limits.
    private static let buffered = 1024 + 64

    /// What came out of a connection.
    private struct Exchange: Equatable {
        let head: RequestHead
        var body: [UInt8] = []
        var isWhole = false
        var answer: [UInt8] = []
    }

    private struct Outcome: Equatable {
        var exchanges: [Exchange] = []
        /// Which of several faults is found first may depend on the pieces; that there is one may not.
        var isFaulty = false
        var disposition: ConnectionState.Disposition?
    }

    static func run(_ input: [UInt8]) {
        // The first byte says how the rest is cut.
        guard let cut = input.first else { return }
        let bytes = input[1...]
        let whole = outcome(of: bytes, pieces: bytes.count)
        let cutUp = outcome(of: bytes, pieces: 1 + Int(cut % 64))
        precondition(whole == cutUp, "the same bytes in other pieces mean something else")
        for exchange in whole.exchanges { checkRepeatable(exchange.head) }
    }

    private static func outcome(of bytes: ArraySlice<UInt8>, pieces: Int) -> Outcome {
        var connection = ConnectionState(limits: limits)
        var outcome = Outcome()
        var rest = bytes
        while true {
            switch connection.nextEvent() {
            case .needData:
                precondition(connection.buffered <= buffered, "more is kept than any head or chunk line may have")
                if rest.isEmpty {
                    connection.receiveEnd()
                } else {
                    connection.receive(Array(rest.prefix(pieces)))
                    rest = rest.dropFirst(pieces)
                }
            case .request(let head):
                outcome.exchanges.append(Exchange(head: head))
                if connection.reading == .complete { guard answer(&connection, &outcome) else { return outcome } }
            case .body(let piece):
                precondition(!piece.isEmpty, "a piece of a body holds something")
                outcome.exchanges[outcome.exchanges.count - 1].body += piece
                if connection.reading == .complete { guard answer(&connection, &outcome) else { return outcome } }
            case .endOfBody:
                guard answer(&connection, &outcome) else { return outcome }
            case .fault(let fault):
                outcome.isFaulty = true
                precondition(!connection.keepsAlive && connection.writing == .due, "a fault is answered, and nothing follows")
                _ = connection.beginAnswer(
                    status: fault.status, headers: [:], length: .known(0), date: "D", mayReadOn: 0)
                _ = connection.endAnswer()
                outcome.disposition = connection.disposition()
                return outcome
            case .ended, .disconnected: return outcome
            case .paused: preconditionFailure("a complete request was answered")
            }
        }
    }

    /// Answers the request in hand; whether another may follow.
    private static func answer(_ connection: inout ConnectionState, _ outcome: inout Outcome) -> Bool {
        let last = outcome.exchanges.count - 1
        let exchange = outcome.exchanges[last]
        if case .length(let length) = exchange.head.framing {
            precondition(exchange.body.count == length, "a body is as long as it was said to be")
        }
        precondition(exchange.head.framing != .none || exchange.body.isEmpty, "no body without framing")
        var answer = connection.beginAnswer(
            status: 200, headers: ["X-Target": "\(exchange.head.target)", "X-Host": exchange.head.host ?? ""],
            length: exchange.head.method == .post ? .unknown : .known(1), date: "D", mayReadOn: 0)
        if connection.sendsBody {
            let frame = connection.frame(1)
            answer += frame.before + [0x61] + frame.after
        }
        answer += connection.endAnswer()
        let ends = answer.indices.dropFirst(3).filter { answer[($0 - 3)...$0].elementsEqual([13, 10, 13, 10]) }
        precondition(!ends.isEmpty, "the head of an answer ends")
        precondition(ends.count <= 2, "nothing of a request ends the head of its answer early")
        outcome.exchanges[last].answer = answer
        outcome.exchanges[last].isWhole = true
        guard connection.disposition() == .reuse else {
            precondition(connection.disposition() == .close, "a request that was read whole leaves nothing to drain")
            outcome.disposition = .close
            return false
        }
        connection.nextCycle()
        return true
    }

    /// What another parser behind us would be told is what we were told.
    private static func checkRepeatable(_ head: RequestHead) {
        var text: [UInt8] = []
        let target =
            switch head.target {
            case .asterisk: "*"
            case .origin(let path, let query): path + (query.map { "?\($0)" } ?? "")
            }
        text += "\(head.method.rawValue) \(target) \(head.version.rawValue)\r\n".utf8
        for field in head.headers.fields { text += "\(field.name): \(field.value)\r\n".utf8 }
        text += "\r\n".utf8
        // Bytes that were no UTF-8 take more room as characters, and an absolute target is written without its authority.
        var parser = RequestHeadParser(limits: .init(target: 128, head: 2048, fields: 8))
        var buffer = ReceiveBuffer()
        buffer.append(text)
        do throws(RequestFault) {
            guard let again = try parser.parse(&buffer) else { preconditionFailure("a head that was read is a head") }
            precondition(buffer.isEmpty && again.method == head.method && again.target == head.target)
            precondition(again.framing == head.framing && again.keepsAlive == head.keepsAlive && again.headers == head.headers)
            precondition(again.expectsContinue == head.expectsContinue && again.version == head.version)
        } catch {
            preconditionFailure("a head that was accepted is refused: \(error.reason)")
        }
    }

    static var seeds: [[UInt8]] {
        let heads = [
            "GET /a/b?c=d HTTP/1.1\r\nHost: a\r\n\r\n",
            "\r\nGET http://example.com:80/x HTTP/1.1\r\nHost: [::1]:80\r\nX: a\tb\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: upgrade, keep-alive\r\n\r\n",
            "OPTIONS / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
            "HEAD / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n",
            "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\nhello",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;a=\"b\"\r\nhello\r\n00\r\nX: y\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\na",
            "GET / HTTP/1.1\nHost: a\n\n", "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", "CONNECT a:80 HTTP/1.1\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n", "GET / HTTP/2.0\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ].map { Array($0.utf8) }
        let opaque = Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xFF, 0x80] + Array("\r\n\r\n".utf8)
        let all = heads + [opaque, heads[0] + heads[5] + heads[6] + heads[4]]
        return all.enumerated().map { [UInt8($0.offset)] + $0.element }
    }
}
