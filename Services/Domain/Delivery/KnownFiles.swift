public import Shared

/// Which files a tenant has seen before.
public protocol KnownFiles: Sendable {
    /// In how many other submissions of the tenant that were submitted each of these files is; those in none are left out. No more
    /// than `KnownFilesLimit.submissions` are counted for a file.
    func submissionsHolding(
        _ digests: [ContentDigest], tenant: TenantID, besides submission: SubmissionID
    ) async throws(StoreError) -> [ContentDigest: Int]
}

public enum KnownFilesLimit {
    /// A blank form may have come in a million times, and nobody needs to know how often exactly.
    public static let submissions = 100
}
