public import Shared

/// A predicate over the rows of a list. It is written down, so that a list is found as it was left.
///
/// An app adds its own by an enum that has `DocumentRowFilter` as one of its cases; see `DocumentListModel.RowPredicate`.
public protocol RowFilter: Filter, Codable where Element == DraftDocument {}

/// The predicates that every list has. Of several values one is enough.
public enum DocumentRowFilter: RowFilter {
    case types(Set<DocumentTypeID>)
    case sources(Set<DocumentSource>)
    /// Its issue date lies on that day or later; never what has none.
    case issuedOnOrAfter(CalendarDate)
    /// Not all of its files have got to the gateway.
    case unsent
    /// A file of it was refused or stopped.
    case needsAttention
    /// A page's name contains this text, whatever the case.
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
