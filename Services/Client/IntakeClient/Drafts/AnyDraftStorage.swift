public import Shared

extension DraftStorage {
    /// Prepares to erase everything in the storage, for a caller without a controller.
    package func erasure(in language: Language = .english) -> ConfirmationRequired<Void> {
        let subject = ConfirmationSubject(action: Confirmation.discarding, resource: "drafts", version: 0)
        return ConfirmationRequired(.discard(in: language), of: subject) { try await erase(by: $0) }
    }
}

extension Confirmation {
    static let discarding = "draft.discard"

    /// Whether this is the confirmation that a storage requires before it erases.
    public var discardsDraft: Bool { subject.action == Self.discarding }
}

extension ConfirmationPrompt {
    static func discard(in language: Language) -> Self {
        Self(title: language.say(.discardTitle), message: language.say(.discardText), actionLabel: language.say(.discard))
    }
}

/// A type-erased storage, for a choice at run time.
public struct AnyDraftStorage: DraftStorage {
    private let base: any DraftStorage

    public init(_ base: any DraftStorage) { self.base = base }

    public func load() async throws(DraftStorageError) -> LoadedDraft { try await base.load() }
    public func save(_ draft: Draft) async throws(DraftStorageError) { try await base.save(draft) }
    public func loadFilters<Predicate: RowFilter>() async throws(DraftStorageError) -> LoadedFilters<Predicate> {
        try await base.loadFilters()
    }
    public func save<Predicate: RowFilter>(_ filters: FilterManager<Predicate>) async throws(DraftStorageError) {
        try await base.save(filters)
    }
    public func erase(by confirmation: Confirmation) async throws(DraftStorageError) { try await base.erase(by: confirmation) }
    public func keep(_ bytes: [UInt8], of page: DraftPageID) async throws(DraftStorageError) {
        try await base.keep(bytes, of: page)
    }
    public func read(_ page: DraftPageID, at offset: Int, count: Int) async throws(DraftStorageError) -> [UInt8] {
        try await base.read(page, at: offset, count: count)
    }
    public func discard(_ page: DraftPageID) async throws(DraftStorageError) { try await base.discard(page) }
}
