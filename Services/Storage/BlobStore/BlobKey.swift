public import Shared

/// The address of a blob: its tenant, its submission, and a name for its content.
///
/// The address contains a digest of the content. So a written blob never changes, and writing the same bytes twice is
/// harmless. Erasing a submission removes one folder.
public struct BlobKey: Hashable, Sendable {
    public let tenant: TenantID
    public let submission: SubmissionID
    public let digest: ContentDigest
    /// Whether `digest` was made with a key. The store then cannot compare it with the content.
    public let isKeyed: Bool

    public init(tenant: TenantID, submission: SubmissionID, digest: ContentDigest, isKeyed: Bool = false) {
        self.tenant = tenant
        self.submission = submission
        self.digest = digest
        self.isKeyed = isKeyed
    }

    public var space: BlobSpace { BlobSpace(tenant: tenant, submission: submission) }
}

extension BlobKey: CustomStringConvertible {
    /// Begins the name of a blob that was made with a key.
    static let mark = "sealed-"

    public var description: String { "\(space)/\(isKeyed ? Self.mark : "")\(digest.hex)" }
}

/// The part of the store for one submission of one tenant.
public struct BlobSpace: Hashable, Sendable {
    public let tenant: TenantID
    public let submission: SubmissionID

    public init(tenant: TenantID, submission: SubmissionID) {
        self.tenant = tenant
        self.submission = submission
    }

    public func key(_ digest: ContentDigest, isKeyed: Bool = false) -> BlobKey {
        BlobKey(tenant: tenant, submission: submission, digest: digest, isKeyed: isKeyed)
    }

    /// The key of a blob by its name in the store; nil if no blob has such a name.
    func key(named name: Substring) -> BlobKey? {
        let isKeyed = name.hasPrefix(BlobKey.mark)
        return ContentDigest(String(isKeyed ? name.dropFirst(BlobKey.mark.count) : name)).map { key($0, isKeyed: isKeyed) }
    }

    /// The key of a written blob: with its given name, or else with the digest of its content.
    public func key(_ name: ContentDigest?, _ naming: BlobNaming, content: [UInt8]) throws(BlobError) -> BlobKey {
        switch (naming, name, ContentDigest(bytes: content)) {
        case (.byWriter, let name?, _): key(name, isKeyed: true)
        case (.byContent, nil, let digest?): key(digest)
        default: throw BlobError(.inputOutput, detail: "a blob got no name, or two")
        }
    }
}

extension BlobSpace: CustomStringConvertible {
    /// A relative path that is safe on any file system: escapes everything but letters, digits, `-` and `_`.
    public var description: String { "\(BlobSpace.escaped(tenant.description))/\(submission)" }

    static func escaped(_ name: String) -> String {
        var escaped = ""
        for byte in name.utf8 {
            if byte.isLetterOrDigit || "-_".utf8.contains(byte) {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16)
                escaped += "%" + (digits.count == 1 ? "0" + digits : digits)
            }
        }
        return escaped
    }
}
