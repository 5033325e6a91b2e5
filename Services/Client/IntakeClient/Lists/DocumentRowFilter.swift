public import Shared

/// A predicate over the rows of a list. It is saved, so that a list keeps its filters.
///
/// An app adds its own by an enum with `DocumentRowFilter` as a case; see `DocumentListModel.RowPredicate`.
public protocol RowFilter: Filter, Codable where Element == DraftDocument {}

/// The predicates of every list. One of several values is enough.
public enum DocumentRowFilter: RowFilter {
    case types(Set<DocumentTypeID>)
    case sources(Set<DocumentSource>)
    /// Its date of issue is that day or later. Never matches without one.
    case issuedOnOrAfter(CalendarDate)
    /// Not all of its files are at the gateway.
    case unsent
    /// One of its files was refused or stopped.
    case needsAttention
    /// A page's name contains this text, in any case.
    case nameContains(String)

    public func matches(_ document: DraftDocument) -> Bool {
        switch self {
        case .types(let types): types.contains(document.type)
        case .sources(let sources): document.source.map(sources.contains) ?? false
        case .issuedOnOrAfter(let day): document.issueDate.map { $0 >= day } ?? false
        case .unsent: document.sent == nil || document.pages.contains { $0.transfer.pageID == nil }
        case .needsAttention: document.pages.contains { $0.transfer.needsAttention }
        case .nameContains(let text):
            document.pages.contains { $0.file.name.lowercased().contains(text.lowercased()) } || text.isEmpty
        }
    }
}

extension PageTransfer {
    var needsAttention: Bool {
        switch self {
        case .refused, .cancelled: true
        case .waiting, .sending, .sent: false
        }
    }
}
