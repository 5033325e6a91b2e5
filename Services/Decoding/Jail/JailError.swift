/// Why the jail gave no result.
public enum JailError: Error, Hashable, Sendable {
    /// The content is unusable: a finding for the person, the same on every attempt.
    case refused(ContentRefusal)
    /// The child was silent for too long, and was killed with its process group. It was waiting, or another process had
    /// the processor.
    case deadlineExceeded
    /// The child used up its own processor time or memory.
    case exhausted
    /// A signal ended the child, because of a decoder's fault or a limit of memory or processor time.
    case crashed(signal: CInt)
    /// The child made a system call that no decoder makes, and was killed. The document may have taken it over.
    case forbidden
    /// The child gave up; `code` is one of `DecoderExitCode`.
    case failed(exitCode: CInt)
    /// No sound child would send the answer. Nothing of it was used.
    case protocolViolation(detail: String)
    /// The redrawn PDF contains more than drawings.
    case unproven(findings: [String])
    /// There is no child: the zygote is missing, or too many documents wait.
    case unavailable(detail: String)
    /// The zygote died while its child worked on the document.
    case zygoteDied
    /// The calling task was cancelled.
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

    /// The code without the common prefix.
    var label: String { String(code.dropFirst("jail.".count)) }

    /// Whether another attempt can end differently. A crash or a hang may be due to a machine under pressure.
    public var isRetriable: Bool {
        switch self {
        case .refused, .exhausted, .forbidden, .unproven: false
        case .deadlineExceeded, .crashed, .failed, .protocolViolation, .unavailable, .zygoteDied, .cancelled: true
        }
    }

    /// Whether the document is the cause rather than the machine. Errors of `Jail.judged` have been confirmed by an
    /// attempt alone.
    public var isOfPage: Bool {
        switch self {
        case .refused, .exhausted, .forbidden, .deadlineExceeded, .crashed, .failed, .protocolViolation, .unproven: true
        case .unavailable, .zygoteDied, .cancelled: false
        }
    }

    /// The finding about the content, if the error is one.
    public var refusal: ContentRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }

    /// For the log. Decoders' messages name formats and offsets, never contents.
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
