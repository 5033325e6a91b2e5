public import Shared

/// The task of a child: the header of the only frame that it reads.
public enum JailRequest: Hashable, Sendable {
    /// One input.
    case inspect(mediaType: MediaType?, budget: DocumentBudget)
    /// One input.
    case decode(DecodeRequest)
    /// One input: a PDF to redraw.
    case redraw(budget: DocumentBudget, maximumBytes: Int)
    /// One input: a redrawn PDF.
    case proveText(maximumBytes: Int)
    /// One input: a PDF. Extracts these pages, counted from 0, to a new PDF.
    case extract(pages: Range<Int>, budget: DocumentBudget, maximumBytes: Int)
    /// One input: a page's picture, or a PDF. Only the reading jail supports it.
    case read(ReadRequest)
    /// One input: a message of e-mail. Only the mail jail supports it; all other requests are for the decoding jail.
    case mail(MailRequest)

    /// The label of its metric.
    var kind: String {
        switch self {
        case .inspect: "inspect"
        case .decode: "decode"
        case .redraw: "redraw"
        case .proveText: "prove"
        case .extract: "extract"
        case .read: "read"
        case .mail: "mail"
        }
    }

    /// The limit of processor time in seconds, if it is lower than every child's.
    var processorSeconds: UInt64? {
        if case .read(let request) = self { UInt64(max(request.processorSeconds, 1)) } else { nil }
    }
}
