import Glibc
public import Shared

extension PageFacts {
    /// Adds what the jail found in the file.
    public mutating func add(_ facts: InspectionFacts) {
        if facts.detectedMediaType != .octetStream { secondOpinion = facts.detectedMediaType }
        protection =
            switch facts.encryption {
            case .none: .none
            case .ownerPassword: .ownerOnly
            case .userPassword: .passwordRequired
            }
        if let refusal = facts.refusal {
            add(refusal)
        } else {
            // A file whose end is missing may be decoded all the same: `structure` says so, and a lenient decoder does not.
            integrity = .intact
            pageCount = facts.pageCount
        }
        repairs = facts.repairs
        switch facts.content {
        case .pdf:
            // Names in its bytes count where a parser may have read it otherwise than others do.
            activeContent = facts.activeContent.union(facts.scrutiny == .whole ? [] : hintedContent)
        case .image: pictures = facts.pageSizes.map { PixelSize(width: Int($0.width), height: Int($0.height)) }
        case nil: break
        }
    }

    /// Adds why the content cannot be used.
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
    /// What this says of the content, if it does.
    ///
    /// A child that dies or hangs may be the fault of a machine under pressure, so once proves nothing. A file that it happens
    /// with again, on another try, cannot be decoded: its person can do something about that, an operator cannot. Attempts count from 1.
    public func refusal(onAttempt attempt: Int) -> ContentRefusal? {
        switch self {
        case .refused(let refusal): refusal
        // The kernel ends by SIGKILL what takes the memory of others.
        case .deadlineExceeded, .failed(exitCode: DecoderExitCode.outOfMemory.rawValue), .crashed(signal: SIGKILL):
            attempt > 1 ? .tooCostly : nil
        case .crashed, .forbidden, .failed, .protocolViolation: attempt > 1 ? .damaged(detail: detail) : nil
        case .unproven, .unavailable, .cancelled: nil
        }
    }
}

extension ProcessingFailure {
    /// A step that the jail could not finish.
    public init(_ error: JailError) {
        self.init(code: error.code, isRetriable: error.isRetriable, description: error.description, detail: error.detail)
    }
}

extension InspectionFacts {
    fileprivate var activeContent: Set<PageFacts.ActiveContent> {
        var found: Set<PageFacts.ActiveContent> = []
        if hasJavaScript { found.insert(.script) }
        if hasAutomaticActions { found.insert(.automaticAction) }
        if hasLaunchAction { found.insert(.launch) }
        if attachmentCount > 0 { found.insert(.embeddedFile) }
        if scrutiny == .partial { found.insert(.unexamined) }
        return found
    }
}
