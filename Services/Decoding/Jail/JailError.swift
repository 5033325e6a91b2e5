/// Why the jail gave no result.
public enum JailError: Error, Hashable, Sendable {
    /// The content itself cannot be used: a finding for the person, the same on every try.
    case refused(ContentRefusal)
    /// The child gave no sign for too long and was killed with its process group. It was waiting for something, or for a processor
    /// that others had.
    case deadlineExceeded
    /// The child used up what it may have by itself: processor time, or memory.
    case exhausted
    /// A signal ended the child: a fault of a decoder, or more memory or processor time than it may have.
    case crashed(signal: CInt)
    /// The child made a system call that no decoder makes, and was killed for it: the document may have taken it over.
    case forbidden
    /// The child gave up by itself; `code` as in `DecoderExitCode`.
    case failed(exitCode: CInt)
    /// What came back is not what a sound child would send; nothing of it was used.
    case protocolViolation(detail: String)
    /// The redrawn PDF holds something besides drawings.
    case unproven(findings: [String])
    /// No child could be had: the zygote is not there, or too many documents wait.
    case unavailable(detail: String)
    /// The zygote died while its child was at the document.
    case zygoteDied
    /// The task that asked was cancelled.
    case cancelled

    /// Stable and short: for labels of metrics and logs.
    public var code: String {
        switch self {
        case .refused(let refusal): "jail.refused.\(refusal.code)"
        case .deadlineExceeded: "jail.deadline-exceeded"
        case .exhausted: "jail.exhausted"
        case .crashed: "jail.crashed"
        case .forbidden: "jail.forbidden"
        case .failed: "jail.failed"
        case .protocolViolation: "jail.protocol-violation"
        case .unproven: "jail.unproven"
        case .unavailable: "jail.unavailable"
        case .zygoteDied: "jail.zygote-died"
        case .cancelled: "jail.cancelled"
        }
    }

    /// The code without what all of them have in common.
    var label: String { String(code.dropFirst("jail.".count)) }

    /// Whether another try can end differently. A crash and a hang can be the fault of a machine under pressure.
    public var isRetriable: Bool {
        switch self {
        case .refused, .exhausted, .forbidden, .unproven: false
        case .deadlineExceeded, .crashed, .failed, .protocolViolation, .unavailable, .zygoteDied, .cancelled: true
        }
    }

    /// Whether it was the document's doing, and not the machine's. What `Jail.judged` throws was tried alone before.
    public var isOfPage: Bool {
        switch self {
        case .refused, .exhausted, .forbidden, .deadlineExceeded, .crashed, .failed, .protocolViolation, .unproven: true
        case .unavailable, .zygoteDied, .cancelled: false
        }
    }

    /// The finding about the content, if that is what this is.
    public var refusal: ContentRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }

    /// For the log. Decoders' complaints name formats and offsets, never contents.
    public var detail: String {
        switch self {
        case .refused(.damaged(let detail)): "damaged: \(detail)"
        case .refused(let refusal): refusal.description
        case .deadlineExceeded: "no answer within the deadline; the process group was killed"
        case .exhausted: "used up the processor time or the memory that it may have"
        case .crashed(let signal): "ended by signal \(signal)"
        case .forbidden: "killed for a system call that the jail forbids; the kernel's audit log names it"
        case .failed(let exitCode): "exited with code \(exitCode)"
        case .protocolViolation(let detail): detail
        case .unproven(let findings): "found \(findings.joined(separator: ", "))"
        case .unavailable(let detail): detail
        case .zygoteDied: "the zygote died while its child was at the document"
        case .cancelled: "cancelled"
        }
    }
}

extension JailError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .refused(let refusal): refusal.description
        case .deadlineExceeded, .exhausted: "The document took too long to process."
        case .crashed, .forbidden, .failed, .protocolViolation: "The document could not be processed."
        case .unproven: "The resulting PDF could not be proven to be safe."
        case .unavailable, .zygoteDied: "Documents cannot be processed at the moment."
        case .cancelled: "Processing was cancelled."
        }
    }
}

extension JailError: CustomDebugStringConvertible {
    public var debugDescription: String { "\(code): \(detail)" }
}
