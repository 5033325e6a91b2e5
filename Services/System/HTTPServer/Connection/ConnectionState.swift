/// One server side of an HTTP/1.1 connection without its I/O, in the manner of h11: it is fed with the bytes that arrive and
/// asked for the next event; it is told what to answer and hands back the bytes to send.
///
/// What is read and what is written each have a state. A request and its answer make one cycle:
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
/// The next cycle begins only when both sides are complete and the connection is kept alive; `failed` and `ended` have no
/// way back. Pipelined requests wait in the buffer.
struct ConnectionState {
    enum Reading: Hashable { case idle, head, body, complete, ended, failed }
    enum Writing: Hashable { case waiting, due, body, complete }

    enum Event: Hashable {
        /// Read from the client and feed it in.
        case needData
        case request(RequestHead)
        case body([UInt8])
        case endOfBody(trailers: HTTPHeaders)
        /// The client closed where it may.
        case ended
        /// The client closed in the middle of a body.
        case disconnected
        case fault(RequestFault)
        /// Nothing is read until the answer is complete.
        case paused
    }

    /// What to do when an answer has been sent.
    enum Disposition: Hashable {
        /// Begin the next cycle.
        case reuse
        case close
        /// The client may still be sending: end our side, read on for a short while, then close.
        case drainAndClose
    }

    /// How the length of the answer's body is told.
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
    /// Whether the connection outlives this cycle.
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
            case .end(let trailers):
                reading = .complete
                return .endOfBody(trailers: trailers)
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

    /// Ends the connection's reading with a fault that was found elsewhere: a time-out.
    mutating func fail(_ found: RequestFault) -> Event {
        reading = .failed
        fault = found
        keepsAlive = false
        owesContinue = false
        if writing == .waiting { writing = .due }
        return .fault(found)
    }

    /// Changes with each request whose head is not the one before it, byte for byte.
    var headNumber: Int { parser.headNumber }

    /// Bytes that have arrived and were not used.
    var buffered: Int { buffer.count }

    /// How much of the body is known to be on its way; nil when chunked.
    var remainingBody: Int? { reading == .body ? decoder.remaining : 0 }

    // MARK: - Writing

    /// Makes this the connection's last cycle.
    mutating func closeAfterThis() { keepsAlive = false }

    /// The bytes of 100 (Continue), if the client waits for it and it is not too late.
    mutating func takeContinue() -> [UInt8]? {
        guard owesContinue, writing == .due else { return nil }
        owesContinue = false
        return ResponseEncoder.interim(status: 100, headers: [:])
    }

    /// The bytes of an interim response; nil when the client knows none or the answer has begun.
    func interim(status: Int, headers: HTTPHeaders) -> [UInt8]? {
        guard writing == .due, request?.version == .oneDotOne else { return nil }
        return ResponseEncoder.interim(status: status, headers: headers)
    }

    /// Begins the answer: the bytes of its head. `mayReadOn` says how many bytes of an unread body are worth reading to keep the
    /// connection; `written` is what ``ResponseEncoder/start(status:headers:)`` made of status and headers, where that is known;
    /// `more` appends fields that are there as bytes, each with its line break.
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

    /// Whether the answer's body is sent at all: not to HEAD, not with 204 and 304.
    var sendsBody: Bool { answerHasBody }

    /// What stands before and after a piece of a body of unknown length. A piece must not be empty.
    func frame(_ count: Int) -> (before: [UInt8], after: [UInt8]) {
        precondition(writing == .body && count > 0, "pieces of a body follow its head and are not empty")
        guard isChunked else { return ([], []) }
        return (Array("\(String(count, radix: 16))\r\n".utf8), Array("\r\n".utf8))
    }

    /// Ends the answer: the bytes that say so.
    mutating func endAnswer() -> [UInt8] {
        precondition(writing == .body, "only an answer that has begun ends")
        writing = .complete
        return isChunked ? Array("0\r\n\r\n".utf8) : []
    }

    /// After the end of an answer; the rest of a cheap body must have been read.
    func disposition() -> Disposition {
        if reading == .complete, keepsAlive { return .reuse }
        return reading == .body || reading == .failed && fault != nil ? .drainAndClose : .close
    }

    /// Begins the next cycle; only after ``disposition()`` said so.
    mutating func nextCycle() {
        precondition(reading == .complete && writing == .complete && keepsAlive, "the cycle is not complete")
        reading = .idle
        writing = .waiting
        request = nil
    }
}
