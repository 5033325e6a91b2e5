public import Shared

/// Where a draft lies: in memory, or in files, so that it survives the process.
///
/// Several may work on one draft, as two windows of an app do. Who writes over what somebody else has written meanwhile is told
/// so, and changes nothing.
public protocol DraftStorage: Sendable {
    /// What was saved last. What cannot be read is set aside, not thrown away, and said in the answer.
    ///
    /// - Throws: `newerFormat` for a draft of a later version, which stays as it is; `unreadable`.
    func load() async throws(DraftStorageError) -> LoadedDraft

    /// Keeps the draft, whole and for good when it returns. A writer's own older state never replaces its newer one.
    ///
    /// - Throws: `changedElsewhere`, `full`, `tooLarge`, `unwritable`.
    func save(_ draft: Draft) async throws(DraftStorageError)

    /// The filters of the list that shows the draft, as they were saved last. What cannot be read is set aside: the list begins
    /// without filters.
    ///
    /// - Throws: `newerFormat` for filters of a later version, which stay as they are; `unreadable`.
    func loadFilters<Predicate: RowFilter>() async throws(DraftStorageError) -> LoadedFilters<Predicate>

    /// Keeps the filters of the list. Of several who do, the last one counts; a later version's are not written over.
    ///
    /// - Throws: `newerFormat`, `full`, `tooLarge`, `unwritable`.
    func save<Predicate: RowFilter>(_ filters: FilterManager<Predicate>) async throws(DraftStorageError)

    /// Forgets the draft, the bytes of its pages and the filters. Who has no confirmation cannot ask for it:
    /// `DocumentController.discard()` asks the person. One of anything else than discarding a draft
    /// (`Confirmation.discardsDraft`) is `notConfirmed`.
    func erase(by confirmation: Confirmation) async throws(DraftStorageError)

    /// Keeps the bytes of a page.
    ///
    /// - Throws: `full`, also for more than the storage is meant to hold.
    func keep(_ bytes: [UInt8], of page: DraftPageID) async throws(DraftStorageError)

    /// Up to `count` bytes of a page from an offset.
    ///
    /// - Throws: `missing`, `unreadable`.
    func read(_ page: DraftPageID, at offset: Int, count: Int) async throws(DraftStorageError) -> [UInt8]

    /// Gives up the bytes of a page; those that are not there are given up already.
    func discard(_ page: DraftPageID) async throws(DraftStorageError)
}

public struct LoadedDraft: Sendable, Hashable {
    public let draft: Draft?
    /// Where a draft was put that could not be read; nil in the usual case. Tell the person: they have to begin anew.
    public let setAside: String?

    public init(draft: Draft?, setAside: String? = nil) {
        self.draft = draft
        self.setAside = setAside
    }
}

public struct LoadedFilters<Predicate: RowFilter>: Sendable, Hashable {
    public let filters: FilterManager<Predicate>
    /// Where filters were put that could not be read; nil in the usual case.
    public let setAside: String?

    public init(_ filters: FilterManager<Predicate> = FilterManager(), setAside: String? = nil) {
        self.filters = filters
        self.setAside = setAside
    }
}

/// Why a storage could not do what it was asked for.
public struct DraftStorageError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, Hashable, CaseIterable {
        case unreadable, unwritable
        /// There is no room for it.
        case full
        case tooLarge
        /// Another writer has saved or erased it meanwhile: load it again.
        case changedElsewhere
        case newerFormat
        /// Only between a storage and its record: what is corrupt is set aside.
        case corrupt
        /// The bytes of a page are gone.
        case missing
        /// What was confirmed is not that the draft be discarded.
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

    /// Whether it may be written where a draft with this stamp lies (nil: none does).
    func saving(over stored: DraftStamp?) -> Saving {
        guard let stored else { return origin == nil ? .write : .conflict }
        if stored.writer == stamp.writer { return stored.revision < stamp.revision ? .write : .isOutdated }
        return stored == origin ? .write : .conflict
    }
}
