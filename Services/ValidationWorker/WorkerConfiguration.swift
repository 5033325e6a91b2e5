import BlobStore
import Configuration
import Jail
import Malware
import Sealing
import ServiceRuntime
import Shared

/// The variables of the validation worker, beside those that all services read.
struct WorkerConfiguration: Sendable {
    var blobs: BlobConfiguration
    var sealing: SealingConfiguration
    var jail: JailConfiguration
    /// Whether there are authorities that answer for signers.
    var knowsSigners: Bool
    var stage: StageConfiguration
    /// The limits for turning a file into pages.
    var limits: FileLimits
    /// Nil if malware scanning is off.
    var clamd: ClamdConfiguration?

    init(reading reader: inout ConfigurationReader) {
        blobs = BlobConfiguration(reading: &reader)
        sealing = SealingConfiguration(reading: &reader)
        jail = JailConfiguration(reading: &reader)
        knowsSigners = jail.trustSigners(reading: &reader)
        stage = StageConfiguration(reading: &reader)
        jail.check(within: stage.attemptLimit, reading: &reader)
        limits = FileLimits(reading: &reader)
        clamd = ClamdConfiguration.reading(&reader)
    }
}
