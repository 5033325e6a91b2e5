import BlobStore
import Configuration
import Jail
import Sealing
import ServiceRuntime
import Shared

/// The configuration of the normalization worker, in addition to that of all services.
struct WorkerConfiguration: Sendable {
    var blobs: BlobConfiguration
    var sealing: SealingConfiguration
    var jail: JailConfiguration
    var stage: StageConfiguration
    /// The maximum cost of turning one file into pages.
    var limits: FileLimits
    var pages: PageFormat
    /// Whether the reading worker follows, if the journey reads.
    var isReadingOn: Bool

    init(reading reader: inout ConfigurationReader) {
        blobs = BlobConfiguration(reading: &reader)
        sealing = SealingConfiguration(reading: &reader)
        jail = JailConfiguration(reading: &reader)
        stage = StageConfiguration(reading: &reader)
        jail.check(within: stage.attemptLimit, reading: &reader)
        limits = FileLimits(reading: &reader)
        pages = PageFormat(reading: &reader)
        isReadingOn = ReadingSwitch.isOn(reading: &reader)
    }
}

/// The format of pages and previews.
struct PageFormat: Sendable, Hashable {
    var box = PixelBox.a4
    /// JPEG quality, 1 to 100.
    var quality = 85
    var preview = PreviewRequest()
}

extension PageFormat {
    init(reading reader: inout ConfigurationReader) {
        box = PixelBox(
            shortSide: reader.integer(
                "DOCKET_PAGE_SHORT_SIDE", default: box.shortSide, in: 64...16_384, "The most pixels along a page's short side"),
            longSide: reader.integer(
                "DOCKET_PAGE_LONG_SIDE", default: box.longSide, in: 64...16_384, "The most pixels along a page's long side"))
        if box.longSide < box.shortSide {
            reader.fault(
                "DOCKET_PAGE_LONG_SIDE", "is less than DOCKET_PAGE_SHORT_SIDE; the long side must not be the shorter one")
        }
        quality = reader.integer("DOCKET_PAGE_QUALITY", default: quality, in: 1...100, "JPEG quality of pages")
        preview.longestSide = reader.integer(
            "DOCKET_PREVIEW_SIDE", default: preview.longestSide, in: 64...4096, "The most pixels along either side of a preview")
    }
}
