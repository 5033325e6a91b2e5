import Shared

/// The stored form of a list's filters, beside its draft.
enum FiltersRecord {
    /// Grows when an older reader would misunderstand a newer form.
    static let format = 1
    static let maximumBytes = 64 << 10

    private struct Head: Decodable { let format: Int }

    private struct Written<Predicate: RowFilter>: Codable {
        let format: Int
        let filters: FilterManager<Predicate>
    }

    static func encode(_ filters: FilterManager<some RowFilter>) throws(DraftStorageError) -> [UInt8] {
        guard let bytes = try? CanonicalJSON.encode(Written(format: format, filters: filters)), bytes.count <= maximumBytes else {
            throw DraftStorageError(.tooLarge, "The filters are too many, or too long.")
        }
        return bytes
    }

    /// - Throws: `newerFormat`, and leaves those filters as they are; `corrupt`.
    static func decode<Predicate: RowFilter>(_ bytes: [UInt8]) throws(DraftStorageError) -> FilterManager<Predicate> {
        guard bytes.count <= maximumBytes, let head = try? CanonicalJSON.decode(Head.self, from: bytes), head.format > 0 else {
            throw DraftStorageError(.corrupt, "The filters that were kept cannot be read.")
        }
        guard head.format <= format else {
            throw DraftStorageError(.newerFormat, "The filters were written by a newer version of this app.")
        }
        do {
            return try CanonicalJSON.decode(Written<Predicate>.self, from: bytes).filters
        } catch {
            throw DraftStorageError(.corrupt, "The filters that were kept cannot be read.")
        }
    }
}
