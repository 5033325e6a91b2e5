import Testing

@testable import HTTPServer

@Suite struct ConnectionStateTests {
    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    private func connection(fedWith text: String) -> ConnectionState {
        var connection = ConnectionState(limits: .init())
        connection.receive(Array(text.utf8))
        return connection
    }

    private func answer(
        _ connection: inout ConnectionState, status: Int = 200, length: ConnectionState.AnswerLength = .known(0),
        mayReadOn: Int = 100
    ) -> String {
        let head = connection.beginAnswer(status: status, headers: ["X": "y"], length: length, date: "D", mayReadOn: mayReadOn)
        return String(decoding: head, as: UTF8.self)
    }

    @Test func requestAnswerNextRequest() {
        var connection = connection(fedWith: get + get)
        guard case .request = connection.nextEvent() else { return #expect(Bool(false)) }
        #expect(connection.reading == .complete && connection.writing == .due)
        #expect(connection.nextEvent() == .paused)
        #expect(answer(&connection) == "HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 0\r\nDate: D\r\n\r\n")
        #expect(connection.endAnswer().isEmpty)
        #expect(connection.disposition() == .reuse)
        connection.nextCycle()
        guard case .request = connection.nextEvent() else { return #expect(Bool(false)) }
        #expect(connection.writing == .due)
    }

    @Test func theEndOfTheStreamBetweenRequestsInAHeadInABody() {
        var idle = connection(fedWith: "")
        #expect(idle.nextEvent() == .needData)
        idle.receiveEnd()
        #expect(idle.nextEvent() == .ended)

        var inHead = connection(fedWith: "GET / HT")
        #expect(inHead.nextEvent() == .needData)
        #expect(inHead.reading == .head)
        inHead.receiveEnd()
        #expect(inHead.nextEvent() == .ended)

        var inBody = connection(fedWith: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab")
        _ = inBody.nextEvent()
        #expect(inBody.nextEvent() == .body(Array("ab".utf8)))
        #expect(inBody.nextEvent() == .needData)
        inBody.receiveEnd()
        #expect(inBody.nextEvent() == .disconnected)
        #expect(inBody.reading == .failed)
    }

    @Test func aRequestBeforeTheClientsHalfCloseIsAnswered() {
        var connection = connection(fedWith: get)
        connection.receiveEnd()
        guard case .request = connection.nextEvent() else { return #expect(Bool(false)) }
        _ = answer(&connection)
        _ = connection.endAnswer()
        connection.nextCycle()
        #expect(connection.nextEvent() == .ended)
    }

    @Test func aFaultIsAnsweredOnceAndHasNoWayBack() {
        var connection = connection(fedWith: "BAD\r\n" + get)
        #expect(connection.nextEvent() == .fault(RequestFault(.malformedRequestLine)))
        #expect(connection.nextEvent() == .fault(RequestFault(.malformedRequestLine)))
        #expect(answer(&connection, status: 400).contains("Connection: close\r\n"))
        _ = connection.endAnswer()
        #expect(connection.disposition() == .drainAndClose)
    }

    @Test func a100IsDueOnceAndWhileTheBodyHasNotComeByItself() {
        let head = "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n"
        var waiting = connection(fedWith: head)
        _ = waiting.nextEvent()
        #expect(waiting.nextEvent() == .needData)
        #expect(waiting.owesContinue)
        let invitation = waiting.takeContinue()
        #expect(invitation == Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        #expect(!waiting.owesContinue)

        var eager = connection(fedWith: head + "ab")
        _ = eager.nextEvent()
        _ = eager.nextEvent()
        #expect(!eager.owesContinue)

        var empty = connection(fedWith: head.replacing("2", with: "0"))
        _ = empty.nextEvent()
        #expect(!empty.owesContinue)

        var refused = connection(fedWith: head)
        _ = refused.nextEvent()
        #expect(answer(&refused, status: 413).contains("Connection: close"))
        _ = refused.endAnswer()
        #expect(refused.disposition() == .drainAndClose)
    }

    @Test(arguments: [(100, true), (3, false)])
    func anAnswerInMidBodyKeepsTheConnectionOnlyIfTheRestIsCheap(mayReadOn: Int, keeps: Bool) {
        var connection = connection(fedWith: "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabcde")
        _ = connection.nextEvent()
        _ = connection.nextEvent()
        #expect(connection.remainingBody == 5)
        #expect(answer(&connection, status: 422, mayReadOn: mayReadOn).contains("Connection: close") != keeps)
        #expect(connection.keepsAlive == keeps)
    }

    @Test func anUnreadChunkedBodyEndsTheConnectionNobodyKnowsHowLongItIs() {
        var connection = connection(fedWith: "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        _ = connection.nextEvent()
        #expect(answer(&connection).contains("Connection: close"))
    }

    @Test func unknownLengthIsChunkedOrRunsToTheEndForHTTP10() {
        var new = connection(fedWith: get)
        _ = new.nextEvent()
        #expect(answer(&new, length: .unknown).contains("Transfer-Encoding: chunked"))
        #expect(new.frame(255).before == Array("ff\r\n".utf8))
        #expect(new.endAnswer() == Array("0\r\n\r\n".utf8))

        var old = connection(fedWith: "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        _ = old.nextEvent()
        let head = answer(&old, length: .unknown)
        #expect(head.contains("Connection: close"))
        #expect(!head.contains("Transfer-Encoding"))
        #expect(old.frame(5).before.isEmpty)
        #expect(old.endAnswer().isEmpty)
        #expect(old.disposition() == .close)
    }

    @Test(arguments: [("HEAD", 200), ("GET", 204), ("GET", 304)])
    func head204And304HaveNoBody(method: String, status: Int) {
        var connection = connection(fedWith: "\(method) / HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = connection.nextEvent()
        let head = answer(&connection, status: status, length: .known(7))
        #expect(!connection.sendsBody)
        #expect(head.contains("Content-Length: 7") == (method == "HEAD"))
        #expect(connection.endAnswer().isEmpty)
        #expect(connection.disposition() == .reuse)
    }

    @Test func interimResponsesGoToHTTP11OnlyAndBeforeTheAnswerOnly() {
        var new = connection(fedWith: get)
        _ = new.nextEvent()
        let bytes = new.interim(status: 104, headers: ["Location": "/u", "Content-Length": "1"])
        #expect(
            bytes.map { String(decoding: $0, as: UTF8.self) }
                == "HTTP/1.1 104 Upload Resumption Supported\r\nLocation: /u\r\n\r\n")
        _ = answer(&new)
        #expect(new.interim(status: 104, headers: [:]) == nil)
        var old = connection(fedWith: "GET / HTTP/1.0\r\n\r\n")
        _ = old.nextEvent()
        #expect(old.interim(status: 104, headers: [:]) == nil)
    }

    @Test func nothingThatAHandlerPassesOnBeginsALineOfItsOwn() {
        var head = ResponseEncoder.start(
            status: 200, headers: ["X": "a\r\nSet-Cookie: b", "Bad Name": "c", "Connection": "x", "Transfer-Encoding": "y"])
        ResponseEncoder.finish(&head, framing: .none, connection: nil, date: "D")
        #expect(String(decoding: head, as: UTF8.self) == "HTTP/1.1 200 OK\r\nX: a  Set-Cookie: b\r\nDate: D\r\n\r\n")
    }
}

@Suite struct MinimumRateTests {
    @Test func aDrippingSenderRunsOutOfPatienceAPausingOneDoesNot() {
        var drip = MinimumRate(bytesPerSecond: 100, allowance: .seconds(10))
        for _ in 0..<9 { drip.received(1, after: .seconds(1)) }
        #expect(drip.patience < .seconds(2))
        var phone = MinimumRate(bytesPerSecond: 100, allowance: .seconds(10))
        for _ in 0..<50 {
            phone.received(2000, after: .seconds(9))
            #expect(phone.patience >= .seconds(10))
        }
    }

    @Test func aFastBeginningBuysNoEndlessPatience() {
        var rate = MinimumRate(bytesPerSecond: 1, allowance: .seconds(10))
        rate.received(.max, after: .zero)
        #expect(rate.patience == .seconds(10))
    }
}

@Suite struct HTTPDateTests {
    @Test(
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"),
        ])
    func asRFC9110WritesThem(second: Int, text: String) { #expect(HTTPDate.format(second) == text) }
}
