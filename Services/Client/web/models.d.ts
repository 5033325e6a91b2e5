// Written by Services/Client/generate from the gateway's description. Change nothing here.

/** The last part of the type of each problem that the description names. */
export type ProblemType = 'already-reviewed' | 'checksum-mismatch' | 'claimed' | 'completed-upload' | 'confirmation-invalid' | 'confirmation-required' | 'date-in-future' | 'digest-mismatch' | 'duplicate-file' | 'empty-file' | 'endpoint-disabled' | 'event-gone' | 'forbidden' | 'idempotency-key-in-use' | 'idempotency-key-invalid' | 'idempotency-key-reused' | 'incomplete' | 'inconsistent-upload-length' | 'internal-error' | 'invalid-date' | 'invalid-header' | 'invalid-parameter' | 'invalid-request' | 'link-ended' | 'mail-ended' | 'malformed-json' | 'malformed-multipart' | 'malformed-path' | 'media-type-mismatch' | 'method-not-allowed' | 'mismatching-upload-offset' | 'not-a-draft' | 'not-found' | 'not-held' | 'not-in-review' | 'not-ready' | 'not-retriable' | 'only-in-sandbox' | 'password-protected' | 'precondition-failed' | 'quota-used-up' | 'storage-full' | 'too-large' | 'too-many-bytes' | 'too-many-documents' | 'too-many-endpoints' | 'too-many-frames' | 'too-many-links' | 'too-many-pages' | 'too-many-pixels' | 'too-many-requests' | 'too-many-uploads' | 'unauthenticated' | 'unavailable' | 'unknown-document-type' | 'unknown-journey' | 'unsupported-media-type' | 'unsupported-protocol-version' | 'upload-ended' | 'upload-joined' | 'upload-length-exceeded' | 'upload-part-unusable' | 'upload-taken-over'

export interface AlikePage {
  /** When it was submitted. */
  at: Timestamp
  document: Identifier
  /** The page of this submission. */
  own: Identifier
  page: Identifier
  state: SubmissionState
  submission: Identifier
  why: 'same-file' | 'like-picture'
}

export interface AuditEntry {
  action: string
  /** Such as `user:jane`, `key:0123456789ab`, `link:…`; of a policy its name. */
  actor: string
  address?: string
  /** `person`, or `policy` for what the clock did. */
  basis: string
  /** The event that told of it, by the id that it has everywhere. */
  event?: Identifier
  id: string
  note?: string
  resource: string
  submission?: Identifier
  time: Timestamp
}

export interface AuditListing {
  items: AuditEntry[]
  /** The rest of the listing; absent at its end, and only there. */
  next?: string
}

export interface CallOutRecord {
  after: 'validation' | 'reading'
  askedAt: Timestamp
  /** As the journey calls it. */
  callOut: Name
  endedAt: Timestamp
  /** What was done where nobody has answered in time. */
  onFailure?: 'allow' | 'warn' | 'review' | 'refuse'
  reasons: {
    code: Name
    /** Absent where it is of the submission as a whole. */
    document?: Identifier
  }[]
  verdict: 'allow' | 'warn' | 'review' | 'refuse' | 'unanswered'
}

export interface CheckForm {
  consent?: string
  expiryDate?: string
  /** A page of the document before it. */
  file?: string
  issueDate?: string
  periodEnd?: Day
  periodStart?: Day
  source?: DocumentSource
  /** Begins a document; may be left out where the journey has one type. */
  type?: Name
}

export interface Claim {
  /** As in the audit trail. */
  by: string
  isMine: boolean
  name: string
  /** When it ends unless it is renewed. */
  until: Timestamp
}

export interface Claimed {
  claim: Claim
  submission: Identifier
}

export interface Consent {
  /** The version of what was agreed to. */
  consent?: string | null
}

export interface ConsentText {
  text: string
  url?: string
  version: string
}

export interface CountRange {
  max: number
  min: number
}

/** The part of a photo that is the page: its corners from the top left clockwise, as x and y in ten-thousandths of the width and height of the photo, upright, before `rotation`. It is drawn straight. */
export type Crop = number[][]

export interface CustodyConsistency {
  from: number
  proof: string[]
  to: number
}

export interface CustodyHead {
  /** One more with each restore and failover. */
  era: number
  /** 1 for the first head of a log. */
  number: number
  previous: {
    /** Of its signed text. */
    digest: Digest
    era: number
    number: number
    root: string
    size: number
  } | null
  root: string
  /** All of that as a JSON Web Signature (RFC 7515), in compact form. */
  signed: string
  /** Leaves. */
  size: number
  /** A time stamp of `signed` (RFC 3161), in DER as base64; null without one. */
  stamp: string | null
  tenant: string
  time: Timestamp
}

export interface CustodyHeads {
  items: CustodyHead[]
  /** What `after` is to be for the rest; absent at the end. */
  next?: number
}

export interface CustodyInclusion {
  head: CustodyHead
  leaf: CustodyLeaf
}

export interface CustodyLeaf {
  /** HMAC-SHA-256 of the row in canonical JSON, by the salt. */
  commitment: string
  /** The event of an outcome as it was told, to whose bytes the row's `payload` is the digest. */
  event?: string
  /** SHA-256 of a zero byte, `commitment` and the submission's id. */
  hash: string
  /** From 0. */
  index: number
  kind: 'audit' | 'event'
  /** Of the row. */
  number: string
  /** Null while no head covers the leaf. */
  proof: string[] | null
  /** What the leaf is made of, as it is now. */
  row: { [name: string]: string | null } | null
  /** Null once the submission is erased. */
  salt: string | null
}

