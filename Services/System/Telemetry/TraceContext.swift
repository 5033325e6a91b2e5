/// The position of an operation in a distributed trace, by W3C Trace Context.
public struct TraceContext: Sendable, Hashable, CustomStringConvertible {
    public let traceID: TraceID
    public let spanID: SpanID
    public let flags: TraceFlags
    /// The vendors' part (section 3.3), forwarded unread; nil if it is absent or malformed.
    public let tracestate: String?

    public init(traceID: TraceID, spanID: SpanID, flags: TraceFlags, tracestate: String? = nil) {
        self.traceID = traceID
        self.spanID = spanID
        self.flags = flags
        self.tracestate = tracestate
    }

    /// Parses a `traceparent` header (section 3.2). Nil if it is malformed, of version ff, or has an id of zeros; the
    /// caller then starts a new trace.
    ///
    /// A version above 00 is parsed by the rules of 00; further parts may follow after a dash.
    public init?(traceparent: String, tracestate: String? = nil) {
        let bytes = Array(traceparent.utf8.prefix(Self.length + 1))
        guard bytes.count >= Self.length, bytes[2] == Self.dash, bytes[35] == Self.dash, bytes[52] == Self.dash,
            let version = lowercaseHex(bytes[0..<2]), version != 0xFF,
            let high = lowercaseHex(bytes[3..<19]), let low = lowercaseHex(bytes[19..<35]),
            let span = lowercaseHex(bytes[36..<52]), let flags = lowercaseHex(bytes[53..<55]),
            let traceID = TraceID(high: high, low: low), let spanID = SpanID(span)
        else { return nil }
        if bytes.count > Self.length {
            guard version != 0, bytes[Self.length] == Self.dash else { return nil }
        }
        self.init(
            traceID: traceID, spanID: spanID, flags: TraceFlags(rawValue: UInt8(flags)).intersection(.known),
            tracestate: tracestate.flatMap(Self.validTracestate))
    }

    /// The header value that forwards this context; always version 00.
    public var traceparent: String { "00-\(traceID)-\(spanID)-\(fixedHex(UInt64(flags.rawValue), digits: 2))" }

    /// Appends ``traceparent``, without making a string.
    public func appendTraceparent(to bytes: inout [UInt8]) {
        bytes += "00-".utf8
        traceID.append(to: &bytes)
        bytes.append(Self.dash)
        spanID.append(to: &bytes)
        bytes.append(Self.dash)
        for digit in [flags.rawValue >> 4, flags.rawValue & 0xF] {
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    /// A new span below this one, in the same trace.
    public func child() -> TraceContext {
        TraceContext(traceID: traceID, spanID: .random(), flags: flags, tracestate: tracestate)
    }

    /// A new trace; without `sampled` the sampler decides.
    public static func root(sampled: Bool? = nil) -> TraceContext {
        let id = TraceID.random()
        let isSampled = sampled ?? SpanRecorder.shared.samplesRoot(id)
        return TraceContext(traceID: id, spanID: .random(), flags: isSampled ? .sampled : [])
    }

    public var description: String { traceparent }

    private static let length = 55
    private static let dash = UInt8(ascii: "-")

    /// Whether the header has at most 512 printable characters and 32 members, each with a key. Otherwise it is dropped,
    /// as the specification allows.
    private static func validTracestate(_ text: String) -> String? {
        guard !text.isEmpty, text.utf8.count <= 512,
            text.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 })
        else { return nil }
        let members = text.split(separator: ",", omittingEmptySubsequences: false)
        guard members.count <= 32 else { return nil }
        let named = members.allSatisfy { member in
            let trimmed = member.drop { $0 == " " || $0 == "\t" }
            return trimmed.isEmpty || (trimmed.firstIndex(of: "=") ?? trimmed.startIndex) > trimmed.startIndex
        }
        return named ? text : nil
    }
}

/// The flags of section 3.2.2.5, and the random flag of Level 2; other flags are dropped.
public struct TraceFlags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The caller may have recorded the trace.
    public static let sampled = TraceFlags(rawValue: 1)
    /// The right-most seven bytes of the trace id are random.
    public static let random = TraceFlags(rawValue: 2)
    static let known: TraceFlags = [.sampled, .random]
}
