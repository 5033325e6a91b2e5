import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import IntakeClient
import IntakeTransport
import LoadTest
import Shared

/// One gateway, with everything that is needed to send whole submissions to it.
struct GatewayLane: Sendable {
    let url: String
    private let token: String?
    let http: HTTPClient
    let client: IntakeClient
    let outcomes: OutcomeStream
    let line: RoughLine?
    private let blocking: BlockingPool
    /// Bounds the drawing of pages to fewer than the pool's queue takes.
    private let making = AsyncSemaphore(permits: 64)
    /// Part of the reference by which a submission belongs to the run.
    let run: String

    init(
        url: String, token: String?, connections: Int, line: RoughLine?, run: String, loop: EventLoop,
        blocking: BlockingPool
    ) throws(IntakeClientError) {
        var configuration = HTTPClientConfiguration()
        configuration.maximumConnections = connections + 1
        configuration.maximumConnectionsPerHost = connections + 1
        configuration.maximumIdleConnections = connections
        configuration.userAgent = "docket-replay"
        (self.token, self.line, self.run, self.blocking) = (token, line, run, blocking)
        http = HTTPClient(loop: loop, configuration: configuration)
        client = try IntakeClient(baseURL: url, token: token, transport: HTTPClientTransport(http), time: LoopTime())
        var base = url
        while base.hasSuffix("/") { base.removeLast() }
        self.url = base
        outcomes = OutcomeStream(gateway: base, token: token, http: http)
    }

    var reference: String { "replay-\(run)" }

    func request(_ method: String, _ path: String, _ headers: ClientHeaders) -> ClientRequest {
        var headers = headers
        if let token { headers.add("authorization", "Bearer \(token)") }
        return ClientRequest(method, url + path, headers: headers)
    }

    func get<Answer: Decodable>(_ path: String, as type: Answer.Type) async -> Answer? {
        guard let response = try? await http.send(request("GET", path, ["accept": "application/json"])), response.isSuccess else {
            return nil
        }
        return try? CanonicalJSON.decode(type, from: response.body)
    }

    // MARK: - Submissions

    /// The parameters of sending a submission.
    struct Sending: Sendable {
        let shape: RecordedSubmission
        /// Its journey at this gateway; nil if there is none of that name.
        let journey: JourneyView?
        let subject: String
        /// Determines the contents of the pages.
        let seed: UInt64
        /// Waits until the moment that corresponds to this many milliseconds after the beginning of the recorded
        /// submission. Returns the seconds waited.
        let pause: @Sendable (Int64) async throws -> Double
        /// Receives each request, answer and drawn page as it happens.
        let tell: @Sendable (Told) -> Void
    }

    /// An event of sending a submission. Times are seconds.
    enum Told: Sendable {
        case created(SubmissionID)
        case asked
        case answered(ReplayStep, seconds: Double, bytes: Int)
        case unanswered
        case drew(seconds: Double)
    }

    /// Sends a whole submission and submits it. Returns how long it rested between its steps, in seconds.
    ///
    /// - Throws: `UploadProblem`, `CancellationError`.
    func send(_ sending: Sending, _ documents: SyntheticDocuments) async throws -> Double {
        let shape = sending.shape
        do {
            let submission = try await ask(.create, sending) {
                try await client.createSubmission(
                    NewSubmission(journey: shape.journey, subject: sending.subject, reference: reference)
                ).id
            }
            sending.tell(.created(submission))
            var idle = 0.0
            var random = sending.seed
            let plan = DocumentPlan(
                journey: sending.journey, documents: shape.documents.map(\.type), today: CalendarDate(Timestamp(Date()), in: .utc)
            )
            for (index, document) in shape.documents.enumerated() {
                idle += try await sending.pause(document.pages.first?.after ?? shape.submittedAfter)
                let id = try await ask(.document, sending) {
                    try await client.addDocument(plan.document(index, source: document.source), to: submission).id
                }
                for page in document.pages {
                    idle += try await sending.pause(page.after)
                    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    let kind = SyntheticDocuments.Kind(standingFor: page.mediaType)
                    let (size, side, pageSeed) = (min(page.bytes, plan.mostBytes(index)), plan.shortSide(index), random)
                    // Drawing takes its time, in which others are to begin; the target has no part in it.
                    let beginning = LoopInstant.now
                    let content = try await making.withPermit {
                        try await blocking.run {
                            documents.make(kind, bytes: size, seed: pageSeed, minimumShortSide: side)
                        }
                    }
                    sending.tell(.drew(seconds: (.now - beginning) / .seconds(1)))
                    let chance = Double(random >> 11) / Double(1 << 53)
                    idle += try await askForRest(.file, bytes: content.count, sending) {
                        try await upload(content, kind, to: id, of: submission, chance: chance)
                    }
                }
            }
            idle += try await sending.pause(shape.submittedAfter)
            _ = try await ask(.submit, sending) {
                try await client.submit(submission, consent: sending.journey?.consent?.version)
            }
            return idle
        } catch let error as IntakeClientError {
            let problem = error.problem.map { "\($0.type) (\($0.status))" } ?? error.code.rawValue
            throw UploadProblem(problem, isPassing: error.isRetriable)
        }
    }

