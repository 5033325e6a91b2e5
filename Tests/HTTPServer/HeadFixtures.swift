@testable import HTTPServer

/// Parses one head from text, whole or byte by byte.
func parseHead(
    _ text: String, limits: RequestHeadParser.Limits = .init(), byteByByte: Bool = false
) throws(RequestFault) -> RequestHead? {
    var parser = RequestHeadParser(limits: limits)
    var buffer = ReceiveBuffer()
    guard byteByByte else {
        buffer.append(Array(text.utf8))
        return try parser.parse(&buffer)
    }
    for byte in text.utf8 {
        buffer.append([byte])
        if let head = try parser.parse(&buffer) { return head }
    }
    return nil
}

/// Why it was refused; nil if it was not.
func fault(in text: String, limits: RequestHeadParser.Limits = .init(), byteByByte: Bool = false) -> RequestFault.Reason? {
    do throws(RequestFault) {
        _ = try parseHead(text, limits: limits, byteByByte: byteByByte)
        return nil
    } catch {
        return error.reason
    }
}
