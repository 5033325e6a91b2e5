/// A message on a job's stream: a bounded header and a bounded payload.
///
/// ```
/// 4 bytes  length of the header, big-endian
/// 4 bytes  length of the payload, big-endian
/// header, payload
/// ```
public struct JailFrame: Hashable, Sendable {
    public var header: [UInt8]
    public var payload: [UInt8]

    public init(header: [UInt8], payload: [UInt8] = []) {
        self.header = header
        self.payload = payload
    }

    public static let maximumHeaderBytes = 64 * 1024
    public static let maximumPayloadBytes = 64 << 20

    /// The prefix before header and payload.
    public func prefix() throws(JailFrameFault) -> [UInt8] {
        guard header.count <= Self.maximumHeaderBytes, payload.count <= Self.maximumPayloadBytes else { throw .tooLong }
        return JailFramePrefix(headerBytes: header.count, payloadBytes: payload.count).bytes
    }
}

/// The lengths before a frame.
public struct JailFramePrefix: Hashable, Sendable {
    public let headerBytes: Int
    public let payloadBytes: Int

    public static let count = 8

    init(headerBytes: Int, payloadBytes: Int) {
        self.headerBytes = headerBytes
        self.payloadBytes = payloadBytes
    }

    /// Reads a prefix. Refuses lengths beyond the bounds before any allocation.
    public init(parsing bytes: [UInt8]) throws(JailFrameFault) {
        guard bytes.count == Self.count else { throw .truncated }
        let header = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let payload = bytes[4..<8].reduce(0) { $0 << 8 | Int($1) }
        guard header > 0, header <= JailFrame.maximumHeaderBytes, payload <= JailFrame.maximumPayloadBytes else { throw .tooLong }
        self.init(headerBytes: header, payloadBytes: payload)
    }

    var bytes: [UInt8] {
        [headerBytes, payloadBytes].flatMap { length in (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } }
    }
}

/// A stream without valid frames.
public enum JailFrameFault: Error, Hashable, Sendable {
    /// The stream ended within a frame.
    case truncated
    /// A length beyond the bounds.
    case tooLong
    /// A header that is not a known message.
    case malformedHeader
}