export interface DateRule {
  /** The greatest age. */
  days?: number
  kind: 'none' | 'optional' | 'required' | 'issued_within' | 'issued_between'
  /** The smallest age. */
  minimumDays?: number
}

export type Day = string

export interface DecisionDraft {
  /** What has been filled in, by the ids of documents. */
  documents?: { [name: string]: {
    /** For the person; of a refusal. */
    message?: string | null
    /** What is wrong, from the list; of a refusal. Without a message the person reads it in their language. */
    reason?: 'unreadable' | 'incomplete' | 'wrong-document' | 'other-person' | 'other-address' | 'too-old' | 'expired' | 'not-original' | 'altered' | null
    verdict?: 'accepted' | 'refused' | null
  } }
  /** Refused for good: nothing can be replaced. */
  final?: boolean | null
  /** For the audit trail. */
  note?: string | null
}

export interface Delivery {
  attempts: number
  changedAt: Timestamp
  channel: string
  endpoint: string
  /** Of the last try. */
  error?: string
  /** The event, by the id that it has everywhere. */
  event: Identifier
  id: Identifier
  links: {
    self: string
  }
  nextAt?: Timestamp
  plannedAt: Timestamp
  state: 'pending' | 'delivered' | 'given_up'
  /** Of the last try. */
  status?: number
  submission: Identifier
  tries?: DeliveryTry[]
  type: string
}

export interface DeliveryListing {
  items: Delivery[]
  /** The rest of the listing; absent at its end, and only there. */
  next?: string
}

export interface DeliveryTry {
  attempt: number
  beganAt: Timestamp
  error?: string
  milliseconds: number
  request: {
    headers: { [name: string]: string }
    size: number
    target: string
  }
  response?: {
    address?: string
    excerpt: string
    headers: { [name: string]: string }
    size: number
  }
  status?: number
}

export interface DeskSession {
  /** As the audit trail names them. */
  actor: string
  /** However much it is used. */
  endsAt: Timestamp | null
  /** If it is not used until then. */
  idleEndsAt: Timestamp | null
  /** What people call them. */
  name: string
  permissions: ('status' | 'read' | 'upload' | 'preview' | 'arrange' | 'write' | 'decide' | 'audit' | 'integrate' | 'administer' | 'operate')[]
  /** The one that may most, of those they have. */
  role: 'person' | 'reviewer' | 'auditor' | 'backend' | 'operator' | null
  signedInBy: 'key' | 'openid' | 'development'
  /** Null for whoever belongs to none. */
  tenant: string | null
}

export type Digest = string

export interface Document {
  expiryDate?: Day
  id: Identifier
  issueDate?: Day
  links: {
    order?: string
    /** Where files are sent to. */
    pages?: string
    self: string
  }
  pages: Page[]
  /** Where its PDF is, once there is one. */
  pdf?: string
  periodEnd?: Day
  periodStart?: Day
  reasons: Reason[]
  source?: DocumentSource
  state: DocumentState
  type: Name
  verdict?: Verdict
}

export interface DocumentChange {
  /** The last day on which it is valid. */
  expiryDate?: Day | null
  issueDate?: Day | null
  periodEnd?: Day | null
  periodStart?: Day | null
  source?: DocumentSource | null
  type?: Name | null
}

export interface DocumentFact {
  /** Left, top, right and bottom, in ten-thousandths of the page's width and height. */
  box: number[]
  /** Whether it may be told as what the document says; else it is a candidate. */
  certain: boolean
  confidence: number
  /** Of a day, the first day of a period, or a zone's day of birth. */
  day?: Day
  /** What differs from what is expected, without saying what it is. */
  differences?: string[]
  /** The day where day and month are meant the other way round, the last day of a period, or a zone's last valid day. */
  end?: Day
  fact: 'issued' | 'due' | 'valid-from' | 'valid-until' | 'birth' | 'printed-day' | 'period' | 'total' | 'balance' | 'net-pay' | 'gross-pay' | 'iban' | 'account-number' | 'customer-number' | 'contract-number' | 'document-number' | 'tax-number' | 'zone' | 'code' | 'expected-name' | 'expected-address' | 'expected-birth-date'
  /** Whether a zone's check digits hold, or a comparison says that it is the same. */
  holds?: boolean
  /** Whether a letter of a zone was mended so that its check digits hold. */
  mended?: boolean
  /** Which of the document's pages, from 0. */
  page: number
  /** Of a comparison with what is expected. */
  score?: number
  /** How it was found. */
  source: 'label' | 'heading' | 'time' | 'phrase' | 'form' | 'zone' | 'code'
  /** A day as 2026-10-31, an amount as 12.50 EUR, a number as printed; empty for a comparison. */
  value: string
}

export interface DocumentFacts {
  document: Identifier
  facts: DocumentFact[]
  /** Pages that do not belong together. */
  faults: {
    kind: 'twice' | 'order' | 'missing' | 'counts' | 'number' | 'issuer'
    numbers: number[]
    other?: number
    page?: number
  }[]
  kind: {
    /** What speaks for it. */
    evidence: string[]
    /** What it looks like. */
    kind?: Name
    score: number
    /** Whether it is what it is said to be. */
    verdict: 'fits' | 'unclear' | 'looks-like' | 'no-text'
  }
  pages: {
    /** Of its letters; 100 for a PDF's own. */
    confidence: number
    /** Within its file. */
    number: number
    /** The file that it is a page of. */
    page: Identifier
    /** Absent where the page could not be read. */
    source?: 'layer' | 'recognized'
    words: number
  }[]
  /** Whether two pages show both sides of a card. */
  sides: 'both' | 'same-twice' | 'different' | 'unclear'
}

