public import Shared

/// Stores a draft: in memory, or in files that survive the process.
///
/// Several writers may share one draft, such as two windows of an app. A save over another writer's newer state fails,
/// and changes nothing.
public protocol DraftStorage: Sendable {
    /// The last saved draft. An unreadable one is set aside, not deleted, and the answer says so.
    ///
    /// - Throws: `newerFormat` for a draft of a later version, which stays as it is; `unreadable`.
    func load() async throws(DraftStorageError) -> LoadedDraft

    /// Saves the whole draft durably before it returns. A writer's own older state never replaces its newer one.
    ///
    /// - Throws: `changedElsewhere`, `full`, `tooLarge`, `unwritable`.
    func save(_ draft: Draft) async throws(DraftStorageError)

    /// The last saved filters of the draft's list. Unreadable filters are set aside, and the list begins without filters.
    ///
    /// - Throws: `newerFormat` for filters of a later version, which stay as they are; `unreadable`.
    func loadFilters<Predicate: RowFilter>() async throws(DraftStorageError) -> LoadedFilters<Predicate>

    /// Saves the filters of the list. The last writer wins. Filters of a later version are never overwritten.
    ///
    /// - Throws: `newerFormat`, `full`, `tooLarge`, `unwritable`.
    func save<Predicate: RowFilter>(_ filters: FilterManager<Predicate>) async throws(DraftStorageError)

    /// Erases the draft, the bytes of its pages and the filters. It needs a confirmation: `DocumentController.discard()`
    /// asks the person. Throws `notConfirmed` for a confirmation of another action (`Confirmation.discardsDraft`).
    func erase(by confirmation: Confirmation) async throws(DraftStorageError)

    /// Stores the bytes of a page.
    ///
    /// - Throws: `full`, also beyond the storage's own limit.
    func keep(_ bytes: [UInt8], of page: DraftPageID) async throws(DraftStorageError)

    /// Up to `count` bytes of a page from an offset.
    ///
    /// - Throws: `missing`, `unreadable`.
    func read(_ page: DraftPageID, at offset: Int, count: Int) async throws(DraftStorageError) -> [UInt8]

    /// Deletes the bytes of a page, if they exist.
    func discard(_ page: DraftPageID) async throws(DraftStorageError)
}

public struct LoadedDraft: Sendable, Hashable {
    public let draft: Draft?
    /// The place of an unreadable draft; nil in the usual case. Tell the person: they have to begin anew.
    public let setAside: String?

    public init(draft: Draft?, setAside: String? = nil) {
        self.draft = draft
        self.setAside = setAside
    }
}

public struct LoadedFilters<Predicate: RowFilter>: Sendable, Hashable {
    public let filters: FilterManager<Predicate>
    /// The place of unreadable filters; nil in the usual case.
    public let setAside: String?

    public init(_ filters: FilterManager<Predicate> = FilterManager(), setAside: String? = nil) {
        self.filters = filters
        self.setAside = setAside
    }
}

/// Why a storage operation failed.
public struct DraftStorageError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, Hashable, CaseIterable {
        case unreadable, unwritable
        /// There is no room left.
        case full
        case tooLarge
        /// Another writer has saved or erased it meanwhile: load it again.
        case changedElsewhere
        case newerFormat
        /// Internal to a storage and its record: a corrupt draft is set aside.
        case corrupt
        /// The bytes of a page are gone.
        case missing
        /// The confirmation is not for discarding the draft.
        case notConfirmed
    }

    public let code: Code
    /// In English, for a developer; `words(in:)` is for a person.
    public let description: String
    /// For the log; names no file.
    public let detail: String

    public init(_ code: Code, _ description: String, detail: String = "") {
        self.code = code
        self.description = description
        self.detail = detail
    }

    public var isRetriable: Bool { code == .full }

    static let changedElsewhere = DraftStorageError(
        .changedElsewhere,
        "These documents were changed in another window or program meanwhile. Nothing was lost: load them again.")
    static let full = DraftStorageError(
        .full, "There is no room left on this device. What was there before is kept; make room and try again.")
    static let notConfirmed = DraftStorageError(.notConfirmed, "Nobody has confirmed that the draft be discarded.")
    static let missing = DraftStorageError(.missing, "The file is not there any more. Choose it again.")
}

extension Draft {
    enum Saving: Hashable { case write, isOutdated, conflict }

    /// Whether it may overwrite a stored draft with this stamp (nil: there is none).
    func saving(over stored: DraftStamp?) -> Saving {
        guard let stored else { return origin == nil ? .write : .conflict }
        if stored.writer == stamp.writer { return stored.revision < stamp.revision ? .write : .isOutdated }
        return stored == origin ? .write : .conflict
    }
}
