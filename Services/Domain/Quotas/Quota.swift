/// A quantity with a limit. Problems, headers and metrics have the raw value as its name.
public enum Quota: String, CaseIterable, Sendable {
    /// Files of a submission: its pages, its uploads in progress, and finished parts without a page.
    case submissionFiles = "submission-files"
    case submissionBytes = "submission-bytes"
    /// All uploads and files that ever came through a link, whatever their outcome.
    case linkFiles = "link-files"
    case linkBytes = "link-bytes"
    /// Uploads of a tenant in progress, and finished parts without a page.
    case tenantUploads = "tenant-uploads"
    case tenantBytes = "tenant-bytes"

    public var countsBytes: Bool {
        switch self {
        case .submissionFiles, .linkFiles, .tenantUploads: false
        case .submissionBytes, .linkBytes, .tenantBytes: true
        }
    }
}

/// A number of files, and their total size in bytes.
public struct FileBudget: Hashable, Sendable {
    public var files: Int
    public var bytes: Int

    public init(files: Int, bytes: Int) {
        self.files = files
        self.bytes = bytes
    }
}

/// The limits for one request.
public struct QuotaTerms: Hashable, Sendable {
    public let submission: FileBudget
    /// For a request with a link; nil for others.
    public let link: Link?
    public let tenant: FileBudget
    /// The size of the largest file of any journey of this installation, in bytes.
    public let largestFile: Int

    public struct Link: Hashable, Sendable {
        public let id: LinkID
        public let budget: FileBudget

        public init(id: LinkID, budget: FileBudget) {
            self.id = id
            self.budget = budget
        }
    }

    public init(submission: FileBudget, link: Link?, tenant: FileBudget, largestFile: Int) {
        self.submission = submission
        self.link = link
        self.tenant = tenant
        self.largestFile = largestFile
    }
}

/// A file of a request, counted in the transaction that makes its page.
public struct QuotaCharge: Hashable, Sendable {
    public let terms: QuotaTerms
    public let bytes: Int

    public init(bytes: Int, under terms: QuotaTerms) {
        self.bytes = bytes
        self.terms = terms
    }
}

/// Files that are about to come. The transaction that makes room for them, such as the document that they are pages of, refuses where the
/// budget has none; they are counted when they are pages.
public struct QuotaForecast: Hashable, Sendable {
    public let terms: QuotaTerms
    public let files: Int
    /// Of all of them together.
    public let bytes: Int

    public init(files: Int, bytes: Int, under terms: QuotaTerms) {
        (self.terms, self.files, self.bytes) = (terms, files, bytes)
    }
}

/// A limit that would be exceeded.
public struct QuotaRefusal: Error, Hashable, Sendable {
    public let quota: Quota
    public let limit: Int
    public let used: Int
}
