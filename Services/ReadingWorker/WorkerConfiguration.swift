import BlobStore
import Configuration
import Jail
import ServiceRuntime
import Shared

/// The variables of the reading worker, besides those that all services read.
struct WorkerConfiguration: Sendable {
    var blobs: BlobConfiguration
    /// Reads pages.
    var jail: JailConfiguration
    /// Makes pictures of files that drafts have, one at a time.
    var decoding: JailConfiguration
    var stage: StageConfiguration
    /// Of suggestions: one page at a time, so that they take one place at most from what was submitted.
    var suggestions: StageConfiguration
    /// Whether suggestions are made. What waits to be read is read all the same.
    var isReadingOn: Bool
    /// What one file may cost to open.
    var limits: FileLimits
    /// The most pages of one document that are read.
    var pages: Int

    init(reading reader: inout ConfigurationReader) {
        blobs = BlobConfiguration(reading: &reader)
        jail = JailConfiguration.reader(reading: &reader)
        decoding = JailConfiguration(reading: &reader)
        decoding.maximumConcurrentJobs = 1
        stage = StageConfiguration(reading: &reader)
        suggestions = stage
        suggestions.parallel = 1
        // They may have to wait before they begin.
        suggestions.attemptLimit = stage.attemptLimit + Precedence.patience
        isReadingOn = ReadingSwitch.isOn(reading: &reader)
        decoding.check(within: stage.attemptLimit, reading: &reader)
        limits = FileLimits(reading: &reader)
        pages = reader.integer(
            "DOCKET_READING_PAGES", default: 60, in: 1...200, "The most pages of one document that are read, from its first on")
    }
}
