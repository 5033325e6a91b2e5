import EventLoop
public import Shared

/// The pages of a document, in order, while it is decoded. One task at a time may call `next()`.
public final class DecodedPages: Sendable {
    private let job: JailJob
    private let loop: EventLoop
    private let reader: DecodedPageReader

    init(job: JailJob, request: DecodeRequest, loop: EventLoop) {
        self.job = job
        self.loop = loop
        reader = DecodedPageReader(job: job, request: request)
    }

    /// The repairs and losses of the pages requested so far.
    public var repairs: [Repair] {
        get async { (try? await loop.run { self.reader.repairs }) ?? [] }
    }

    /// What the child said of the file, if it was asked for, once there is a page.
    public var description: InspectionFacts? {
        get async { try? await loop.run { self.reader.description } }
    }

    /// The next page; nil after the last.
    public func next() async throws(JailError) -> DecodedPage? {
        try await loop.runForJail { () async throws(JailError) in try await self.reader.next() }
    }
}

/// Turns a decode job's responses into pages. Refuses responses that no sound child would send.
///
/// `@unchecked Sendable`: its state is touched only on the loop, which `JailJob.response()` checks.
final class DecodedPageReader: @unchecked Sendable {
    private let job: JailJob
    private let request: DecodeRequest
    private(set) var repairs: [Repair] = []
    private(set) var description: InspectionFacts?
    private var delivered = 0
    private var lost = 0
    private var total: Int?
    private var isFinished = false

    init(job: JailJob, request: DecodeRequest) {
        self.job = job
        self.request = request
    }

    func next() async throws(JailError) -> DecodedPage? {
        while !isFinished {
            let response = try await job.response()
            switch response.message {
            case .page(let header):
                return try page(header, response.payload)
            case .repaired(let repair):
                try note(repair)
            case .described(let facts):
                guard request.describes, description == nil, delivered + lost == 0 else { throw job.unexpected() }
                description = try facts.checked()
            case .finished(let pages):
                isFinished = true
                guard pages == delivered, delivered > 0, delivered + lost == total else {
                    throw .protocolViolation(detail: "\(pages) pages announced at the end, \(delivered) delivered")
                }
            default:
                throw job.unexpected()
            }
        }
        return nil
    }

    private func note(_ repair: Repair) throws(JailError) {
        let next = delivered + lost + 1
        let isSound =
            switch repair {
            case .auxiliaryReferences, .crossReferences, .cutOff: !repairs.contains(repair)
            case .incompletePage(next, let missing):
                request.salvages && missing.map { (0...100).contains($0) } != false
                    && !repairs.contains { if case .incompletePage(next, _) = $0 { true } else { false } }
            case .lostPage(next): request.salvages && next <= min(request.budget.pages, request.maximumPages ?? .max)
            default: false
            }
        guard isSound else { throw .protocolViolation(detail: "\(repair) before page \(next)") }
        if case .lostPage = repair { lost += 1 }
        repairs.append(repair)
    }

    private func page(_ header: DecodedPageHeader, _ payload: [UInt8]) throws(JailError) -> DecodedPage {
        let page = try DecodedPage(checking: header, payload, number: delivered + lost + 1, total: total, for: request)
        delivered += 1
        total = page.total
        return page
    }
}
