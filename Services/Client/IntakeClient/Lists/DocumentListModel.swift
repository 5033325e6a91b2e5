public import Shared

/// What makes a list screen one journey's: its scope, and what a row shows.
///
/// A new journey is a scope and a model:
/// ```swift
/// struct ParkingPermitList: DocumentListModel {
///     typealias Scope = ParkingPermit
///     func content(of row: DocumentRow<ParkingPermit>) -> String { "\(row.type.documentType.title), \(row.pages.count) pages" }
/// }
/// ```
public protocol DocumentListModel: Sendable {
    associatedtype Scope: DocumentsScope
    /// What a screen needs to show a row: a text, a view model, a picture's address.
    associatedtype Content: Sendable
    /// What its rows can be filtered by: `DocumentRowFilter`, unless the model names predicates of its own.
    associatedtype RowPredicate: RowFilter = DocumentRowFilter

    var title: String { get }
    /// What an empty list says.
    var hint: String { get }
    func content(of row: DocumentRow<Scope>) -> Content
}

extension DocumentListModel {
    public var title: String { Scope.title }
    public var hint: String { Scope.summary }
}

/// A document in a list, whose type is known to belong to the scope.
public struct DocumentRow<Scope: DocumentsScope>: Sendable, Hashable, Identifiable {
    public let document: DraftDocument
    public let type: ScopedDocumentType<Scope>

    public var id: DraftDocumentID { document.id }
    public var pages: [DraftPage] { document.pages }
}

/// What a list screen shows instead of its rows, or with them.
public enum DocumentListState: Sendable, Hashable {
    /// Nothing was added yet, or the filters leave nothing.
    case empty(isFiltered: Bool)
    case data
    /// The last thing that was tried did not work; the rows are there all the same.
    case error(String)
}
