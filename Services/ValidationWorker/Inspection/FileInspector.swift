import BlobStore
import Shared

/// Inspects a file, and adds the facts that only its content gives.
protocol FileInspector: Sendable {
    /// Returns `known` with the facts from the file's content. `picture` is what was found in it when its preview was made.
    func inspect(
        _ file: BlobFile, known: PageFacts, described picture: PictureDescription?
    ) async throws(ProcessingFailure) -> PageFacts
}
