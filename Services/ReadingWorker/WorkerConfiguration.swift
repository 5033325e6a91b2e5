import BlobStore
import Configuration
import Jail
import Sealing
import ServiceRuntime
import Shared

/// The configuration of the reading worker, in addition to that of all services.
struct WorkerConfiguration: Sendable {
    var blobs: BlobConfiguration
    var sealing: SealingConfiguration
    /// The jail that reads pages.
    var jail: JailConfiguration
    /// The jail that makes pictures of drafts' files, one at a time.
    var decoding: JailConfiguration
    var stage: StageConfiguration
    /// Of suggestions: one page at a time, so that they take at most one place from submissions.
    var suggestions: StageConfiguration
    /// Whether suggestions are made. Waiting submissions are read in any case.
    var isReadingOn: Bool
    /// The maximum cost of opening one file.
    var limits: FileLimits
    /// For verifying signed codes.
    var certificates: CodeCertificates
    /// The maximum of pages of one submission that are read.
    var pages: Int

    init(reading reader: inout ConfigurationReader) {
        blobs = BlobConfiguration(reading: &reader)
        sealing = SealingConfiguration(reading: &reader)
        jail = JailConfiguration.reader(reading: &reader)
        decoding = JailConfiguration(reading: &reader)
        decoding.maximumConcurrentJobs = 1
        stage = StageConfiguration(reading: &reader)
        suggestions = stage
        // More submissions at a time would only wait for each other's pages, and their attempts would end in that.
        stage.parallel = min(stage.parallel, jail.maximumConcurrentJobs)
        stage.attemptLimit = reader.duration(
            "DOCKET_READING_LIMIT", default: .seconds(900),
            "How long reading one submission may take; more than its pages take one after the other")
        suggestions.parallel = 1
        // They may have to wait before they begin.
        decoding.check(within: suggestions.attemptLimit, reading: &reader)
        suggestions.attemptLimit += Precedence.patience
        isReadingOn = ReadingSwitch.isOn(reading: &reader)
        limits = FileLimits(reading: &reader)
        certificates = CodeCertificates(reading: &reader)
        pages = reader.integer(
            "DOCKET_READING_PAGES", default: 200, in: 1...1_000,
            "The most pages of one submission that are read, from its first on")
    }
}
