import BlobStore
import Custody
import HTTPServer
import PostgresStore
import ServiceRuntime
import Shared
import Telemetry

/// The services of the handlers. It is a value: each handler holds it.
struct GatewayServices: Sendable {
    let store: SubmissionStore
    let reviews: ReviewStore
    let held: HeldDecisions
    let queueFeed: QueueFeed
    let uploads: UploadStore
    /// The uploads that this process writes to.
    let writers: ActiveWriters
    let blobs: any BlobStore
    /// The journeys for new submissions. A submission keeps the version of its creation.
    let journeys: JourneyRegistry
    /// The hosts to which persons may be returned.
    let returnHosts: ReturnHosts
    let origins: TenantOrigins
    let authenticator: any Authenticator
    let desk: DeskSessions
    let portal: PortalAccess
    let refusedRequests: RefusedRequests
    let admission: AdmissionGate
    let deaths: DeathWatch
    let quotas: QuotaGate
    let monthlyQuotas: MonthlyQuotaGate
    let refusals: FileRefusals
    let beginnings: TraceBeginnings
    let confirmations: ConfirmationGate
    let idempotency: IdempotencyGate
    let submissionLinks: SubmissionLinkStore
    let linkAccess: LinkAuthenticator
    let audit: AuditStore
    let trail: AuditTrail
    let glass: Glass
    let operations: OperationServices
    /// Nil if nothing is signed.
    let signing: SigningKeys?
    let custody: CustodyServices
    let usage: UsageDayStore
    let tails = TailGate()
    let endpoints: EndpointServices
    let mail: MailServices
    let events: EventStreamHandlers.Source
    let links: Links
    let written = SubmissionAnswerCache()
    let health: HealthRegistry
    let description: DescriptionHandlers
    /// The page of a link.
    let pages: BrowserPages
    /// The size of the largest file, whatever a document type allows, in bytes.
    let maximumFileBytes: Int
    /// The maximum cost of turning one file into pages.
    let fileLimits: FileLimits
    /// How long the sender of a body waits before it is refused.
    let longestPause: Duration
    let now: @Sendable () -> Timestamp
    let logger: Logger

    /// The submission in the path, if it is the caller's.
    func submission(of call: Call) async throws -> Submission {
        if let known = call.known { return known }
        guard let submission = try await store.submission(try call.submission(), tenant: call.tenant) else {
            throw Problem.notFound
        }
        return submission
    }

    /// Throws `notFound` if the submission is not the caller's. Called for every endpoint about a submission, so that no
    /// handler can forget it.
    ///
    /// - Returns: The submission, if it had to be read for that.
    @discardableResult
    func checkOwner(of submission: SubmissionID, _ call: Call) async throws -> Submission? {
        guard !call.principal.seesAll else { return nil }
        if let scope = call.principal.scope, scope != submission { throw Problem.notFound }
        guard let found = try await store.submission(submission, tenant: call.tenant), call.principal.owns(found) else {
            throw Problem.notFound
        }
        return found
    }

    /// The document in the path, with its submission.
    func document(of call: Call) async throws -> (submission: Submission, document: Document) {
        let submission = try await submission(of: call)
        guard let document = submission.document(try call.document()), document.state != .removed else { throw Problem.notFound }
        return (submission, document)
    }

    /// The page in the path, with its document and submission.
    func page(of call: Call) async throws -> (submission: Submission, document: Document, page: Page) {
        let (submission, document) = try await document(of: call)
        guard let page = document.page(try call.page()) else { throw Problem.notFound }
        return (submission, document, page)
    }
}
