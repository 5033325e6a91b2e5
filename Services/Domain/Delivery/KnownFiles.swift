public import Shared

/// Which files a tenant has seen before.
public protocol KnownFiles: Sendable {
    /// In how many other submissions of the tenant that were submitted each of these files is; those in none are left out. No more
    /// than `KnownFilesLimit.submissions` are counted for a file, among `KnownFilesLimit.pages` pages of all that have it.
    func submissionsHolding(
        _ digests: [ContentDigest], tenant: TenantID, besides submission: SubmissionID
    ) async throws(StoreError) -> [ContentDigest: Int]
}

public enum KnownFilesLimit {
    /// A blank form may have come in a million times, and nobody needs to know how often exactly.
    public static let submissions = 100
    /// A file that is on more pages than that is nobody's own. So many are looked at, whoever asks: of a blank form that came to
    /// one tenant a million times, none may be another's.
    public static let pages = 2_000
}
