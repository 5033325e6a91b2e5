public import Crypto
public import Shared

/// The key that everything of one submission is sealed with. Destroying it makes every copy of the submission's files
/// unreadable.
///
/// It encrypts nothing itself: each file, each piece and the names of files have keys of their own, derived from it.
public struct SubmissionKey: Sendable {
    public let tenant: TenantID
    public let submission: SubmissionID
    private let secret: SecretBytes
    private let names: SecretBytes

    private init(_ secret: SecretBytes, tenant: TenantID, submission: SubmissionID) {
        (self.secret, self.tenant, self.submission) = (secret, tenant, submission)
        names = HKDFSHA256.derive(from: secret, salt: [], info: Array("docket names of blobs 1".utf8))
    }

    /// A new random key.
    public static func random(tenant: TenantID, submission: SubmissionID) -> SubmissionKey {
        SubmissionKey(.random(AES256GCM.keyLength), tenant: tenant, submission: submission)
    }

    /// The name of a blob in the store. Without the key nobody can tell whether a known file is stored.
    public func name(of digest: ContentDigest) -> ContentDigest {
        ContentDigest(of: names.authenticationCode(of: digest.bytes))
    }

    /// A derived key for one use; each `salt` gives another one.
    func key(for use: String, salt: [UInt8]) -> SecretBytes {
        HKDFSHA256.derive(from: secret, salt: salt, info: Array(use.utf8))
    }

    /// What each sealed thing of the submission is bound to, beside its key.
    var context: [UInt8] { Self.context(tenant, submission) }

    private static func context(_ tenant: TenantID, _ submission: SubmissionID) -> [UInt8] {
        let name = Array(tenant.description.utf8)
        return BigEndian.bytes(UInt64(name.count)) + name + Array(submission.description.utf8)
    }

    // MARK: - Wrapped

    /// Wraps the key under that of its tenant.
    public func wrapped(by tenantKey: SecretBytes) throws(SealingError) -> [UInt8] {
        do {
            return try AES256GCM.wrap(secret, by: tenantKey, context: Self.use + context)
        } catch {
            throw SealingError(.unavailable, "a submission's key cannot be wrapped: \(error.description)")
        }
    }

    /// - Throws: `damaged` if the tenant's key did not wrap this for this submission.
    public init(
        unwrapping wrapped: [UInt8], by tenantKey: SecretBytes, tenant: TenantID, submission: SubmissionID
    ) throws(SealingError) {
        guard let opened = AES256GCM.unwrap(wrapped, by: tenantKey, context: Self.use + Self.context(tenant, submission)),
            opened.count == AES256GCM.keyLength
        else {
            throw SealingError(.damaged, "the key of the submission \(submission) does not open with the key of its tenant")
        }
        self.init(opened, tenant: tenant, submission: submission)
    }

    private static let use = Array("docket key of a submission 1".utf8)
}

/// Big-endian bytes of numbers.
enum BigEndian {
    static func bytes(_ number: UInt64) -> [UInt8] {
        stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// The number in the first eight bytes; nil if there are fewer.
    static func number(_ bytes: ArraySlice<UInt8>) -> UInt64? {
        guard bytes.count >= 8 else { return nil }
        return bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
}
