import BlobStore
import Shared

/// Inspects a file, and adds the facts that only its content gives.
protocol FileInspector: Sendable {
    /// Returns `known` with the facts from the file's content.
    func inspect(_ file: BlobFile, known: PageFacts) async throws(ProcessingFailure) -> PageFacts
}
