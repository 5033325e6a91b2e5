import Glibc
public import Shared

extension PageFacts {
    /// Adds the reason for which the content is unusable.
    public mutating func add(_ refusal: ContentRefusal) {
        switch refusal {
        case .damaged, .unsupported: integrity = .damaged
        case .passwordProtected: protection = .passwordRequired
        case .overBudget(let quantity, let found, let limit):
            excess = Excess(Excess.Quantity(quantity), found: found, limit: limit)
        case .tooCostly: excess = .work
        }
    }
}

extension PageFacts.Excess.Quantity {
    fileprivate init(_ quantity: BudgetedQuantity) {
        self =
            switch quantity {
            case .bytes: .bytes
            // Pictures of an animation are pages of the file.
            case .pages, .frames: .pages
            case .pixelsPerPage, .pixelsPerDocument: .pixels
            case .decoderMemory: .memory
            }
    }
}

extension JailError {
    /// The refusal of the content, if the error proves one.
    ///
    /// A machine under pressure may cause a child to die or hang beside others. If that happens to a child that runs
    /// alone, the file cannot be decoded: the person can act on that, an operator cannot. SIGKILL proves nothing: by it
    /// the kernel ends one process for the memory that all of them use.
    func refusal(ranAlone: Bool) -> ContentRefusal? {
        switch self {
        case .refused(let refusal): refusal
        case .exhausted: .tooCostly
        case .deadlineExceeded: ranAlone ? .tooCostly : nil
        case .crashed(signal: SIGKILL), .failed(exitCode: DecoderExitCode.notConfined.rawValue): nil
        // No machine makes a decoder do that.
        case .forbidden: .damaged(detail: detail)
        case .crashed, .failed, .protocolViolation: ranAlone ? .damaged(detail: detail) : nil
        case .unproven, .unavailable, .zygoteDied, .cancelled: nil
        }
    }

    /// Whether there was no child for the document: the document did not cause the error.
    var isOutage: Bool { if case .unavailable = self { true } else { false } }

    /// Whether a child ended without an answer, for an unknown cause.
    var isOfChild: Bool {
        switch self {
        case .deadlineExceeded, .crashed, .failed, .protocolViolation: true
        case .refused, .exhausted, .forbidden, .unproven, .unavailable, .zygoteDied, .cancelled: false
        }
    }
}

extension Jail {
    /// Runs a job. If its child ends without an answer, runs it once more alone: the file then causes the result.
    ///
    /// - Throws: The errors of `job`; `JailError.refused` for those that the content causes.
    public static func judged<Result>(_ job: (_ alone: Bool) async throws -> Result) async throws -> Result {
        do {
            return try await job(false)
        } catch let first as JailError {
            if let refusal = first.refusal(ranAlone: false) { throw JailError.refused(refusal) }
            guard first.isOfChild else { throw first }
        }
        do {
            return try await job(true)
        } catch let second as JailError {
            throw second.refusal(ranAlone: true).map(JailError.refused) ?? second
        }
    }
}

extension ProcessingFailure {
    /// A stage that a jail could not finish.
    public init(_ error: JailError, in jail: Dependency = .decoderJail) {
        self.init(
            code: error.code, isRetriable: error.isRetriable, description: error.description, detail: error.detail,
            outage: error.isOutage ? Outage(of: jail) : nil)
    }
}
