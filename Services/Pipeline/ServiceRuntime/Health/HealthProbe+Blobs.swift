public import BlobStore
import Shared

extension HealthProbe {
    /// Whether blobs can be written. The service is not ready without that.
    public static func blobs(_ store: any BlobStore, _ context: ServiceContext) -> HealthProbe {
        HealthProbe(Dependency.blobs.rawValue, isRequired: true, context) {
            do throws(BlobError) {
                try await store.check()
                return .ok
            } catch {
                return .failing(OperatorWords.of(error))
            }
        }
    }
}
