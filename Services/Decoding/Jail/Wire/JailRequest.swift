public import Shared

/// What one child of the jail is asked to do: the header of the first and only frame that it reads.
public enum JailRequest: Hashable, Sendable {
    /// One input.
    case inspect(mediaType: MediaType?, budget: DocumentBudget)
    /// One input.
    case decode(DecodeRequest)
    /// One input: a PDF, of which a PDF is drawn anew.
    case redraw(budget: DocumentBudget, maximumBytes: Int)
    /// One input: a PDF that was drawn anew.
    case proveText(maximumBytes: Int)

    /// For a metric's label.
    var kind: String {
        switch self {
        case .inspect: "inspect"
        case .decode: "decode"
        case .redraw: "redraw"
        case .proveText: "prove"
        }
    }
}