export type DocumentSource = 'camera' | 'photo_library' | 'file_picker'

export type DocumentState = 'open' | 'checking' | 'accepted' | 'refused' | 'removed'

export interface DocumentType {
  /** The last months that the documents of this type cover together, without a gap. */
  coverage?: {
    latestWithinDays: number
    months: number
    toleranceDays: number
  }
  /** How many of this type a submission needs and may have. */
  documents: CountRange
  duplicates: RulePolicy
  /** Whether it asks for the last day of validity; absent for none. */
  expires?: 'none' | 'optional' | 'required'
  hint: string
  icon: string
  id: Name
  issueDate: DateRule
  /** Words that it is known by where its documents are read. */
  looksLike?: {
    showsAddress?: boolean
    titles: string[]
    words?: string[]
  }
  maximumBytes: number
  /** What the content of a file may be. */
  mediaTypes: MediaType[]
  minimumBytes: number
  /** What its first pages are called, such as “Front” and “Back”. */
  pageNames?: string[]
  pages: CountRange
  pixels?: {
    maximumLongSide?: number
    minimumShortSide?: number
  }
  /** What it requires of the signatures in its PDFs; absent for nothing. */
  signature?: 'none' | 'intact' | 'trusted'
  title: string
}

export interface DryRun {
  documents: {
    files: {
      digest?: Digest
      id: Identifier
      mediaType?: MediaType
      pages?: number
      pixels?: PixelSize
      /** Those in a PDF; absent where none was found, or where nobody looked into the file. */
      signatures?: FileSignature[]
      size: number
    }[]
    id: Identifier
    reasons: Reason[]
    type: Name
    verdict: Verdict
  }[]
  journey: Name
  journeyVersion: Digest
  /** What concerns the submission as a whole. */
  reasons: Reason[]
  /** Rules that only a look into the files can decide on. */
  undecided: Name[]
  /** Of what could be decided on. */
  verdict: Verdict
}

export interface Endpoint {
  contact?: string
  /** There is a contact that no key opens here now. A change that leaves `contact` out keeps it. */
  contactUnopened?: boolean
  createdAt: Timestamp
  createdBy: string
  disabledAt?: Timestamp
  disabledBecause?: 'operator' | 'gone' | 'failing'
  /** Empty for every outcome. */
  events: string[]
  /** Since when no message was taken. */
  failingSince?: Timestamp
  /** What is told of an event's data; empty for all of it. */
  fields: string[]
  id: Identifier
  /** Empty for every journey. */
  journeys: Name[]
  links: {
    self: string
  }
  name?: string
  /** Told once: `whsec_…`, or the public key `whpk_…`. */
  secret?: string
  state: 'enabled' | 'failing' | 'disabled'
  /** It is a sandbox's, and hears of what is in there alone. */
  test?: boolean
  url: string
}

export interface EndpointChange {
  contact?: string | null
  enabled?: boolean | null
  events?: ('com.docket.custody.head.v1' | 'com.docket.submission.accepted.v1' | 'com.docket.submission.expired.v1' | 'com.docket.submission.failed.v1' | 'com.docket.submission.in_review.v1' | 'com.docket.submission.needs_input.v1' | 'com.docket.submission.rejected.v1' | 'com.docket.submission.withdrawn.v1')[] | null
  fields?: string[] | null
  journeys?: Name[] | null
  name?: string | null
  url?: string | null
}

export interface EndpointListing {
  items: Endpoint[]
  /** The rest of the listing; absent at its end, and only there. */
  next?: string
}

export interface EndpointRecovery {
  since: Timestamp
}

export interface EndpointRotation {
  /** How long the old secret signs beside the new one, in seconds; a day unless told. */
  overlap?: number | null
  signature?: 'v1' | 'v1a' | null
}

export interface EndpointTest {
  /** Why there was no answer, or none that takes a message. */
  error?: string
  milliseconds: number
  request: {
    headers: { [name: string]: string }
    size: number
    target: string
  }
  response?: {
    address?: string
    excerpt: string
    headers: { [name: string]: string }
    size: number
  }
  status?: number
  /** Whether it was answered with a 2xx. */
  taken: boolean
}

export interface ErasureCertificate {
  erased: {
    /** Files in the blob store. */
    blobs: number
    documents: number
    pages: number
  }
  erasedAt: Timestamp
  /** Of the wrapped key that its files were sealed with; null where they were not. */
  key: Digest | null
  request: {
    /** Who asked, or the policy's name. */
    actor: string
    basis: 'person' | 'policy'
    /** Whether it went whatever the journey asks for keeping. */
    overrulesMinimum: boolean
  }
  submission: Identifier
  tenant: string
}

export interface ErasureProof {
  certificate: ErasureCertificate
  /** What the log holds of it; null where no head was signed. */
  custody: {
    /** From the head before. */
    consistency?: CustodyConsistency
    head: CustodyHead
    /** The erasure's, once it is one. */
    leaves: CustodyLeaf[]
    submission: Identifier
  } | null
  /** Of the certificate in canonical form. */
  digest: Digest
  /** Rows that should be gone and are not, by table: empty where all is well. */
  left: { [name: string]: number }
  /** The certificate as a JSON Web Signature; null where nothing is signed. */
  signed: string | null
}

