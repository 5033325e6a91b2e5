/// The server side of an HTTP/1.1 connection without I/O, in the manner of h11. It takes the received bytes and returns
/// the next event; it takes the answer and returns the bytes to send.
///
/// Reading and writing each have a state. A request and its answer make one cycle:
///
/// | reading    | event                         | becomes    |
/// |------------|-------------------------------|------------|
/// | idle       | first byte of a head          | head       |
/// | idle       | the client's end of stream    | ended      |
/// | head       | a whole head, with a body     | body       |
/// | head       | a whole head, without a body  | complete   |
/// | head       | the client's end of stream    | ended      |
/// | body       | the last byte of the body     | complete   |
/// | body       | the client's end of stream    | failed     |
/// | complete   | next cycle                    | idle       |
/// | idle, head, body | a fault                 | failed     |
///
/// | writing    | event                         | becomes    |
/// |------------|-------------------------------|------------|
/// | waiting    | a head was read, or a fault   | due        |
/// | due        | an interim response           | due        |
/// | due        | the head of the answer        | body       |
/// | body       | the end of the answer         | complete   |
/// | complete   | next cycle                    | waiting    |
///
/// The next cycle begins only when both sides are complete and the connection is kept alive; `failed` and `ended` are
/// final. Pipelined requests wait in the buffer.
struct ConnectionState {
    enum Reading: Hashable { case idle, head, body, complete, ended, failed }
    enum Writing: Hashable { case waiting, due, body, complete }

    enum Event: Hashable {
        /// Read from the client and pass the bytes in.
        case needData
        case request(RequestHead)
        case body([UInt8])
        case endOfBody
        /// The client closed between requests, as it may.
        case ended
        /// The client closed in the middle of a body.
        case disconnected
        case fault(RequestFault)
        /// Nothing is read until the answer is complete.
        case paused
    }

    /// What to do after an answer was sent.
    enum Disposition: Hashable {
        /// Begin the next cycle.
        case reuse
        case close
        /// The client may still be sending: end this side, read for a short while, then close.
        case drainAndClose
    }

    /// How the length of the answer's body is announced.
    enum AnswerLength: Hashable {
        case known(Int)
        case unknown
    }

    private(set) var reading = Reading.idle
    private(set) var writing = Writing.waiting
    private var buffer = ReceiveBuffer()
    private var parser: RequestHeadParser
    private var decoder = BodyDecoder(.none)
    private var sawEnd = false
    private var fault: RequestFault?
    private let limits: RequestHeadParser.Limits

    private(set) var request: RequestHead?
    /// Whether the connection stays open after this cycle.
    private(set) var keepsAlive = true
    /// Whether the client waits for 100 (Continue).
    private(set) var owesContinue = false
    private var isChunked = false
    private var answerHasBody = true

    init(limits: RequestHeadParser.Limits) {
        self.limits = limits
        parser = RequestHeadParser(limits: limits)
    }

    // MARK: - Reading

    mutating func receive(_ bytes: consuming [UInt8]) { buffer.append(bytes) }

    /// The client has ended its side.
    mutating func receiveEnd() { sawEnd = true }

    mutating func nextEvent() -> Event {
        switch reading {
        case .idle, .head: nextHead()
        case .body: nextBody()
        case .complete: .paused
        case .ended: .ended
        case .failed: fault.map { .fault($0) } ?? .disconnected
        }
    }

    private mutating func nextHead() -> Event {
        do throws(RequestFault) {
            guard let head = try parser.parse(&buffer) else {
                if parser.hasBegun { reading = .head }
                guard sawEnd else { return .needData }
                reading = .ended
                return .ended
            }
            begin(head)
            return .request(head)
        } catch {
            return fail(error)
        }
    }

    private mutating func begin(_ head: RequestHead) {
        request = head
        decoder = BodyDecoder(head.framing, trailerLimit: limits.head)
        reading = decoder.hasEnded ? .complete : .body
        writing = .due
        keepsAlive = keepsAlive && head.keepsAlive
        owesContinue = head.expectsContinue && reading == .body
    }

    private mutating func nextBody() -> Event {
        do throws(RequestFault) {
            switch try decoder.next(&buffer) {
            case .data(let bytes):
                // A body that comes without being asked for needs no invitation (RFC 9110 §10.1.1).
                owesContinue = false
                if decoder.hasEnded, case .length = request?.framing { reading = .complete }
                return .body(bytes)
            case .end:
                reading = .complete
                return .endOfBody
            case .needData:
                guard sawEnd else { return .needData }
                reading = .failed
                keepsAlive = false
                return .disconnected
            }
        } catch {
            return fail(error)
        }
    }

