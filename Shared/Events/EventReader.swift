/// Reads events from a wire, within bounds. It distinguishes events for other readers from broken ones.
public enum EventReader {
    /// The largest event in bytes, below Kafka's usual limit of 1 MB for a record.
    public static let maximumSize = 512 * 1024

    /// Reads only the attributes, whatever the data: they tell whether an event is of interest.
    public static func header(of bytes: [UInt8]) throws(EventFault) -> EventHeader {
        guard bytes.count <= maximumSize else { throw .tooLarge(bytes.count) }
        // Nearly all are sound, and reading twice costs twice: what is wrong with the others is found out then.
        do throws(EventFault) {
            return try decode(EventHeader.self, from: bytes)
        } catch {
            try checkType(of: bytes)
            throw error
        }
    }

    /// Reads the whole event.
    ///
    /// - Throws: `EventFault.unexpectedType` if the event is sound, but has data of another type.
    public static func event<Content: EventData>(
        _ content: Content.Type = Content.self, from bytes: [UInt8]
    ) throws(EventFault) -> CloudEvent<Content> {
        let type = try checkType(of: bytes)
        guard Content.eventTypes.contains(type) else { throw .unexpectedType(type) }
        return try decode(CloudEvent<Content>.self, from: bytes)
    }

    private struct TypeAlone: Decodable {
        let type: String
    }

    /// Reports an unknown type before it reads anything else: the other attributes may have changed, too.
    @discardableResult
    private static func checkType(of bytes: [UInt8]) throws(EventFault) -> EventType {
        guard bytes.count <= maximumSize else { throw .tooLarge(bytes.count) }
        let text = try decode(TypeAlone.self, from: bytes).type
        if let type = EventType(rawValue: text) { return type }
        throw EventType.isNewVersion(text) ? .unknownVersion(text) : .unknownType(text)
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws(EventFault) -> Value {
        do {
            return try CanonicalJSON.decode(type, from: bytes)
        } catch {
            throw .malformed(String(describing: error))
        }
    }
}

/// Why bytes are not an event that can be handled.
public enum EventFault: Error, Sendable, Hashable {
    case tooLarge(Int)
    /// Not JSON, or not a CloudEvent of Docket's form. The text is detail for the log.
    case malformed(String)
    /// A type that this version of Docket does not know: usually ignored.
    case unknownType(String)
    /// A known type with a data version that this version of Docket cannot read. The event must be kept until it can.
    case unknownVersion(String)
    /// A known type with data of another type than requested.
    case unexpectedType(EventType)

    public var code: String {
        switch self {
        case .tooLarge: "event-too-large"
        case .malformed: "event-malformed"
        case .unknownType: "event-unknown-type"
        case .unknownVersion: "event-unknown-version"
        case .unexpectedType: "event-unexpected-type"
        }
    }
}

extension EventFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLarge(let size): "The event has \(size) bytes; at most \(EventReader.maximumSize) are read."
        case .malformed: "The bytes are not an event."
        case .unknownType(let type): "The event's type is unknown: \(type.prefix(128))"
        case .unknownVersion(let type): "The event's version is unknown: \(type.prefix(128))"
        case .unexpectedType(let type): "The event is of another type than expected: \(type.rawValue)"
        }
    }

    public var detail: String {
        if case .malformed(let detail) = self { "\(description) \(detail.prefix(1000))" } else { description }
    }
}
