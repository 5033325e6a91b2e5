public import Shared

/// The model of a journey's list screen: its scope, and the content of a row.
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
    /// The content of a row: a text, a view model, a picture's address.
    associatedtype Content: Sendable
    /// The predicates for rows: `DocumentRowFilter`, unless the model names its own.
    associatedtype RowPredicate: RowFilter = DocumentRowFilter

    var title: String { get }
    /// The text of an empty list.
    var hint: String { get }
    func content(of row: DocumentRow<Scope>) -> Content
}

extension DocumentListModel {
    public var title: String { Scope.title }
    public var hint: String { Scope.summary }
}

/// A row with a document whose type belongs to the scope.
public struct DocumentRow<Scope: DocumentsScope>: Sendable, Hashable, Identifiable {
    public let document: DraftDocument
    public let type: ScopedDocumentType<Scope>

    public var id: DraftDocumentID { document.id }
    public var pages: [DraftPage] { document.pages }
}

/// What a list screen shows beside its rows, or instead of them.
public enum DocumentListState: Sendable, Hashable {
    /// Nothing was added yet, or nothing satisfies the filters.
    case empty(isFiltered: Bool)
    case data
    /// The last action failed. The rows are unaffected.
    case error(String)
}
