public import Shared

/// Finds files that a tenant has seen before.
public protocol KnownFiles: Sendable {
    /// The number of the tenant's other submissions, once submitted, with each of these files. Leaves out files that are
    /// in none. Counts at most `KnownFilesLimit.submissions` for a file, among at most `KnownFilesLimit.pages` pages with
    /// it.
    func submissionsHolding(
        _ digests: [ContentDigest], tenant: TenantID, besides submission: SubmissionID
    ) async throws(StoreError) -> [ContentDigest: Int]
}

public enum KnownFilesLimit {
    /// A blank form may arrive a million times. The exact count does not matter.
    public static let submissions = 100
    /// A file on more pages belongs to nobody in particular. At most this many pages are examined, whichever tenant asks:
    /// of a common form, all of them may be another tenant's.
    public static let pages = 2_000
}
