import BlobStore
import EventLoop
import Jail
import Shared

/// Has the jail look into a file.
struct JailInspector: FileInspector {
    let jail: Jail
    let limits: FileLimits

    func inspect(_ file: BlobFile, known: PageFacts) async throws(ProcessingFailure) -> PageFacts {
        var facts = known
        let whole: OwnedDescriptor
        do { whole = try await file.whole() } catch { throw ProcessingFailure(error) }
        do {
            facts.add(
                try await jail.inspect(.descriptor(whole.number), mediaType: known.mediaType, budget: DocumentBudget(limits)))
        } catch {
            guard let refusal = error.refusal else { throw ProcessingFailure(error) }
            facts.add(refusal)
        }
        withExtendedLifetime(whole) {}
        return facts
    }
}