export interface Facts {
  /** What those said whom its journey asks, when it was submitted last. Absent where nobody was asked. */
  callOuts?: CallOutRecord[]
  /** Those that were read; none before that. */
  documents: DocumentFacts[]
  /** Versions of what read pictures, by language. */
  models: { [name: string]: string }
  /** What its files say of their making, as each was validated last. Absent where none says anything. */
  origins?: FoundOrigin[]
  /** The signatures in its PDFs, as they were checked when each file was validated last. Absent where there is none. */
  signatures?: FoundSignature[]
  submission: Identifier
  version: number
}

export interface FileForm {
  file: string
}

export interface FileSignature {
  /** When it was signed, as the signer claims. */
  claimedAt?: Timestamp
  /** Whether it covers the whole file: otherwise something was added later. */
  coversFile: boolean
  /** Whether the signed bytes are as they were signed, and who answers for the signer; the manual says what each means. */
  outcome: 'trusted' | 'unknown_signer' | 'expired' | 'weak' | 'broken' | 'unknown'
  /** The signer's name as the certificate says. */
  signer?: string
  /** When it existed at the latest, by a time stamp of a known authority. */
  stampedAt?: Timestamp
}

export interface FoundOrigin {
  changedOn?: Day
  document: Identifier
  /** By its own words; of a photo, when it was taken. */
  madeOn?: Day
  /** The file. */
  page: Identifier
  /** The programs that have written it, in its own words. */
  programs?: string[]
  /** How often something was added to a PDF after it was first written. */
  updates?: number
}

export interface FoundSignature {
  /** When it was signed, as the signer claims. */
  claimedAt?: Timestamp
  /** Whether it covers the whole file: otherwise something was added later. */
  coversFile: boolean
  document: Identifier
  /** Whether the signed bytes are as they were signed, and who answers for the signer; the manual says what each means. */
  outcome: 'trusted' | 'unknown_signer' | 'expired' | 'weak' | 'broken' | 'unknown'
  /** The file that it is in. */
  page: Identifier
  /** The signer's name as the certificate says. */
  signer?: string
  /** When it existed at the latest, by a time stamp of a known authority. */
  stampedAt?: Timestamp
}

export interface GivenVerdict {
  by: string
  /** As in a decision. */
  documents: { [name: string]: unknown }
  name: string
}

export interface Held {
  held: HeldDecision
  submission: Identifier
}

export interface HeldDecision {
  by: string
  isMine: boolean
  /** When it is carried out. */
  until: Timestamp
}

export type Identifier = string

export interface Intake {
  /** Whether nothing can be changed by this link. */
  isReadOnly: boolean
  journey: JourneyName
  /** One of those that the words are in, with the region that was asked for. */
  language: string
  returnUrl?: string
  submission: Identifier
  summary: string
  title: string
}

export interface Journey {
  /** What the person must agree to. */
  consent?: ConsentText
  documentTypes: DocumentType[]
  /** How many documents a submission needs and may have. */
  documents: CountRange
  /** After so many days without a change a draft expires. */
  draftRetentionDays: number
  id: Name
  links: {
    /** Where files can be tried without being kept. */
    check: string
    self: string
    submissions: string
  }
  /** How often refused documents may be replaced. */
  replacements: number
  /** In days, by what is kept. */
  retention: { [name: string]: number }
  /** When a person of the tenant decides. */
  review: 'never' | 'on_warning' | 'always'
  /** How soon the tenant promises to decide, in seconds. */
  reviewWithin?: number
  /** How many persons decide, each for themselves; absent for one. */
  reviewers?: number
  /** What the journey says of rules beside what they say themselves. */
  rules: { [name: string]: RulePolicy }
  summary: string
  /** In which “today” is meant. */
  timeZone: string
  title: string
  /** Of the rules: a submission keeps those that it was opened under. */
  version: Digest
}

export interface JourneyListing {
  items: Journey[]
  /** The rest of the listing; absent at its end, and only there. */
  next?: string
}

/** A journey that submissions can be opened for here. */
export type JourneyName = 'bank-statements' | 'identity' | 'proof-of-address' | 'proof-of-ownership' | 'source-of-funds'

export interface KeptDecisionDraft {
  /** As in the draft. */
  documents: { [name: string]: unknown }
  final?: boolean
  note?: string
  updatedAt: Timestamp
}

export interface Link {
  createdAt: Timestamp
  createdBy: string
  expiresAt: Timestamp
  id: Identifier
  lastUsedAt?: Timestamp
  links: {
    self: string
  }
  purpose: 'upload' | 'status'
  revokedAt?: Timestamp
  state: 'active' | 'expired' | 'revoked' | 'ended'
  /** Told once: what to send as a bearer. */
  token?: string
  /** Told once: the address that needs nothing else. It is whole unless nobody knows the host. */
  url?: string
}

export interface LinkListing {
  items: Link[]
  /** The rest of the listing; absent at its end, and only there. */
  next?: string
}

export interface Liveness {
  status: string
}

