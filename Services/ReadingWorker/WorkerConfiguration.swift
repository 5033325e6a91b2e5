import BlobStore
import Configuration
import Jail
import ServiceRuntime
import Shared

/// The variables of the reading worker, besides those that all services read.
struct WorkerConfiguration: Sendable {
    var blobs: BlobConfiguration
    var jail: JailConfiguration
    var stage: StageConfiguration
    /// What one file may cost to open.
    var limits: FileLimits
    /// The most pages of one document that are read.
    var pages: Int

    init(reading reader: inout ConfigurationReader) {
        blobs = BlobConfiguration(reading: &reader)
        jail = JailConfiguration.reader(reading: &reader)
        stage = StageConfiguration(reading: &reader)
        limits = FileLimits(reading: &reader)
        pages = reader.integer(
            "DOCKET_READING_PAGES", default: 60, in: 1...200, "The most pages of one document that are read, from its first on")
    }
}
