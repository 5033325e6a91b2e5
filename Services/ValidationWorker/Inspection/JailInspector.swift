import BlobStore
import Jail
import Shared

/// Inspects a file in the jail.
struct JailInspector: FileInspector {
    let jail: Jail
    let limits: FileLimits

    func inspect(_ file: BlobFile, known: PageFacts) async throws(ProcessingFailure) -> PageFacts {
        var facts = known
        do {
            let found = try await jail.withFile(ofSize: file.size) {
                try await file.whole()
            } reading: { input in
                try await jail.inspect(input, mediaType: known.mediaType, budget: DocumentBudget(limits))
            }
            facts.add(found)
        } catch let error as BlobError {
            throw ProcessingFailure(error)
        } catch {
            let fault = error as? JailError ?? .unavailable(detail: String(describing: error))
            guard let refusal = fault.refusal else { throw ProcessingFailure(fault) }
            facts.add(refusal)
        }
        return facts
    }
}
