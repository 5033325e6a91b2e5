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
    /// One input: a PDF, of which these pages are wanted, counted from 0, as a PDF of their own.
    case extract(pages: Range<Int>, budget: DocumentBudget, maximumBytes: Int)
    /// One input: a page's picture, or a PDF. It is for the jail that reads; all others are for the one that decodes.
    case read(ReadRequest)

    /// For a metric's label.
    var kind: String {
        switch self {
        case .inspect: "inspect"
        case .decode: "decode"
        case .redraw: "redraw"
        case .proveText: "prove"
        case .extract: "extract"
        case .read: "read"
        }
    }

    /// Seconds of processor time that it may take, if those are fewer than any child may.
    var processorSeconds: UInt64? {
        if case .read(let request) = self { UInt64(max(request.processorSeconds, 1)) } else { nil }
    }
}