    /// Ends reading with a fault that was found elsewhere: a time-out.
    mutating func fail(_ found: RequestFault) -> Event {
        reading = .failed
        fault = found
        keepsAlive = false
        owesContinue = false
        if writing == .waiting { writing = .due }
        return .fault(found)
    }

    /// Changes with each head that differs from the one before it in any byte.
    var headNumber: Int { parser.headNumber }

    /// Bytes that have arrived and were not yet used.
    var buffered: Int { buffer.count }

    /// The bytes of the body that are still to come; nil if chunked.
    var remainingBody: Int? { reading == .body ? decoder.remaining : 0 }

    // MARK: - Writing

    /// Makes this the connection's last cycle.
    mutating func closeAfterThis() { keepsAlive = false }

    /// The bytes of 100 (Continue), if the client waits for it and no answer has begun.
    mutating func takeContinue() -> [UInt8]? {
        guard owesContinue, writing == .due else { return nil }
        owesContinue = false
        return ResponseEncoder.interim(status: 100, headers: [:])
    }

    /// The bytes of an interim response; nil if the client's HTTP version has none or the answer has begun.
    func interim(status: Int, headers: HTTPHeaders) -> [UInt8]? {
        guard writing == .due, request?.version == .oneDotOne else { return nil }
        return ResponseEncoder.interim(status: status, headers: headers)
    }

    /// Begins the answer: returns the bytes of its head. `mayReadOn`: the most bytes of an unread body that are worth
    /// reading to keep the connection. `written`: the result of ``ResponseEncoder/start(status:headers:)`` for status and
    /// headers, if it is known. `more` appends encoded fields, each with its line break.
    mutating func beginAnswer(
        status: Int, headers: HTTPHeaders, written: [UInt8]? = nil, more: (inout [UInt8]) -> Void = { _ in },
        length: AnswerLength, date: String, mayReadOn: Int
    ) -> [UInt8] {
        precondition(writing == .due, "an answer begins once, after a request")
        writing = .body
        if reading == .body {
            // Whoever was not told to continue may send the body or not; nobody knows where the next request begins.
            let isCheap = remainingBody.map { $0 <= mayReadOn } ?? false
            if owesContinue || !isCheap { keepsAlive = false }
        }
        let forbidsBody = status == 204 || status == 304
        answerHasBody = !forbidsBody && request?.method != .head
        isChunked = false
        var framing = ResponseEncoder.Framing.none
        switch length {
        case .known(let count): if !forbidsBody { framing = .length(count) }
        case .unknown where forbidsBody || !answerHasBody: break
        case .unknown where request?.version == .oneDotOne:
            isChunked = true
            framing = .chunked
        case .unknown: keepsAlive = false  // HTTP/1.0: the body ends with the connection
        }
        let connection: String? = !keepsAlive ? "close" : request?.version == .oneDotZero ? "keep-alive" : nil
        var head: [UInt8] = []
        head.reserveCapacity(ResponseEncoder.usualSize)
        head += written ?? ResponseEncoder.start(status: status, headers: headers)
        more(&head)
        ResponseEncoder.finish(&head, framing: framing, connection: connection, date: date)
        return head
    }

    /// Whether the answer's body is sent: not for HEAD, and not with 204 and 304.
    var sendsBody: Bool { answerHasBody }

    /// The framing before and after a piece of a body of unknown length. A piece must not be empty.
    func frame(_ count: Int) -> (before: [UInt8], after: [UInt8]) {
        precondition(writing == .body && count > 0, "pieces of a body follow its head and are not empty")
        guard isChunked else { return ([], []) }
        return (Array("\(String(count, radix: 16))\r\n".utf8), Array("\r\n".utf8))
    }

    /// Ends the answer: returns the bytes of its end.
    mutating func endAnswer() -> [UInt8] {
        precondition(writing == .body, "only an answer that has begun ends")
        writing = .complete
        return isChunked ? Array("0\r\n\r\n".utf8) : []
    }

    /// What to do after the end of an answer. The rest of a cheap body must have been read.
    func disposition() -> Disposition {
        if reading == .complete, keepsAlive { return .reuse }
        return reading == .body || reading == .failed && fault != nil ? .drainAndClose : .close
    }

    /// Begins the next cycle; call it only after ``disposition()`` has returned `reuse`.
    mutating func nextCycle() {
        precondition(reading == .complete && writing == .complete && keepsAlive, "the cycle is not complete")
        reading = .idle
        writing = .waiting
        request = nil
    }
}
