import BlobStore
import Shared

/// Looks into a file, and adds what only its content can tell to what is known of it.
protocol FileInspector: Sendable {
    /// Attempts count from 1.
    func inspect(_ file: BlobFile, known: PageFacts) async throws(ProcessingFailure) -> PageFacts
}
