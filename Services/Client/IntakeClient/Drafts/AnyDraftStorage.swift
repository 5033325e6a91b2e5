public import Shared

extension DraftStorage {
    /// Prepares to forget all that it has, for somebody who has no controller of it.
    package func erasure(in language: Language = .english) -> ConfirmationRequired<Void> {
        let subject = ConfirmationSubject(action: "draft.discard", resource: "drafts", version: 0)
        return ConfirmationRequired(.discard(in: language), of: subject) { try await erase(by: $0) }
    }
}

extension ConfirmationPrompt {
    static func discard(in language: Language) -> Self {
        Self(title: language.say(.discardTitle), message: language.say(.discardText), actionLabel: language.say(.discard))
    }
}

/// Any storage, for who chooses one when they run.
public struct AnyDraftStorage: DraftStorage {
    private let base: any DraftStorage

    public init(_ base: any DraftStorage) { self.base = base }

    public func load() async throws(DraftStorageError) -> LoadedDraft { try await base.load() }
    public func save(_ draft: Draft) async throws(DraftStorageError) { try await base.save(draft) }
    public func loadFilters() async throws(DraftStorageError) -> LoadedFilters { try await base.loadFilters() }
    public func save(_ filters: FilterManager<DocumentRowFilter>) async throws(DraftStorageError) {
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
