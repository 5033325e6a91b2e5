public import BlobStore

extension HealthProbe {
    /// Whether blobs can be written. Nothing works without.
    public static func blobs(_ store: any BlobStore, _ context: ServiceContext) -> HealthProbe {
        HealthProbe("blobs", isRequired: true, context) {
            try await store.check()
            return .ok
        }
    }
}
