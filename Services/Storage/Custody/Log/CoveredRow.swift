internal import Crypto
public import Shared

/// A table's row as the log covers it: its fields, in the canonical form of RFC 8785. `evidence.md` names them.
public struct CoveredRow: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable { case audit, event }

    public let kind: Kind
    /// The number of the row in its table: `audit.id`, `events.position`.
    public let number: Int64
    /// All fields by name. Absent ones are null. Numbers are text, so that none is rounded.
    public let members: [String: JSONValue]

    private init(_ kind: Kind, _ number: Int64, _ members: [String: String?]) {
        (self.kind, self.number) = (kind, number)
        var all = members.mapValues { $0.map { JSONValue.string($0) } ?? .null }
        all["kind"] = .string(kind.rawValue)
        all["number"] = .string(String(number))
        self.members = all
    }

    /// An act. The time is in UTC with six decimals, such as `2026-11-01T09:30:00.123456Z`; ids are in lower case.
    public static func audit(
        number: Int64, tenant: String, submission: String?, action: String, resource: String, basis: String, actor: String,
        time: String, event: String?, address: String?, note: String?
    ) -> CoveredRow {
        CoveredRow(
            .audit, number,
            [
                "tenant": tenant, "submission": submission, "action": action, "resource": resource, "basis": basis,
                "actor": actor, "time": time, "event": event, "address": address, "note": note,
            ])
    }

    /// An event of a submission. The digest of its bytes is covered, as `sha256:` and hexadecimal digits.
    public static func event(
        number: Int64, id: String, submission: String, tenant: String, sequence: Int64, type: String, topic: String?,
        time: String, traceparent: String?, payload: ContentDigest
    ) -> CoveredRow {
        CoveredRow(
            .event, number,
            [
                "id": id, "submission": submission, "tenant": tenant, "sequence": String(sequence), "type": type,
                "topic": topic, "time": time, "traceparent": traceparent, "payload": payload.description,
            ])
    }

    public var tenant: String { text("tenant") ?? "" }
    public var submission: String? { text("submission") }

    private func text(_ name: String) -> String? { if case .string(let text)? = members[name] { text } else { nil } }

    public var json: JSONValue { .object(members) }

    /// The hash of its leaf. Without the salt and the row it reveals nothing, even with few possible rows.
    public func leaf(salt: [UInt8]) -> LogHash {
        LogHash(commitment: commitment(salt: salt), submission: submission)
    }

    /// Commits to the row, and reveals nothing of it without the salt.
    public func commitment(salt: [UInt8]) -> [UInt8] {
        HMACSHA256.authenticate(JSONCanonicalization.bytes(of: json), key: salt)
    }

    public static let saltLength = 32
    public static let commitmentLength = 32
}