export interface Mail {
  /** What your mail server found out about the sender, such as `spf=pass dkim=pass dmarc=pass`. */
  authentication?: string
  /** When it is waited for no longer; after its end, when it is forgotten. */
  expiresAt: Timestamp
  /** What it has brought and waits. */
  files: MailFile[]
  id: Identifier
  journey: Name
  /** Attachments that are not taken here: their kind, size or number. */
  leftOut: number
  links: {
    self: string
  }
  /** The address that it came to, without what followed a plus sign. */
  mailbox: string
  receivedAt: Timestamp
  /** The address that it says it is from. */
  sender?: string
  /** As the message says. */
  sentAt?: Timestamp
  state: 'waiting' | 'assigned' | 'discarded' | 'expired'
  /** What it became a part of; while it waits, what it is likely for. */
  submission?: Identifier
  /** What it is, where that is known. */
  type?: Name
  /** Why nobody knows yet whose it is, or what. */
  waitsFor?: 'unknown-sender' | 'several-drafts' | 'not-authentic' | 'unknown-reference' | 'other-sender' | 'unknown-type' | 'not-taken'
}

export interface MailAssignment {
  /** Unless what it is likely for is meant. */
  submission?: Identifier | null
  /** A document type of the journey, unless it is known. */
  type?: Name | null
}

export interface MailFile {
  digest: Digest
  links: {
    content: string
  }
  /** By its content. */
  mediaType: MediaType
  /** Bytes. */
  size: number
}

export interface MailListing {
  items: Mail[]
  /** The rest of the listing; absent at its end, and only there. */
  next?: string
}

export interface Manifest {
  /** By people, the oldest first. */
  decisions: ManifestDecision[]
  documents: ManifestDocument[]
  /** What was read of its documents, and what its files say. Absent where nothing is known. */
  facts?: string
  journey: Name
  journeyVersion: Digest
  /** Versions of what read its pages, by language; what they say is in `facts`. */
  readingModels?: { [name: string]: string }
  /** Rules that the submission as a whole was refused or warned for. */
  reasons: string[]
  state: SubmissionState
  submission: Identifier
  submittedAt?: Timestamp
  version: number
}

export interface ManifestDecision {
  /** As in the audit trail. */
  actor: string
  at: Timestamp
  /** The event that told others of it: it has what was decided of each document. */
  event?: Identifier
  /** That event's type: what was decided of the submission. */
  eventType?: string
}

export interface ManifestDocument {
  expiryDate?: Day
  id: Identifier
  issueDate?: Day
  pages: ManifestPage[]
  pdf?: ManifestFile
  /** Those that it was refused or warned for. */
  rules: string[]
  state: DocumentState
  type: Name
  /** Of the last check. */
  verdict?: 'accepted' | 'accepted_with_warnings' | 'refused'
}

export interface ManifestFile {
  digest: Digest
  dimensions?: PixelSize
  link: string
  mediaType?: MediaType
  size: number
}

export interface ManifestPage {
  crop?: Crop
  id: Identifier
  images: ManifestFile[]
  /** How the images were made of the original. */
  making?: PageMaking
  original?: ManifestFile
  preview?: ManifestFile
  rotation: Rotation
}

export type MediaType = string

export interface MissingItem {
  document?: Identifier
  documentType?: Name
  expected: string
  found: string
  /** For a person. */
  message: string
  /** What to do, alone. */
  remedy?: string
  rule: Name
}

export type Name = string

export interface NewClaim {
  /** Even if somebody else has it on the screen. */
  takeOver?: boolean | null
}

export interface NewDecision {
  /** The verdict on each document that is in review, by its id. */
  documents: { [name: string]: {
    /** For the person; of a refusal. */
    message?: string | null
    /** What is wrong, from the list; of a refusal. Without a message the person reads it in their language. */
    reason?: 'unreadable' | 'incomplete' | 'wrong-document' | 'other-person' | 'other-address' | 'too-old' | 'expired' | 'not-original' | 'altered' | null
    verdict: 'accepted' | 'refused'
  } }
  /** Refused for good: nothing can be replaced. */
  final?: boolean | null
  /** For how many seconds it can be taken back; 0 unless told. */
  holdFor?: number | null
  /** For the audit trail. */
  note?: string | null
}

export interface NewDeskSession {
  /** A key, as `docket keys create` shows it once. */
  key: string
}

export interface NewDocument {
  /** The last day on which it is valid. */
  expiryDate?: Day | null
  issueDate?: Day | null
  periodEnd?: Day | null
  periodStart?: Day | null
  source?: DocumentSource | null
  /** One of the journey's. */
  type: Name
}

export interface NewEndpoint {
  /** The e-mail address of whoever looks after it. */
  contact?: string | null
  /** Only of these; else of every outcome, and of no head. */
  events?: ('com.docket.custody.head.v1' | 'com.docket.submission.accepted.v1' | 'com.docket.submission.expired.v1' | 'com.docket.submission.failed.v1' | 'com.docket.submission.in_review.v1' | 'com.docket.submission.needs_input.v1' | 'com.docket.submission.rejected.v1' | 'com.docket.submission.withdrawn.v1')[] | null
  /** Paths of an outcome's data, such as `state` or `results.pdf.digest`: only these are told, and which event it is. */
  fields?: string[] | null
  /** Only of these; else of every journey. */
  journeys?: Name[] | null
  name?: string | null
  /** `v1`, a shared secret, or `v1a`, ed25519. `v1` unless told. */
  signature?: 'v1' | 'v1a' | null
  /** https, to a host of the public internet. */
  url: string
}

export interface NewEndpointTest {
  /** An event of this type, as the page of events shows it, with `"sample": true`; else a message that tells nothing. */
  sample?: 'com.docket.custody.head.v1' | 'com.docket.submission.accepted.v1' | 'com.docket.submission.expired.v1' | 'com.docket.submission.failed.v1' | 'com.docket.submission.in_review.v1' | 'com.docket.submission.needs_input.v1' | 'com.docket.submission.rejected.v1' | 'com.docket.submission.withdrawn.v1' | null
}

