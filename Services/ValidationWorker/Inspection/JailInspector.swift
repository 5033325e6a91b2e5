import BlobStore
import Jail
import Shared

/// Inspects a file in the jail, unless these decoders have described it with these limits before.
struct JailInspector: FileInspector {
    let jail: Jail
    let limits: FileLimits

    func inspect(
        _ file: BlobFile, known: PageFacts, described picture: PictureDescription?
    ) async throws(ProcessingFailure) -> PageFacts {
        var facts = known
        let budget = DocumentBudget(limits)
        if let picture, picture.mediaType == known.mediaType {
            let basis = await jail.basis(of: budget)
            if basis == picture.basis {
                facts.add(picture)
                return facts
            }
        }
        do {
            let found = try await jail.withFile(ofSize: file.size) {
                try await file.whole()
            } reading: { input in
                try await jail.inspect(input, mediaType: known.mediaType, budget: budget)
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
