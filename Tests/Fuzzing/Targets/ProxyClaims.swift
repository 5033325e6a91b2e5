@testable import HTTPServer

/// What proxies, and those who pretend to be one, say about a client. What must hold: a header of the PROXY protocol means the
/// same however its bytes arrive; what somebody in front of a trusted proxy wrote cannot change the address that the proxy wrote.
enum ProxyClaims: FuzzTarget {
    static func run(_ input: [UInt8]) {
        checkProxyHeader(input)
        let text = String(decoding: input.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
        checkForwarded(text)
        _ = AddressBlock(parsing: text)
    }

    private static func checkProxyHeader(_ bytes: [UInt8]) {
        let whole = Result { () throws(ProxyHeader.Malformed) in try ProxyHeader.read(bytes[...]) }
        for count in bytes.indices {
            let part = Result { () throws(ProxyHeader.Malformed) in try ProxyHeader.read(bytes[..<count]) }
            switch (part, whole) {
            case (.success(.needMore), _): continue
            case (.failure, .failure): return
            case (.success(let first), .success(let second)):
                precondition(first == second, "more bytes change what a whole header means")
                return
            default: preconditionFailure("more bytes change whether it is a header")
            }
        }
        if case .success(.whole(let length, _)) = whole { precondition(length <= bytes.count) }
    }

    private static func checkForwarded(_ text: String) {
        guard let block = AddressBlock(parsing: "10.0.0.0/8"), let peer = IPAddress(parsing: "10.0.0.1"),
            let client = IPAddress(parsing: "203.0.113.7")
        else { preconditionFailure("these are addresses") }
        let proxies = TrustedProxies([block])
        let name = TrustedProxies.Header.xForwardedFor.rawValue
        // The proxy appends, in the same field or in one of its own.
        for fields in [[text + ", 203.0.113.7"], [text, "203.0.113.7"], [text, "203.0.113.7, 10.1.1.1"]] {
            let headers = HTTPHeaders(fields.map { .init(name: name, value: $0) })
            precondition(proxies.client(of: peer, headers) == client, "a client has changed what the proxy says")
        }
        _ = TrustedProxies([block], header: .forwarded).client(of: peer, ["Forwarded": text])
        if let address = ForwardedHops.node(text[...]) {
            precondition(address.customer.masked.hasSuffix(address.isIPv4 ? "/24" : "/48"))
        }
    }

    static var seeds: [[UInt8]] {
        let texts = [
            "PROXY TCP4 203.0.113.7 10.0.0.1 4711 80\r\n", "PROXY TCP6 2001:db8::7 ::1 4711 80\r\nGET", "PROXY UNKNOWN\r\n",
            "203.0.113.7, 10.1.1.1", "for=\"[2001:db8::7]:80\";proto=https, for=_hidden;by=\"a\\\"b\"", "::ffff:192.0.2.1/96",
            "1::2:3.4.5.6", "\u{602}",
        ].map { Array($0.utf8) }
        let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
        return texts + [
            signature + [0x21, 0x11, 0, 12, 203, 0, 113, 7, 10, 0, 0, 1, 1, 2, 0, 80],
            signature + [0x21, 0x21, 0, 36] + [UInt8](repeating: 7, count: 36), signature + [0x20, 0, 0, 0],
        ]
    }
}
