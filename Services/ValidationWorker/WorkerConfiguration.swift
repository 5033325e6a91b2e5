import BlobStore
import Configuration
import Jail
import Malware
import Sealing
import ServiceRuntime
import Shared

/// The variables of the validation worker, besides those that all services read.
struct WorkerConfiguration: Sendable {
    var blobs: BlobConfiguration
    var sealing: SealingConfiguration
    var jail: JailConfiguration
    var stage: StageConfiguration
    /// What one file may cost to turn into pages.
    var limits: FileLimits
    /// Nil where nobody looks for malware.
    var clamd: ClamdConfiguration?

    init(reading reader: inout ConfigurationReader) {
        blobs = BlobConfiguration(reading: &reader)
        sealing = SealingConfiguration(reading: &reader)
        jail = JailConfiguration(reading: &reader)
        stage = StageConfiguration(reading: &reader)
        jail.check(within: stage.attemptLimit, reading: &reader)
        limits = FileLimits(reading: &reader)
        clamd = ClamdConfiguration.reading(&reader)
    }
}
