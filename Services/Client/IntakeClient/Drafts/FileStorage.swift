public import Shared

/// Stores a draft in a folder of its own, so that it survives the process and a restart of the device.
///
/// `draft.json` is replaced as a whole, and so is `filters.json` beside it. Each page's bytes are a file in the same
/// folder. Only the owner can access them. An unreadable draft is moved to `draft.json.corrupt` (or `.corrupt-2` and so
/// on).
public actor FileStorage: DraftStorage {
    public nonisolated let folder: String
    private let maximumBytes: Int
    private var isPrepared = false

    private nonisolated var recordPath: String { "\(folder)/draft.json" }
    private nonisolated var filtersPath: String { "\(folder)/filters.json" }
    private static let maximumSetAside = 9

    /// Creates the folder when needed, and removes it when empty. Refuses bytes of pages beyond `maximumBytes` in total.
    public init(folder: String, maximumBytes: Int = 1_000_000_000) {
        self.folder = folder
        self.maximumBytes = maximumBytes
    }

    public func load() throws(DraftStorageError) -> LoadedDraft {
        guard SystemFiles.exists(folder) else { return LoadedDraft(draft: nil) }
        return try alone {
            do throws(DraftStorageError) {
                return LoadedDraft(draft: try record())
            } catch {
                guard error.code == .corrupt else { throw error }
                return LoadedDraft(draft: nil, setAside: try setAside(recordPath))
            }
        }
    }

    public func save(_ draft: Draft) throws(DraftStorageError) {
        let bytes = try DraftRecord.encode(draft)
        try prepare()
        try alone {
            var stored: DraftStamp?
            do throws(DraftStorageError) {
                stored = try record()?.stamp
            } catch {
                // Whatever was put there meanwhile is not ours to write over.
                guard error.code == .corrupt else { throw error }
                _ = try setAside(recordPath)
            }
            switch draft.saving(over: stored) {
            case .isOutdated: return
            case .conflict: throw DraftStorageError.changedElsewhere
            case .write: try SystemFiles.replace(recordPath, with: bytes)
            }
        }
    }

    public func loadFilters<Predicate: RowFilter>() throws(DraftStorageError) -> LoadedFilters<Predicate> {
        guard SystemFiles.exists(folder) else { return LoadedFilters() }
        return try alone {
            do throws(DraftStorageError) {
                return LoadedFilters(try filters() ?? FilterManager())
            } catch {
                guard error.code == .corrupt else { throw error }
                return LoadedFilters(setAside: try setAside(filtersPath))
            }
        }
    }

    public func save<Predicate: RowFilter>(_ filters: FilterManager<Predicate>) throws(DraftStorageError) {
        let bytes = try FiltersRecord.encode(filters)
        try prepare()
        try alone {
            do throws(DraftStorageError) {
                let _: FilterManager<Predicate>? = try self.filters()
            } catch {
                guard error.code == .corrupt else { throw error }
                _ = try setAside(filtersPath)
            }
            try SystemFiles.replace(filtersPath, with: bytes)
        }
    }

    public func erase(by confirmation: Confirmation) throws(DraftStorageError) {
        guard confirmation.discardsDraft else { throw .notConfirmed }
        guard SystemFiles.exists(folder) else { return }
        try alone {
            try SystemFiles.remove(recordPath)
            try SystemFiles.remove(filtersPath)
            for name in try pageNames() { try SystemFiles.remove("\(folder)/\(name)") }
            SystemFiles.removeIfEmpty(folder)
        }
    }

    public func keep(_ bytes: [UInt8], of page: DraftPageID) throws(DraftStorageError) {
        try prepare()
        try alone {
            var others = 0
            for name in try pageNames() where name != self.name(of: page) {
                others += try SystemFiles.open("\(folder)/\(name)").status().size
            }
            guard others + bytes.count <= maximumBytes else { throw DraftStorageError.full }
            try SystemFiles.replace(path(of: page), with: bytes)
        }
    }

    public func read(_ page: DraftPageID, at offset: Int, count: Int) throws(DraftStorageError) -> [UInt8] {
        do throws(SystemFault) {
            return try SystemFiles.open(path(of: page)).read(at: offset, count: count)
        } catch {
            throw DraftStorageError(error, .unreadable)
        }
    }

    public func discard(_ page: DraftPageID) throws(DraftStorageError) {
        do throws(SystemFault) {
            try SystemFiles.remove(path(of: page))
        } catch {
            throw DraftStorageError(error, .unwritable)
        }
    }

    // MARK: -

    private func record() throws(DraftStorageError) -> Draft? {
        guard let bytes = try content(of: recordPath, atMost: DraftRecord.maximumBytes) else { return nil }
        return try DraftRecord.decode(bytes)
    }

    private func filters<Predicate: RowFilter>() throws(DraftStorageError) -> FilterManager<Predicate>? {
        guard let bytes = try content(of: filtersPath, atMost: FiltersRecord.maximumBytes) else { return nil }
        return try FiltersRecord.decode(bytes)
    }

    private func content(of path: String, atMost limit: Int) throws(DraftStorageError) -> [UInt8]? {
        do throws(SystemFault) {
            let file = try SystemFiles.open(path)
            // One byte more than a record can have is enough to know that it is none.
            return try file.read(at: 0, count: min(try file.status().size, limit + 1))
        } catch {
            if error.isMissing { return nil }
            // Something else than a file lies there.
            if error.number == 0 { throw DraftStorageError(.corrupt, "What was kept cannot be read.") }
            throw DraftStorageError(error, .unreadable)
        }
    }

    private func setAside(_ original: String) throws(SystemFault) -> String {
        var path = "\(original).corrupt"
        for number in 2...Self.maximumSetAside where SystemFiles.exists(path) { path = "\(original).corrupt-\(number)" }
        try SystemFiles.move(original, to: path)
        return path
    }

    private func prepare() throws(DraftStorageError) {
        guard !isPrepared || !SystemFiles.exists(folder) else { return }
        do throws(SystemFault) {
            try SystemFiles.makeFolder(folder)
            isPrepared = true
        } catch {
            throw DraftStorageError(error, .unwritable)
        }
    }

    private func alone<Result>(_ body: () throws -> Result) throws(DraftStorageError) -> Result {
        do {
            return try SystemFiles.alone(in: folder, body)
        } catch let error as SystemFault {
            throw DraftStorageError(error, .unwritable)
        } catch let error as DraftStorageError {
            throw error
        } catch {
            throw DraftStorageError(.unwritable, "The draft cannot be kept.", detail: String(describing: error))
        }
    }

    private func name(of page: DraftPageID) -> String { "page-\(page)" }
    private func path(of page: DraftPageID) -> String { "\(folder)/\(name(of: page))" }

    private func pageNames() throws(SystemFault) -> [String] {
        try SystemFiles.names(in: folder, atMost: 10_000).filter { $0.hasPrefix("page-") }
    }
}

extension DraftStorageError {
    init(_ fault: SystemFault, _ code: Code) {
        let detail = "errno \(fault.number)"
        if fault.isFull {
            self = .full
        } else if fault.isMissing {
            self = .missing
        } else {
            let what = code == .unreadable ? "read" : "kept"
            self.init(code, "The draft cannot be \(what) on this device: \(fault.reason).", detail: detail)
        }
    }
}
