public import FoundationEssentials
public import Shared

/// Gives the events of a recording another tenant and unique ids, so that a replay touches no real data. Within a run,
/// equal ids become equal new ids; no table of ids is kept.
public struct ShadowIdentity: Sendable {
    public let tenant: TenantID
    private let mask: [UInt8]

    /// `run`: random, and different for each run.
    public init(tenant: TenantID, run: UUID) {
        self.tenant = tenant
        var mask = Self.bytes(run)
        // Version and variant stay what they are: an id of version 7 remains one.
        mask[6] &= 0x0F
        mask[8] &= 0x3F
        // At least one bit differs whatever the run.
        mask[15] |= 1
        self.mask = mask
    }

    /// Different for each lap over the recording.
    public func uuid(for original: UUID, lap: Int) -> UUID {
        var bytes = zip(Self.bytes(original), mask).map { $0 ^ $1 }
        bytes[13] ^= UInt8(truncatingIfNeeded: lap >> 16)
        bytes[14] ^= UInt8(truncatingIfNeeded: lap >> 8)
        bytes[12] ^= UInt8(truncatingIfNeeded: lap)
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10],
                bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }

    private static func bytes(_ id: UUID) -> [UInt8] {
        let parts = id.uuid
        return [
            parts.0, parts.1, parts.2, parts.3, parts.4, parts.5, parts.6, parts.7, parts.8, parts.9, parts.10, parts.11,
            parts.12,
            parts.13, parts.14, parts.15,
        ]
    }

    /// The event with its new ids, and the submission that is its key.
    ///
    /// - Throws: `EventFault` if it is no event.
    public func shadow(_ event: [UInt8], lap: Int) throws(EventFault) -> (event: [UInt8], submission: SubmissionID, id: EventID) {
        let header = try EventReader.header(of: event)
        let submission = SubmissionID(uuid(for: header.submission.uuid, lap: lap))
        let id = EventID(uuid(for: header.id.uuid, lap: lap))
        // Docket writes members in the order of their names, so `data` comes before these three: the last of each is the event's
        // own. What another program wrote is read as a whole.
        var bytes = event
        let isReplaced =
            Self.replace("tenant", header.tenant.rawValue, tenant.rawValue, in: &bytes)
            && Self.replace("subject", "\(header.submission)", "\(submission)", in: &bytes)
            && Self.replace("id", "\(header.id)", "\(id)", in: &bytes)
        if isReplaced, let new = try? EventReader.header(of: bytes), new.submission == submission, new.id == id,
            new.tenant == tenant
        {
            return (bytes, submission, id)
        }
        guard case .object(var members)? = try? CanonicalJSON.decode(JSONValue.self, from: event) else {
            throw .malformed("no object")
        }
        members["tenant"] = .string(tenant.rawValue)
        members["subject"] = .string("\(submission)")
        members["id"] = .string("\(id)")
        guard let written = try? CanonicalJSON.encode(JSONValue.object(members)) else { throw .malformed("not writable") }
        return (written, submission, id)
    }

    private static func replace(_ name: String, _ old: String, _ new: String, in bytes: inout [UInt8]) -> Bool {
        let pattern = Array("\"\(name)\":\"\(old)\"".utf8)
        guard let place = ByteSearch.last(pattern, in: bytes[...]) else { return false }
        bytes.replaceSubrange(place..<(place + pattern.count), with: "\"\(name)\":\"\(new)\"".utf8)
        return true
    }
}
