/// Received bytes that were not yet used.
struct ReceiveBuffer {
    private(set) var bytes: [UInt8] = []
    /// The index of the first unused byte.
    private(set) var start = 0

    var count: Int { bytes.count - start }
    var isEmpty: Bool { start == bytes.count }
    var unused: ArraySlice<UInt8> { bytes[start...] }

    mutating func append(_ more: [UInt8]) {
        if isEmpty {
            bytes = more
        } else {
            bytes.removeFirst(start)
            bytes += more
        }
        start = 0
    }

    mutating func drop(_ count: Int) {
        precondition(0 <= count && count <= self.count)
        start += count
        releaseIfEmpty()
    }

    /// Releases the memory if it is empty. A read's memory is many times the size of a head, so a waiting connection
    /// should hold none.
    mutating func releaseIfEmpty() {
        if isEmpty { (bytes, start) = ([], 0) }
    }

    /// Removes and returns up to `maximum` bytes.
    mutating func take(_ maximum: Int) -> [UInt8] {
        let length = min(maximum, count)
        defer { start += length }
        return start == 0 && length == bytes.count ? bytes : Array(bytes[start..<start + length])
    }

    /// Removes and returns the first line without its CR LF; nil while it is incomplete.
    ///
    /// - Parameter scanned: How many unused bytes are known to hold no line feed; kept up to date.
    /// - Returns: The line, or nil.
    /// - Throws: ``RequestFault`` for a line feed without a carriage return before it.
    mutating func takeLine(scanned: inout Int) throws(RequestFault) -> ArraySlice<UInt8>? {
        var index = start + scanned
        while index < bytes.count, bytes[index] != ASCII.lineFeed { index += 1 }
        guard index < bytes.count else {
            scanned = count
            return nil
        }
        scanned = 0
        guard index > start, bytes[index - 1] == ASCII.carriageReturn else { throw RequestFault(.bareLineBreak) }
        defer { start = index + 1 }
        return bytes[start..<index - 1]
    }
}