    /// Makes a request and times it from sending to its answer.
    private func ask<Answer>(
        _ step: ReplayStep, _ sending: Sending, _ send: () async throws -> Answer
    ) async throws -> Answer {
        var answer: Answer?
        _ = try await askForRest(step, sending) {
            answer = try await send()
            return 0
        }
        guard let answer else { throw UploadProblem("no answer") }
        return answer
    }

    /// The same for a request that pauses on purpose. Returns the seconds of its pauses, which do not count in its time.
    private func askForRest(
        _ step: ReplayStep, bytes: Int = 0, _ sending: Sending, _ send: () async throws -> Double
    ) async throws -> Double {
        sending.tell(.asked)
        let beginning = LoopInstant.now
        do {
            let rest = try await send()
            sending.tell(.answered(step, seconds: (.now - beginning) / .seconds(1) - rest, bytes: bytes))
            return rest
        } catch {
            sending.tell(.unanswered)
            throw error
        }
    }

    private func upload(
        _ content: [UInt8], _ kind: SyntheticDocuments.Kind, to document: DocumentID, of submission: SubmissionID, chance: Double
    ) async throws -> Double {
        if let line { return try await line.upload(content, kind, to: document, gateway: self, chance: chance) }
        let descriptor = try UnnamedFile.make()
        defer { close(descriptor) }
        try UnnamedFile.write(content, to: descriptor)
        try await client.addPage(
            UploadFile(descriptor: descriptor, length: Int64(content.count), mediaType: kind.mediaType), to: document,
            of: submission)
        return 0
    }
}

/// Declares facts of synthetic documents so that the rules of their types accept them. Pure.
struct DocumentPlan: Sendable {
    let journey: JourneyView?
    /// In order.
    let documents: [DocumentTypeID]
    let today: CalendarDate

    func document(_ index: Int, source: DocumentSource?) -> NewDocument {
        guard let type = definition(index) else { return NewDocument(type: documents[index], source: source) }
        let period = type.coverage.map { covered(index, by: $0) }
        var date: CalendarDate?
        if type.issueDate.requiresDate {
            let (youngest, oldest) = (type.issueDate.minimumAgeInDays ?? 0, type.issueDate.maximumAgeInDays ?? 30)
            date = today.adding(days: -min(max(youngest + 1, 3), max(oldest - 1, youngest)))
            if let period, period.end > (date ?? period.end) { date = period.end }
        }
        let expiry = type.expires == .required ? today.adding(days: 400) : nil
        return NewDocument(type: type.id, issueDate: date, period: period, source: source, expiryDate: expiry)
    }

    func mostBytes(_ index: Int) -> Int { definition(index)?.maximumBytes ?? .max }
    func shortSide(_ index: Int) -> Int { definition(index)?.pixels.minimumShortSide ?? 0 }

    private func definition(_ index: Int) -> DocumentType? { journey?.documentType(documents[index]) }

    /// The documents of a type share the months that it requires, the newest first.
    private func covered(_ index: Int, by rule: CoverageRule) -> DatePeriod {
        let count = documents.count { $0 == documents[index] }
        let place = documents[..<index].count { $0 == documents[index] }
        let months = (rule.months + count - 1) / count
        // The last day of the month before this one is never later than latestWithinDays allows where that is a month or more.
        let last = today.adding(days: -today.day)
        let end = place == 0 ? last : last.adding(days: 1).adding(months: -place * months).adding(days: -1)
        return DatePeriod(start: last.adding(days: 1).adding(months: -(place + 1) * months), end: end)
    }
}
