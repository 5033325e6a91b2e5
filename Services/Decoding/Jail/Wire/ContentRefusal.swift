public import Shared

/// Why a document's content is unusable. It is a finding about the content, never a system failure: the same bytes are
/// refused on every attempt.
public enum ContentRefusal: Error, Hashable, Sendable {
    /// The data is truncated or contradicts its format. `detail` is the decoder's message, for the log.
    case damaged(detail: String)
    /// It opens only with a password. (A PDF that opens with the empty password is not refused.)
    case passwordProtected
    /// It would exceed a budget.
    case overBudget(BudgetedQuantity, found: Int, limit: Int)
    /// It exceeded a child's time or memory repeatedly.
    case tooCostly
    /// No decoder supports this kind of content.
    case unsupported(mediaType: MediaType)

    /// Stable and short: for rule ids, labels of metrics and logs.
    public var code: String {
        switch self {
        case .damaged: "damaged"
        case .passwordProtected: "password-protected"
        case .overBudget: "over-budget"
        case .tooCostly: "too-costly"
        case .unsupported: "unsupported"
        }
    }
}

extension ContentRefusal: CustomStringConvertible {
    /// Safe to show: it contains nothing of the content.
    public var description: String {
        switch self {
        case .damaged: "The file is damaged or incomplete."
        case .passwordProtected: "The file is protected by a password."
        case .overBudget(let quantity, let found, let limit):
            "The file has \(found) \(quantity.unit); at most \(limit) are allowed."
        case .tooCostly: "The file takes too much time or memory to be turned into pages."
        case .unsupported(let mediaType): "Files of type \(mediaType) cannot be turned into pages."
        }
    }
}

/// The quantities of `DocumentBudget`.
public enum BudgetedQuantity: String, Hashable, Sendable {
    case bytes
    case pages
    case frames
    case pixelsPerPage
    case pixelsPerDocument
    /// Bytes of memory that the decoder would need at once (a progressive JPEG keeps every coefficient).
    case decoderMemory

    var unit: String {
        switch self {
        case .bytes: "bytes"
        case .pages: "pages"
        case .frames: "pictures"
        case .pixelsPerPage: "pixels on a page"
        case .pixelsPerDocument: "pixels"
        case .decoderMemory: "bytes to hold in memory"
        }
    }
}