export interface NewLink {
  /** In seconds; an hour unless told. */
  lifetime?: number | null
  purpose: 'upload' | 'status'
}

export interface NewPortalLink {
  /** In seconds; an hour unless told. */
  lifetime?: number | null
  /** Whom it is for. */
  name?: string | null
}

export interface NewPortalSession {
  /** The token of a link to the portal. */
  link: string
}

export interface NewSubmission {
  /** The version of what was agreed to. */
  consent?: string | null
  contact?: {
    /** From a person, the address that their token says is verified, and no other. */
    email?: string | null
    /** The device token of Apple's push service. */
    pushToken?: string | null
  } | null
  /** Whose documents are expected. From a tenant's back end, not from a person. */
  expected?: {
    /** On one line. */
    address?: string | null
    dateOfBirth?: Day | null
    name?: string | null
  } | null
  journey: JourneyName
  locale?: string | null
  metadata?: { [name: string]: string } | null
  /** The tenant's own name for the case. */
  reference?: string | null
  /** Where the person is sent back to. From a person, at a host that the tenant has named for it. */
  returnUrl?: string | null
  /** The tenant's own id of the person. */
  subject?: string | null
}

export interface NextClaim {
  /** What you have just had. If it was passed over, what comes behind it is claimed first. */
  after?: Identifier | null
  /** Of this journey. */
  journey?: Name | null
}

export interface Page {
  /** Absent where the page is all of its photo. */
  crop?: Crop
  digest?: Digest
  id: Identifier
  /** The clean pages made of it, in order. */
  images: string[]
  links: {
    /** Where another file is put in this one's place. */
    content: string
    original: string
    self: string
  }
  /** By content. */
  mediaType?: MediaType
  /** How many pages its file has; absent until somebody has looked, and 0 where no page can be made of it. */
  pages?: number
  preview?: string
  rotation: Rotation
  /** Bytes of the original. */
  size?: number
  state: 'received' | 'previewed' | 'ready'
  /** What was read of its file, while it can be changed: for its person to confirm. */
  suggestion?: PageSuggestion
}

export interface PageForm {
  /** The token of the page that asked. */
  confirmation?: string
  /** The version that the person agrees to. */
  consent?: string
  do: 'add' | 'change' | 'remove' | 'submit' | 'withdraw'
  document?: Identifier
  expiryDate?: string
  issueDate?: string
  page?: Identifier
  periodEnd?: string
  periodStart?: string
  type?: string
}

export interface PageMaking {
  /** Versions by name: with the same ones a file gives the same bytes. */
  decoders: { [name: string]: string }
  /** Whether the original carries a signature, which its images do not. */
  isSigned?: boolean
  repairs: {
    kind: 'auxiliary_references' | 'cross_references' | 'cut_off' | 'incomplete_page' | 'lost_page'
    /** The most that can be missing. */
    missingPercent?: number
    page?: number
  }[]
  /** Of each image. */
  signals: PageSignals[]
}

export interface PageOrder {
  /** The ids of all its pages, in their new order. */
  pages: Identifier[]
}

export interface PagePatch {
  /** null takes all of the photo again. */
  crop?: Crop | null
  rotation?: Rotation | null
}

export interface PageSignals {
  /** Of these, parts without one sharp edge. */
  blurredTiles: number
  /** 95 of 100 pixels are not brighter. */
  brightness: number
  /** Of 1000 pixels, those exactly like all around them. */
  flatness: number
  /** Parts that light has washed out. */
  glaringTiles: number
  /** A hash that is close for pages that look alike. */
  likeness: string
  /** The long side, in thousandths of the short one. */
  proportion: number
  /** Parts of the page that were looked at. */
  tiles: number
  /** Of these, parts with something on them. */
  writtenTiles: number
}

export interface PageSuggestion {
  expiryDate?: SuggestedDay
  issueDate?: SuggestedDay
  /** Where it says clearly that it is of another type, or nothing is written on it. */
  kind?: SuggestedKind
}

export interface PassedTime {
  /** How much time passes, in seconds. */
  advance: number
}

export interface PixelSize {
  height: number
  width: number
}

export interface PortalLink {
  createdAt: Timestamp
  createdBy: string
  expiresAt: Timestamp
  id: Identifier
  lastUsedAt?: Timestamp
  links: {
    self: string
  }
  name?: string
  revokedAt?: Timestamp
  state: 'active' | 'expired' | 'revoked'
  /** Told once. */
  token?: string
  /** Told once: the address that a browser opens. It is whole unless nobody knows the host. */
  url?: string
}

export interface PortalLinkListing {
  items: PortalLink[]
  /** The rest of the listing; absent at its end, and only there. */
  next?: string
}

export interface PortalSession {
  /** When the link ends. */
  endsAt: Timestamp
  /** What an endpoint can be told. */
  events: string[]
  /** Those that an endpoint can be told of. */
  journeys: {
    id: Name
    title: string
  }[]
  /** Whom the link was made for. */
  name?: string
  tenant: Name
  /** It is a sandbox's. */
  test?: boolean
}

/** RFC 9457. Some problems have further members, such as `limit` or `accepted`. */
export interface Problem {
  /** What happened, to which thing, and what to do. */
  detail?: string
  errors?: {
    detail: string
    /** A parameter or header. */
    parameter?: string
    /** A JSON Pointer (RFC 6901) into the body. */
    pointer?: string
    rule?: string
  }[]
  /** Which occurrence: the request's id. */
  instance?: string
  status: number
  title: string
  /** Which problem it is; the page at /docs lists them. */
  type: string
}

