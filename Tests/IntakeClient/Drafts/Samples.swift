import FoundationEssentials
import Shared
import Support

@testable import IntakeClient

/// A journey for tests: letters of up to three pages with a date, and a card.
enum SampleScope: DocumentsScope {
    static let id: JourneyID = "sample"
    static let title = "Sample"
    static let summary = "A letter and, if you like, a card."
    static let documents = CountRange(1...3)
    static let letter = ScopedDocumentType<Self>(
        DocumentType(
            id: "letter", title: "Letter", hint: "All of it.", icon: "doc", mediaTypes: [.png, .gif, .pdf],
            pages: CountRange(1...3), maximumBytes: 1_000_000, documents: CountRange(1...2), issueDate: .required))
    static let card = ScopedDocumentType<Self>(
        DocumentType(
            id: "card", title: "Card", hint: "Both sides.", icon: "card", mediaTypes: [.png], pages: CountRange(2...2),
            documents: CountRange(0...1)))
    static let documentTypes = [letter, card]
    static let consent: ConsentText? = ConsentText(version: "7", text: "We look at it.")
}

enum SampleContent {
    /// As much of a PNG as a look at its head wants to see, and `count` bytes that tell it, and its parts, from others.
    static func png(_ mark: UInt8, _ count: Int = 1000) -> [UInt8] {
        let head: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 4, 0, 0, 0, 4, 0, 8, 2, 0,
            0,
            0,
        ]
        // Quickly made: tests make hundreds of them.
        let third = [UInt8](repeating: mark ^ 0x55, count: count / 3)
        return head + [UInt8](repeating: mark, count: count - 2 * third.count) + third
            + [UInt8](repeating: mark ^ 0xAA, count: third.count)
    }

    static func candidate(_ mark: UInt8, _ count: Int = 1000) -> CandidateFile {
        CandidateFile(.bytes(png(mark, count)), name: "photo \(mark).png", source: .camera)
    }

    static let day = CalendarDate("2026-10-31")!
}

/// Both storages: what is said of one holds for the other.
enum StorageKind: CaseIterable, Sendable {
    case memory, file

    /// `reopen` gives the storage as the next process finds it: memory is the same one.
    func run(_ body: (_ reopen: () -> SomeStorage) async throws -> Void) async throws {
        switch self {
        case .memory:
            let storage = MemoryStorage(maximumBytes: 5_000_000)
            try await body { SomeStorage(storage) }
        case .file:
            let folder = try TemporaryFolder("draft")
            try await body { SomeStorage(FileStorage(folder: "\(folder.path)/of/one", maximumBytes: 5_000_000)) }
        }
    }
}

typealias SomeStorage = AnyDraftStorage
