#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A UUID typed by what it names: a page's id cannot be passed for a document's.
///
/// JSON, URLs and logs have it as the 36 lower-case characters of RFC 9562, section 4.
public struct Identifier<Tag>: Hashable, Sendable {
    public let uuid: UUID

    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// Whether it contains its time of creation (version 7).
    public var isTimeOrdered: Bool { uuid.uuid.6 >> 4 == 7 }

    /// A random (version 4) identifier, for tests and for clients. Services make time-ordered ones (version 7).
    public static func random() -> Self {
        Self(UUID())
    }
}

extension Identifier: LosslessStringConvertible {
    /// Nil for anything but the 36 characters of a UUID. Upper case becomes lower case.
    public init?(_ description: String) {
        // By hand as well: Foundation has the C library scan it by a format.
        guard description.utf8.count == 36 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        var high: UInt8?
        for (index, character) in description.utf8.enumerated() {
            switch index {
            case 8, 13, 18, 23:
                guard character == UInt8(ascii: "-") else { return nil }
            default:
                guard let value = Hex.value(of: character) else { return nil }
                if let upper = high { bytes.append(upper << 4 | value) }
                high = high == nil ? value : nil
            }
        }
        uuid = UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10],
                bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }

    public var description: String {
        // An answer holds dozens: written by hand it takes a tenth of the time.
        let id = uuid.uuid
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for byte in [id.0, id.1, id.2, id.3] { Hex.append(byte, to: &text) }
        text.append(UInt8(ascii: "-"))
        for byte in [id.4, id.5] { Hex.append(byte, to: &text) }
        text.append(UInt8(ascii: "-"))
        for byte in [id.6, id.7] { Hex.append(byte, to: &text) }
        text.append(UInt8(ascii: "-"))
        for byte in [id.8, id.9] { Hex.append(byte, to: &text) }
        text.append(UInt8(ascii: "-"))
        for byte in [id.10, id.11, id.12, id.13, id.14, id.15] { Hex.append(byte, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Identifier: Comparable {
    /// By the bytes, and so by time for time-ordered identifiers.
    public static func < (left: Self, right: Self) -> Bool { left.uuid < right.uuid }
}

extension Identifier: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(ofText: { Self($0) }, or: "This is not a UUID.")
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

/// Names an upload in the type system only. The gateway stores the transfer itself.
public enum UploadTag: Sendable {}

public typealias SubmissionID = Identifier<Submission>
public typealias DocumentID = Identifier<Document>
public typealias PageID = Identifier<Page>
public typealias EventID = Identifier<EventHeader>
public typealias UploadID = Identifier<UploadTag>
