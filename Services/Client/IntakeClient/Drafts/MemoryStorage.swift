public import Shared

/// Stores a draft for the life of the process: for tests, previews of screens, and apps that must not use a disk.
public actor MemoryStorage: DraftStorage {
    private let maximumBytes: Int
    private var record: [UInt8]?
    private var stamp: DraftStamp?
    private var filters: [UInt8]?
    private var contents: [DraftPageID: [UInt8]] = [:]

    /// Stores at most `maximumBytes` of pages.
    public init(maximumBytes: Int = 200_000_000) { self.maximumBytes = maximumBytes }

    public func load() throws(DraftStorageError) -> LoadedDraft {
        guard let record else { return LoadedDraft(draft: nil) }
        return LoadedDraft(draft: try DraftRecord.decode(record))
    }

    public func save(_ draft: Draft) throws(DraftStorageError) {
        switch draft.saving(over: stamp) {
        case .isOutdated: return
        case .conflict: throw .changedElsewhere
        case .write:
            record = try DraftRecord.encode(draft)
            stamp = draft.stamp
        }
    }

    public func loadFilters<Predicate: RowFilter>() throws(DraftStorageError) -> LoadedFilters<Predicate> {
        guard let filters else { return LoadedFilters() }
        return LoadedFilters(try FiltersRecord.decode(filters))
    }

    public func save<Predicate: RowFilter>(_ filters: FilterManager<Predicate>) throws(DraftStorageError) {
        self.filters = try FiltersRecord.encode(filters)
    }

    public func erase(by confirmation: Confirmation) throws(DraftStorageError) {
        guard confirmation.discardsDraft else { throw .notConfirmed }
        record = nil
        filters = nil
        stamp = nil
        contents = [:]
    }

    public func keep(_ bytes: [UInt8], of page: DraftPageID) throws(DraftStorageError) {
        let others = contents.reduce(0) { $0 + ($1.key == page ? 0 : $1.value.count) }
        guard others + bytes.count <= maximumBytes else { throw .full }
        contents[page] = bytes
    }

    public func read(_ page: DraftPageID, at offset: Int, count: Int) throws(DraftStorageError) -> [UInt8] {
        guard let content = contents[page] else { throw .missing }
        return Array(content.dropFirst(offset).prefix(count))
    }

    public func discard(_ page: DraftPageID) { contents[page] = nil }
}
