// Written by Services/Client/generate from the gateway's description. Change nothing here.
import type * as m from './models.js'
import type { Asking, Confirmation, Keyed, Versioned } from './client.js'

/** A method for each operation of the gateway that has no more to it than a question and its answer. */
export abstract class Operations {
  /** Add a document. */
  addDocument(submission: string, body: m.NewDocument, options?: Keyed & Versioned): Promise<m.Document>
  /** Say whose it is. */
  assignMail(mail: string, body?: m.MailAssignment, options?: Asking): Promise<m.Mail>
  /** Change what is said of it. */
  changeDocument(submission: string, document: string, body: m.DocumentChange, options?: Versioned): Promise<m.Document>
  /** Change, disable or enable an endpoint. */
  changeEndpoint(endpoint: string, body: m.EndpointChange, options?: Asking): Promise<m.Endpoint>
  /** Turn or crop a page. */
  changePage(submission: string, document: string, page: string, body: m.PagePatch, options?: Versioned): Promise<m.Page>
  /** Check it without submitting it. */
  checkSubmission(submission: string, options?: Asking): Promise<m.DryRun>
  /** Claim what has waited longest. */
  claimNext(body?: m.NextClaim, options?: Asking): Promise<m.Claimed | null>
  /** Claim it, or hold on to it. */
  claimSubmission(submission: string, body?: m.NewClaim, options?: Asking): Promise<m.Claim>
  /** Make a webhook endpoint. */
  createEndpoint(body: m.NewEndpoint, options?: Asking): Promise<m.Endpoint>
  /** Make a short-lived link to it. */
  createLink(submission: string, body: m.NewLink, options?: Keyed): Promise<m.Link>
  /** Make a short-lived link to the portal. */
  createPortalLink(body: m.NewPortalLink, options?: Keyed): Promise<m.PortalLink>
  /** Open a draft. */
  createSubmission(body: m.NewSubmission, options?: Keyed): Promise<m.Submission>
  /** Decide on what is in review. */
  decide(submission: string, body: m.NewDecision, options?: Keyed & Versioned): Promise<m.Submission | m.Held>
  /** Discard a message. */
  discardMail(mail: string, options?: Asking): Promise<Confirmation<null>>
  /** Whether it runs. */
  isAlive(options?: Asking): Promise<m.Liveness>
  /** Whether it can work. */
  isReady(options?: Asking): Promise<m.Readiness>
  /** Keep what you have filled in. */
  keepDecisionDraft(submission: string, body: m.DecisionDraft, options?: Asking): Promise<null>
  /** Who did what. */
  listAudit(query?: { submission?: m.Identifier; actor?: string; action?: string[]; after?: m.Timestamp; before?: m.Timestamp; limit?: number; cursor?: string }, options?: Asking): Promise<m.AuditListing>
  /** The signed heads of the tenant's log. */
  listCustodyHeads(query?: { after?: number; limit?: number }, options?: Asking): Promise<m.CustodyHeads>
  /** What was told to whom. */
  listDeliveries(query?: { endpoint?: m.Identifier; submission?: m.Identifier; state?: 'pending' | 'delivered' | 'given_up'; since?: m.Timestamp; limit?: number; cursor?: m.Identifier }, options?: Asking): Promise<m.DeliveryListing>
  /** List the endpoints. */
  listEndpoints(options?: Asking): Promise<m.EndpointListing>
  /** Who did what to endpoints, deliveries, keys and links to the portal. */
  listIntegrationAudit(query?: { limit?: number; cursor?: string }, options?: Asking): Promise<m.AuditListing>
  /** List the journeys. */
  listJourneys(options?: Asking): Promise<m.JourneyListing>
  /** List its links. */
  listLinks(submission: string, options?: Asking): Promise<m.LinkListing>
  /** List mail that waits. */
  listMail(query?: { limit?: number; cursor?: string }, options?: Asking): Promise<m.MailListing>
  /** List the links to the portal. */
  listPortalLinks(options?: Asking): Promise<m.PortalLinkListing>
  /** What the tenant's own programs were refused of late. */
  listRefusedRequests(query?: { limit?: number }, options?: Asking): Promise<m.RefusedRequestListing>
  /** List what waits for a reviewer. */
  listReviewQueue(query?: { journey?: m.Name; claim?: 'mine' | 'free' | 'others'; warning?: m.Name; overdue?: boolean; limit?: number; after?: string }, options?: Asking): Promise<m.ReviewQueue>
  /** List submissions as a screen. */
  listScreen(query?: { journey?: m.Name[]; 'not.journey'?: m.Name[]; state?: m.SubmissionState[]; 'not.state'?: m.SubmissionState[]; documentType?: m.Name[]; 'not.documentType'?: m.Name[]; createdAfter?: m.Timestamp; 'not.createdAfter'?: m.Timestamp; createdBefore?: m.Timestamp; 'not.createdBefore'?: m.Timestamp; submittedAfter?: m.Timestamp; 'not.submittedAfter'?: m.Timestamp; submittedBefore?: m.Timestamp; 'not.submittedBefore'?: m.Timestamp; reference?: string; 'not.reference'?: string; subject?: string; 'not.subject'?: string; reason?: m.Name[]; 'not.reason'?: m.Name[]; limit?: number; sort?: '-createdAt' | 'createdAt' | 'updatedAt' | '-updatedAt'; cursor?: string }, options?: Asking): Promise<m.Screen>
  /** List submissions. */
  listSubmissions(query?: { journey?: m.Name[]; 'not.journey'?: m.Name[]; state?: m.SubmissionState[]; 'not.state'?: m.SubmissionState[]; documentType?: m.Name[]; 'not.documentType'?: m.Name[]; createdAfter?: m.Timestamp; 'not.createdAfter'?: m.Timestamp; createdBefore?: m.Timestamp; 'not.createdBefore'?: m.Timestamp; submittedAfter?: m.Timestamp; 'not.submittedAfter'?: m.Timestamp; submittedBefore?: m.Timestamp; 'not.submittedBefore'?: m.Timestamp; reference?: string; 'not.reference'?: string; subject?: string; 'not.subject'?: string; reason?: m.Name[]; 'not.reason'?: m.Name[]; limit?: number; sort?: '-createdAt' | 'createdAt' | 'updatedAt' | '-updatedAt'; cursor?: string }, options?: Asking): Promise<m.SubmissionListing>
  /** Order its pages. */
  orderPages(submission: string, document: string, body: m.PageOrder, options?: Versioned): Promise<m.Document>
  /** Let time pass for a test. */
  passTime(submission: string, body: m.PassedTime, options?: Asking): Promise<m.Submission>
  /** That the log only grew from one size to another. */
  proveConsistency(query?: { from?: number; to?: number }, options?: Asking): Promise<m.CustodyConsistency>
  /** That an event or an entry of the audit trail is in the log. */
  proveInclusion(query?: { event?: m.Identifier; audit?: string }, options?: Asking): Promise<m.CustodyInclusion>
  /** A cover sheet to print. */
  readCoverSheet(submission: string, type: string, options?: Asking): Promise<string>
  /** All that the log holds of a submission. */
  readCustody(submission: string, query?: { from?: number }, options?: Asking): Promise<m.SubmissionCustody>
  /** Read what you have filled in. */
  readDecisionDraft(submission: string, options?: Asking): Promise<m.KeptDecisionDraft>
  /** Read a delivery and its tries. */
  readDelivery(delivery: string, options?: Asking): Promise<m.Delivery>
  /** This description. */
  readDescription(options?: Asking): Promise<unknown>
  /** Read a document. */
  readDocument(submission: string, document: string, options?: Asking): Promise<m.Document>
  /** Read an endpoint. */
  readEndpoint(endpoint: string, options?: Asking): Promise<m.Endpoint>
  /** The certificate that a submission was erased. */
  readErasure(submission: string, options?: Asking): Promise<m.ErasureProof>
  /** The events, described. */
  readEventDescription(options?: Asking): Promise<unknown>
  /** What stands on its documents. */
  readFacts(submission: string, options?: Asking): Promise<m.Facts>
  /** A clean page. */
  readImage(submission: string, document: string, page: string, query?: { number?: number }, options?: Asking): Promise<Blob>
  /** Read what the element of a page begins with. */
  readIntake(options?: Asking): Promise<m.Intake>
  /** Read a journey. */
  readJourney(journey: string, options?: Asking): Promise<m.Journey>
  /** The newest signed head of the tenant's log. */
  readLatestCustodyHead(options?: Asking): Promise<m.CustodyHead>
  /** Read what is known of a message. */
  readMail(mail: string, options?: Asking): Promise<m.Mail>
  /** A file of a message that waits. */
  readMailFile(mail: string, digest: string, options?: Asking): Promise<Blob>
  /** Every file with its digest. */
  readManifest(submission: string, options?: Asking): Promise<m.Manifest>
  /** The file as it came in. */
  readOriginal(submission: string, document: string, page: string, options?: Asking): Promise<Blob>
  /** All its pages in one PDF. */
  readPDF(submission: string, document: string, options?: Asking): Promise<Blob>
  /** Read a page. */
  readPage(submission: string, document: string, page: string, options?: Asking): Promise<m.Page>
  /** A small picture of the page. */
  readPreview(submission: string, document: string, page: string, options?: Asking): Promise<Blob>
  /** Read it as a reviewer. */
  readReview(submission: string, options?: Asking): Promise<m.Review>
  /** Read what was decided, in numbers. */
  readReviewNumbers(query?: { days?: number }, options?: Asking): Promise<m.TeamNumbers>
  /** Read it as a screen. */
  readScreen(submission: string, query?: { show?: 'submission' | 'status' | 'types' | 'review' }, options?: Asking): Promise<m.Screen>
  /** The manifest, signed. */
  readSignedManifest(submission: string, options?: Asking): Promise<string>
  /** The keys that manifests are signed with. */
  readSigningKeys(options?: Asking): Promise<m.SigningKeys>
  /** Read a submission. */
  readSubmission(submission: string, options?: Asking): Promise<m.Submission>
  /** Read an upload. */
  readUpload(upload: string, options?: Asking): Promise<m.Upload>
  /** What the tenant has used, by day. */
  readUsage(query?: { from?: m.Day; to?: m.Day }, options?: Asking): Promise<m.Usage>
  /** Tell an endpoint what it has missed. */
  recoverEndpoint(endpoint: string, body: m.EndpointRecovery, options?: Asking): Promise<m.Recovery>
  /** Give your claim back. */
  releaseSubmission(submission: string, options?: Asking): Promise<null>
  /** Forget what you have filled in. */
  removeDecisionDraft(submission: string, options?: Asking): Promise<null>
  /** Remove it with its pages. */
  removeDocument(submission: string, document: string, options?: Versioned): Promise<Confirmation<null>>
  /** Remove an endpoint. */
  removeEndpoint(endpoint: string, options?: Asking): Promise<Confirmation<null>>
  /** Remove a page. */
  removePage(submission: string, document: string, page: string, options?: Versioned): Promise<Confirmation<null>>
  /** Try a delivery at once. */
  retryDelivery(delivery: string, options?: Asking): Promise<m.Delivery>
  /** End a link at once. */
  revokeLink(submission: string, link: string, options?: Asking): Promise<null>
  /** End a link to the portal at once. */
  revokePortalLink(portalLink: string, options?: Asking): Promise<null>
  /** Give an endpoint a new secret. */
  rotateEndpoint(endpoint: string, body: m.EndpointRotation, options?: Asking): Promise<m.Endpoint>
  /** Submit it. */
  submit(submission: string, body?: m.Consent, options?: Keyed & Versioned): Promise<m.Submission>
  /** Take back a decision that is held. */
  takeBackDecision(submission: string, options?: Asking): Promise<null>
  /** Send an endpoint a test message now, or a sample of an event. */
  testEndpoint(endpoint: string, body?: m.NewEndpointTest, options?: Asking): Promise<m.EndpointTest>
  /** Withdraw it. */
  withdrawSubmission(submission: string, options?: Versioned): Promise<Confirmation<m.Submission>>
}