export interface Progress {
  pagesDone: number
  /** As far as they have been counted. */
  pagesTotal: number
}

export interface Readiness {
  status: 'ready' | 'degraded' | 'unavailable'
}

export interface Reason {
  document?: Identifier
  documentType?: Name
  expected: string
  found: string
  /** What is wrong and what to do, for a person. */
  message: string
  page?: Identifier
  /** Where it stands on the page; never in an event. */
  place?: {
    /** Left, top, right and bottom, in ten-thousandths of the page's width and height. */
    box: number[]
    /** Among the pages of the document that were read. */
    number: number
    page: Identifier
  }
  /** What to do, alone. */
  remedy?: string
  rule: Name
  severity: 'warn' | 'refuse'
  /** What stands in that wording. */
  values?: { [name: string]: unknown }
  /** Which wording says it. */
  wording?: string
}

export interface Recovery {
  /** How many. */
  deliveries: number
}

export interface RefusedRequest {
  /** `key:…`, or `token` for a token of another kind. */
  actor: string
  count: number
  method?: string
  /** The minute's beginning. */
  minute: Timestamp
  /** By its name in the description. */
  operation: string
  /** As the description has it, without ids. */
  path?: string
  /** The last part of the problem's type. */
  problem: string
  status: number
}

export interface RefusedRequestListing {
  items: RefusedRequest[]
  /** The rest of the listing; absent at its end, and only there. */
  next?: string
}

export interface Review {
  /** Files of other submissions. */
  alike: AlikePage[]
  claim?: Claim
  /** What you have filled in. */
  draft?: KeptDecisionDraft
  dueAt?: Timestamp
  /** Whose documents are expected, as in the submission. */
  expected?: { [name: string]: unknown }
  /** What was read, and what files say; absent where nothing is known. */
  facts?: Facts
  held?: HeldDecision
  /** The oldest first. */
  history: ReviewHistoryEntry[]
  isOverdue: boolean
  journey: ReviewedJourney
  /** What would be claimed next. */
  next?: Identifier
  /** In which the person reads. */
  personLanguage: string
  /** What a refusal can be given for. */
  reasons: ReviewReason[]
  reviews: Reviews
  submission: Submission
  /** What two others have said who do not agree. */
  verdicts?: GivenVerdict[]
  waitingSince?: Timestamp
  /** All of them, of the submission and of its documents. */
  warnings: Reason[]
}

export interface ReviewCounts {
  /** What you could claim. */
  free: number
  /** What you have on the screen. */
  mine: number
  overdue: number
  waiting: number
}

export interface ReviewHistoryEntry {
  /** As in the audit trail. */
  act?: string
  at: Timestamp
  attempt?: number
  by?: string
  /** The type of the event that told of it. */
  event?: string
  note?: string
  reasons: Reason[]
  state?: SubmissionState
}

export interface ReviewItem {
  attempt: number
  /** Who has it on the screen. */
  claim?: Claim
  documents: number
  /** Until when its journey promises a decision. */
  dueAt?: Timestamp
  /** A decision that can still be taken back. */
  held?: HeldDecision
  isOverdue: boolean
  journey: Name
  pages: number
  reference?: string
  reviews: Reviews
  subject?: string
  submission: Identifier
  /** Of the journey. */
  title: string
  version: number
  waitingSince: Timestamp
  /** The rules that warn of something. */
  warnings: Name[]
}

export interface ReviewNumbers {
  accepted: number
  actor: string
  /** With the rules, from 0 to 1, by documents; absent where none was judged. */
  agreement?: number
  decided: number
  /** From the claim to the verdict; absent where nothing was claimed. */
  medianSeconds?: number
  name: string
  /** Verdicts that other reviewers did not follow. */
  overturned: number
  refused: number
}

export interface ReviewQueue {
  /** Of the whole queue, whatever is filtered. None is greater than 10000. */
  counts: ReviewCounts
  /** What has waited longest comes first. */
  items: ReviewItem[]
  /** `after` of the next part; absent at the end. */
  next?: string
}

export interface ReviewReason {
  id: 'unreadable' | 'incomplete' | 'wrong-document' | 'other-person' | 'other-address' | 'too-old' | 'expired' | 'not-original' | 'altered'
  /** What the person reads. */
  message: string
  /** For the reviewer. */
  title: string
}

export interface ReviewedJourney {
  /** The titles of its types, by their ids. */
  documentTypes: { [name: string]: string }
  id: Name
  /** How often refused documents may be replaced. */
  replacements: number
  title: string
}

export interface Reviews {
  /** Whether they do not say the same: a third one decides. */
  disagree: boolean
  given: number
  /** Whether you are one of those who have. */
  mine: boolean
  needed: number
}

/** Clockwise, in degrees. */
export type Rotation = 0 | 90 | 180 | 270

export type RulePolicy = 'allow' | 'warn' | 'review' | 'refuse'

export interface Screen {
  sections: ScreenSection[]
  state: {
    kind: 'loading' | 'empty' | 'error' | 'data'
    /** For the person. */
    message?: string
  }
  title: string
}

export interface ScreenComponent {
  /** How much room it wants. */
  height?: 'line' | 'row' | 'picture'
  /** The same as long as it stands for the same thing. */
  id: string
  model: unknown
  /** What can show it. */
  reuseIdentifier: string
  /** Where it leads. */
  route?: {
    method: string
    name: string
    path: string
  }
}

