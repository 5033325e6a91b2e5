public import Shared

/// What is counted against a limit. The raw value is what problems, headers and metrics call it.
public enum Quota: String, CaseIterable, Sendable {
    /// Files that a submission holds: its pages, its uploads that are under way, and finished parts that nothing was made of yet.
    case submissionFiles = "submission-files"
    case submissionBytes = "submission-bytes"
    /// All uploads and files that ever came through a link, whatever became of them.
    case linkFiles = "link-files"
    case linkBytes = "link-bytes"
    /// Uploads of a tenant that are under way, and finished parts that nothing was made of yet.
    case tenantUploads = "tenant-uploads"
    case tenantBytes = "tenant-bytes"

    public var countsBytes: Bool {
        switch self {
        case .submissionFiles, .linkFiles, .tenantUploads: false
        case .submissionBytes, .linkBytes, .tenantBytes: true
        }
    }
}

/// So many files, and so many bytes of them in all.
public struct FileBudget: Hashable, Sendable {
    public var files: Int
    public var bytes: Int

    public init(files: Int, bytes: Int) {
        self.files = files
        self.bytes = bytes
    }
}

/// The limits that one request has to keep.
public struct QuotaTerms: Hashable, Sendable {
    public let submission: FileBudget
    /// Of who comes by a link; nil for others.
    public let link: Link?
    public let tenant: FileBudget
    /// No file of this installation is larger, whatever its journey. Bytes.
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

/// A file that a request brought, to be counted in the transaction that makes a page of it.
public struct QuotaCharge: Hashable, Sendable {
    public let terms: QuotaTerms
    public let bytes: Int

    public init(bytes: Int, under terms: QuotaTerms) {
        self.bytes = bytes
        self.terms = terms
    }
}

/// A limit that would be passed.
public struct QuotaRefusal: Error, Hashable, Sendable {
    public let quota: Quota
    public let limit: Int
    public let used: Int

    public init(quota: Quota, limit: Int, used: Int) {
        self.quota = quota
        self.limit = limit
        self.used = used
    }
}
