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

/// Finds pages that a tenant has seen before.
public protocol KnownPictures: Sendable {
    /// The number of the tenant's other submissions with a page that is like each of these, at most
    /// `KnownFilesLimit.submissions`, among at most `KnownFilesLimit.alikePages` candidates for each quarter of a hash. Leaves out
    /// those that nothing is like. Only pages of journeys that ask are looked among.
    func submissionsShowing(
        _ pictures: [PerceptualHash], tenant: TenantID, besides submission: SubmissionID
    ) async throws(StoreError) -> [PerceptualHash: Int]
}

extension PerceptualHash {
    /// The greatest distance, in bits, at which pages of anybody count as alike. With three bits that differ, one of the four
    /// quarters is the same, which an index finds.
    package static let sameDistance = 3
}

public enum KnownFilesLimit {
    /// A blank form may arrive a million times. The exact count does not matter.
    public static let submissions = 100
    /// A file on more pages belongs to nobody in particular. At most this many pages are examined, whichever tenant asks:
    /// of a common form, all of them may be another tenant's.
    public static let pages = 2_000
    /// Of pages that may be alike: a document has many, and each is looked for in four ways.
    public static let alikePages = 500
}