export interface ScreenSection {
  footer?: ScreenComponent
  header?: ScreenComponent
  id: string
  items: ScreenComponent[]
}

export interface SignedOut {
  /** Where the issuer's own session is ended; null where there is none. */
  signOutAt: string | null
}

export interface SigningKeys {
  keys: {
    alg: 'EdDSA' | 'ES256'
    crv: 'Ed25519' | 'P-256'
    /** Its thumbprint (RFC 7638). */
    kid: string
    kty: 'OKP' | 'EC'
    use: 'sig'
    x: string
    y?: string
  }[]
}

export interface Submission {
  consent?: {
    at: Timestamp
    version: string
  }
  createdAt: Timestamp
  documents: Document[]
  /** Whose documents are expected. */
  expected?: {
    address?: string
    dateOfBirth?: Day
    name?: string
  }
  /** When it expires unless somebody goes on with it. */
  expiresAt?: Timestamp
  id: Identifier
  /** Whether it could be submitted as it is. */
  isValid: boolean
  journey: Name
  journeyVersion: Digest
  links: {
    documents?: string
    journey: string
    manifest: string
    self: string
    submit?: string
  }
  locale?: string
  metadata: { [name: string]: string }
  /** What keeps it from being submitted. */
  missing: MissingItem[]
  /** While pages are made, and where that takes longer than a moment. */
  progress?: Progress
  /** What concerns it as a whole. */
  reasons: Reason[]
  reference?: string
  returnUrl?: string
  state: SubmissionState
  subject?: string
  submittedAt?: Timestamp
  /** That it is in a sandbox, where nothing is real. */
  test?: boolean
  updatedAt: Timestamp
  /** One more with every change. */
  version: number
}

export interface SubmissionCustody {
  head: CustodyHead
  leaves: CustodyLeaf[]
  next?: number
}

export interface SubmissionListing {
  items: SubmissionSummary[]
  /** The rest of the listing; absent at its end, and only there. */
  next?: string
}

export type SubmissionState = 'draft' | 'submitted' | 'processing' | 'accepted' | 'needs_input' | 'in_review' | 'rejected' | 'failed' | 'withdrawn' | 'expired'

export interface SubmissionSummary {
  createdAt: Timestamp
  /** How many there are. */
  documents: number
  expiresAt?: Timestamp
  id: Identifier
  journey: Name
  links: {
    self: string
  }
  reference?: string
  state: SubmissionState
  subject?: string
  submittedAt?: Timestamp
  updatedAt: Timestamp
  version: number
}

export interface SuggestedDay {
  /** Left, top, right and bottom on its preview, in ten-thousandths of its width and height, before it is turned or cropped. */
  box: number[]
  /** Whether it may be told as what the document says; else it is a candidate. */
  certain: boolean
  confidence: number
  day: Day
  /** The day where day and month are meant the other way round. */
  otherwise?: Day
}

export interface SuggestedKind {
  /** What it looks like. */
  kind?: Name
  verdict: 'fits' | 'unclear' | 'looks-like' | 'no-text'
}

export interface TeamNumbers {
  days: number
  mine: ReviewNumbers
  /** Those first who have decided most; you are among them. */
  team: ReviewNumbers[]
}

export type Timestamp = string

export interface Upload {
  createdAt: Timestamp
  digest?: Digest
  document: Identifier
  /** When it is given up; absent when it has ended. */
  expiresAt?: Timestamp
  id: Identifier
  /** Bytes of the whole file; absent while they are not known. */
  length?: number
  links: {
    document: string
    page?: string
    self: string
  }
  /** Bytes that have arrived and are durable. */
  offset: number
  /** Why its content was refused. */
  reason?: UploadRefusal
  state: 'open' | 'completed' | 'refused' | 'aborted'
  submission: Identifier
}

export interface UploadRefusal {
  detail?: string
  title: string
  type: string
}

export interface Usage {
  from: Day
  /** Each day, in order. */
  items: UsageDay[]
  /** What may be used in this month; absent without quotas. */
  quotas?: UsageQuota[]
  /** When the next month begins, and its quotas with it. */
  renewsAt?: Timestamp
  tenant: Name
  /** It is a sandbox's, where nothing is billed. */
  test?: boolean
  to: Day
  totals: UsageCounts
}

export interface UsageCounts {
  /** Their bytes. */
  bytes: number
  /** Files that arrived. */
  files: number
  /** Clean pages of files that had none. */
  pagesMade: number
  /** Pages whose words were read. */
  pagesRead: number
  /** Processor time of reading them. */
  readingMilliseconds: number
  /** Submitted for the first time. */
  submissions: number
}

export interface UsageDay {
  /** Their bytes. */
  bytes: number
  /** In UTC. */
  day: Day
  /** Files that arrived. */
  files: number
  /** Whether the day is closed: its numbers do not change any more. */
  final: boolean
  /** Clean pages of files that had none. */
  pagesMade: number
  /** Pages whose words were read. */
  pagesRead: number
  /** Processor time of reading them. */
  readingMilliseconds: number
  /** Submitted for the first time. */
  submissions: number
}

export interface UsageQuota {
  left: number
  /** What may be used in a calendar month, in UTC. */
  limit: number
  quota: 'submissions' | 'bytes' | 'pages' | 'reading-minutes'
  /** What is under way may go beyond the limit. */
  used: number
}

export type Verdict = 'accepted' | 'accepted_with_warnings' | 'refused'
