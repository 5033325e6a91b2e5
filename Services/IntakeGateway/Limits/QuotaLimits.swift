import Configuration
import Domain
import Shared

/// The budgets of a submission and of a link: a multiple of the files and bytes that the journey could need.
struct QuotaLimits: Hashable, Sendable {
    /// At least two: joining needs the parts and the whole at once.
    var factor = 4
    /// The minimum for any journey: a file may come in several parts.
    var leastFiles = 64
    /// The minimum for any journey, as a number of its largest files.
    var leastLargestFiles = 16
    /// The default budget of a tenant for uploads in progress.
    static let tenant = FileBudget(files: 10_000, bytes: 100_000_000_000)

    init() {}

    init(reading reader: inout ConfigurationReader) {
        factor = reader.integer(
            "DOCKET_QUOTA_FACTOR", default: factor, in: 2...1000,
            "How many times the files and bytes that its journey could need a submission may hold, and a link may bring")
    }

    func terms(
        of journey: JourneyDefinition, link: LinkID?, tenant: RequestLimits, largestFile: Int
    ) -> QuotaTerms {
        let types = journey.documentTypes
        // At most thousands of each, and of files with at most billions of bytes; what cannot be is the same as no limit.
        let documents = journey.documents.max
        let largest = types.map { min($0.maximumBytes, largestFile) }.max() ?? largestFile
        let needed = FileBudget(
            files: documents * (types.map(\.pages.max).max() ?? 1),
            bytes: documents * (types.map { $0.pages.max * min($0.maximumBytes, largestFile) }.max() ?? largest))
        func budget(_ factor: Int) -> FileBudget {
            FileBudget(
                files: max(leastFiles, needed.files * factor),
                bytes: max(leastLargestFiles * largest, needed.bytes * factor))
        }
        return QuotaTerms(
            submission: budget(factor),
            // What was refused comes again, as often as the journey allows.
            link: link.map { QuotaTerms.Link(id: $0, budget: budget(factor * (journey.replacements + 1))) },
            tenant: FileBudget(files: tenant.uploads ?? Self.tenant.files, bytes: tenant.uploadBytes ?? Self.tenant.bytes),
            largestFile: largestFile)
    }
}
