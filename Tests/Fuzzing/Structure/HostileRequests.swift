import Telemetry

@testable import HTTPServer

/// Requests as a client writes them, in the shape that a fuzzer changes most easily: a line with method and target, a line for
/// each field, and an empty line before the next request. The server's own parser decides what of it is a request.
enum HostileRequests {
    static func requests(in bytes: [UInt8], atMost limit: Int = 16) -> [HTTPRequest] {
        var requests: [HTTPRequest] = []
        var lines: [ArraySlice<UInt8>] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) + [[]] {
            guard line.isEmpty else {
                lines.append(line)
                continue
            }
            if let request = request(lines) { requests.append(request) }
            if requests.count == limit { break }
            lines = []
        }
        return requests
    }

    private static func request(_ lines: [ArraySlice<UInt8>]) -> HTTPRequest? {
        guard let first = lines.first else { return nil }
        var text = first + Array(" HTTP/1.1\r\nHost: docket.example\r\n".utf8)
        for line in lines.dropFirst() { text += line + [0x0D, 0x0A] }
        text += [0x0D, 0x0A]
        var parser = RequestHeadParser(limits: .init())
        var buffer = ReceiveBuffer()
        buffer.append(Array(text))
        guard let head = try? parser.parse(&buffer), let place = try? RequestPlace(head.target) else { return nil }
        let length: Int? =
            switch head.framing {
            case .none: 0
            case .length(let count): count
            case .chunked: nil
            }
        return HTTPRequest(
            head, place, body: RequestBody(declaredLength: length, source: StoredBody([])), origin: .init(),
            identity: RequestIdentity(trace: .root()), interim: .none)
    }
}

extension Problem {
    /// What a client is told of a request of its own: never that the server is at fault.
    var isOfTheRequest: Bool { (400..<500).contains(status) && detail?.isEmpty == false }
}
