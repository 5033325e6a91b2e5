"""Written by Services/Client/generate from the gateway's description. Change nothing here."""
from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

ProblemType: TypeAlias = Literal["already-reviewed", "checksum-mismatch", "claimed", "completed-upload", "confirmation-invalid", "confirmation-required", "date-in-future", "digest-mismatch", "duplicate-file", "empty-file", "endpoint-disabled", "event-gone", "forbidden", "idempotency-key-in-use", "idempotency-key-invalid", "idempotency-key-reused", "incomplete", "inconsistent-upload-length", "internal-error", "invalid-date", "invalid-header", "invalid-parameter", "invalid-request", "link-ended", "mail-ended", "malformed-json", "malformed-multipart", "malformed-path", "media-type-mismatch", "method-not-allowed", "mismatching-upload-offset", "not-a-draft", "not-found", "not-held", "not-in-review", "not-ready", "not-retriable", "only-in-sandbox", "password-protected", "precondition-failed", "quota-used-up", "storage-full", "too-large", "too-many-bytes", "too-many-documents", "too-many-endpoints", "too-many-frames", "too-many-links", "too-many-pages", "too-many-pixels", "too-many-requests", "too-many-uploads", "unauthenticated", "unavailable", "unknown-document-type", "unknown-journey", "unsupported-media-type", "unsupported-protocol-version", "upload-ended", "upload-joined", "upload-length-exceeded", "upload-part-unusable", "upload-taken-over"]
"""The last part of the type of each problem that the description names."""


class AlikePage(TypedDict):
    at: Timestamp
    """When it was submitted."""
    document: Identifier
    own: Identifier
    """The page of this submission."""
    page: Identifier
    state: SubmissionState
    submission: Identifier
    why: Literal["same-file", "like-picture"]


class AuditEntry(TypedDict):
    action: str
    actor: str
    """Such as `user:jane`, `key:0123456789ab`, `link:…`; of a policy its name."""
    address: NotRequired[str]
    basis: str
    """`person`, or `policy` for what the clock did."""
    event: NotRequired[Identifier]
    """The event that told of it, by the id that it has everywhere."""
    id: str
    note: NotRequired[str]
    resource: str
    submission: NotRequired[Identifier]
    time: Timestamp


class AuditListing(TypedDict):
    items: list[AuditEntry]
    next: NotRequired[str]
    """The rest of the listing; absent at its end, and only there."""


class CallOutRecordReasonsItem(TypedDict):
    code: Name
    document: NotRequired[Identifier]
    """Absent where it is of the submission as a whole."""


class CallOutRecord(TypedDict):
    after: Literal["validation", "reading"]
    askedAt: Timestamp
    callOut: Name
    """As the journey calls it."""
    endedAt: Timestamp
    onFailure: NotRequired[Literal["allow", "warn", "review", "refuse"]]
    """What was done where nobody has answered in time."""
    reasons: list[CallOutRecordReasonsItem]
    verdict: Literal["allow", "warn", "review", "refuse", "unanswered"]


class CheckForm(TypedDict):
    consent: NotRequired[str]
    expiryDate: NotRequired[str]
    file: NotRequired[str]
    """A page of the document before it."""
    issueDate: NotRequired[str]
    periodEnd: NotRequired[Day]
    periodStart: NotRequired[Day]
    source: NotRequired[DocumentSource]
    type: NotRequired[Name]
    """Begins a document; may be left out where the journey has one type."""


class Claim(TypedDict):
    by: str
    """As in the audit trail."""
    isMine: bool
    name: str
    until: Timestamp
    """When it ends unless it is renewed."""


class Claimed(TypedDict):
    claim: Claim
    submission: Identifier


class Consent(TypedDict):
    consent: NotRequired[str | None]
    """The version of what was agreed to."""


class ConsentText(TypedDict):
    text: str
    url: NotRequired[str]
    version: str


class CountRange(TypedDict):
    max: int
    min: int


Crop: TypeAlias = "list[list[int]]"


CustodyConsistency = TypedDict("CustodyConsistency", {
    "from": "int",
    "proof": "list[str]",
    "to": "int",
})


class CustodyHeadPrevious(TypedDict):
    digest: Digest
    """Of its signed text."""
    era: int
    number: int
    root: str
    size: int


class CustodyHead(TypedDict):
    era: int
    """One more with each restore and failover."""
    number: int
    """1 for the first head of a log."""
    previous: CustodyHeadPrevious | None
    root: str
    signed: str
    """All of that as a JSON Web Signature (RFC 7515), in compact form."""
    size: int
    """Leaves."""
    stamp: str | None
    """A time stamp of `signed` (RFC 3161), in DER as base64; null without one."""
    tenant: str
    time: Timestamp


class CustodyHeads(TypedDict):
    items: list[CustodyHead]
    next: NotRequired[int]
    """What `after` is to be for the rest; absent at the end."""


class CustodyInclusion(TypedDict):
    head: CustodyHead
    leaf: CustodyLeaf


class CustodyLeaf(TypedDict):
    commitment: str
    """HMAC-SHA-256 of the row in canonical JSON, by the salt."""
    event: NotRequired[str]
    """The event of an outcome as it was told, to whose bytes the row's `payload` is the digest."""
    hash: str
    """SHA-256 of a zero byte, `commitment` and the submission's id."""
    index: int
    """From 0."""
    kind: Literal["audit", "event"]
    number: str
    """Of the row."""
    proof: list[str] | None
    """Null while no head covers the leaf."""
    row: dict[str, str | None] | None
    """What the leaf is made of, as it is now."""
    salt: str | None
    """Null once the submission is erased."""


class DateRule(TypedDict):
    days: NotRequired[int]
    """The greatest age."""
    kind: Literal["none", "optional", "required", "issued_within", "issued_between"]
    minimumDays: NotRequired[int]
    """The smallest age."""


Day: TypeAlias = "str"


class DecisionDraftDocumentsValue(TypedDict):
    message: NotRequired[str | None]
    """For the person; of a refusal."""
    reason: NotRequired[Literal["unreadable", "incomplete", "wrong-document", "other-person", "other-address", "too-old", "expired", "not-original", "altered"] | None]
    """What is wrong, from the list; of a refusal. Without a message the person reads it in their language."""
    verdict: NotRequired[Literal["accepted", "refused"] | None]


class DecisionDraft(TypedDict):
    documents: NotRequired[dict[str, DecisionDraftDocumentsValue]]
    """What has been filled in, by the ids of documents."""
    final: NotRequired[bool | None]
    """Refused for good: nothing can be replaced."""
    note: NotRequired[str | None]
    """For the audit trail."""


class DeliveryLinks(TypedDict):
    self: str


class Delivery(TypedDict):
    attempts: int
    changedAt: Timestamp
    channel: str
    endpoint: str
    error: NotRequired[str]
    """Of the last try."""
    event: Identifier
    """The event, by the id that it has everywhere."""
    id: Identifier
    links: DeliveryLinks
    nextAt: NotRequired[Timestamp]
    plannedAt: Timestamp
    state: Literal["pending", "delivered", "given_up"]
    status: NotRequired[int]
    """Of the last try."""
    submission: Identifier
    tries: NotRequired[list[DeliveryTry]]
    type: str


class DeliveryListing(TypedDict):
    items: list[Delivery]
    next: NotRequired[str]
    """The rest of the listing; absent at its end, and only there."""


class DeliveryTryRequest(TypedDict):
    headers: dict[str, str]
    size: int
    target: str


class DeliveryTryResponse(TypedDict):
    address: NotRequired[str]
    excerpt: str
    headers: dict[str, str]
    size: int


class DeliveryTry(TypedDict):
    attempt: int
    beganAt: Timestamp
    error: NotRequired[str]
    milliseconds: int
    request: DeliveryTryRequest
    response: NotRequired[DeliveryTryResponse]
    status: NotRequired[int]


class DeskSession(TypedDict):
    actor: str
    """As the audit trail names them."""
    endsAt: Timestamp | None
    """However much it is used."""
    idleEndsAt: Timestamp | None
    """If it is not used until then."""
    name: str
    """What people call them."""
    permissions: list[Literal["status", "read", "upload", "preview", "arrange", "write", "decide", "audit", "integrate", "administer", "operate"]]
    role: Literal["person", "reviewer", "auditor", "backend", "operator"] | None
    """The one that may most, of those they have."""
    signedInBy: Literal["key", "openid", "development"]
    tenant: str | None
    """Null for whoever belongs to none."""


Digest: TypeAlias = "str"


class DocumentLinks(TypedDict):
    order: NotRequired[str]
    pages: NotRequired[str]
    """Where files are sent to."""
    self: str


class Document(TypedDict):
    expiryDate: NotRequired[Day]
    id: Identifier
    issueDate: NotRequired[Day]
    links: DocumentLinks
    pages: list[Page]
    pdf: NotRequired[str]
    """Where its PDF is, once there is one."""
    periodEnd: NotRequired[Day]
    periodStart: NotRequired[Day]
    reasons: list[Reason]
    source: NotRequired[DocumentSource]
    state: DocumentState
    type: Name
    verdict: NotRequired[Verdict]


class DocumentChange(TypedDict):
    expiryDate: NotRequired[Day | None]
    """The last day on which it is valid."""
    issueDate: NotRequired[Day | None]
    periodEnd: NotRequired[Day | None]
    periodStart: NotRequired[Day | None]
    source: NotRequired[DocumentSource | None]
    type: NotRequired[Name | None]


class DocumentFact(TypedDict):
    box: list[int]
    """Left, top, right and bottom, in ten-thousandths of the page's width and height."""
    certain: bool
    """Whether it may be told as what the document says; else it is a candidate."""
    confidence: int
    day: NotRequired[Day]
    """Of a day, the first day of a period, or a zone's day of birth."""
    differences: NotRequired[list[str]]
    """What differs from what is expected, without saying what it is."""
    end: NotRequired[Day]
    """The day where day and month are meant the other way round, the last day of a period, or a zone's last valid day."""
    fact: Literal["issued", "due", "valid-from", "valid-until", "birth", "printed-day", "period", "total", "balance", "net-pay", "gross-pay", "iban", "account-number", "customer-number", "contract-number", "document-number", "tax-number", "zone", "code", "expected-name", "expected-address", "expected-birth-date"]
    holds: NotRequired[bool]
    """Whether a zone's check digits hold, or a comparison says that it is the same."""
    mended: NotRequired[bool]
    """Whether a letter of a zone was mended so that its check digits hold."""
    page: int
    """Which of the document's pages, from 0."""
    score: NotRequired[int]
    """Of a comparison with what is expected."""
    source: Literal["label", "heading", "time", "phrase", "form", "zone", "code"]
    """How it was found."""
    value: str
    """A day as 2026-10-31, an amount as 12.50 EUR, a number as printed; empty for a comparison."""


class DocumentFactsFaultsItem(TypedDict):
    kind: Literal["twice", "order", "missing", "counts", "number", "issuer"]
    numbers: list[int]
    other: NotRequired[int]
    page: NotRequired[int]


class DocumentFactsKind(TypedDict):
    evidence: list[str]
    """What speaks for it."""
    kind: NotRequired[Name]
    """What it looks like."""
    score: int
    verdict: Literal["fits", "unclear", "looks-like", "no-text"]
    """Whether it is what it is said to be."""


class DocumentFactsPagesItem(TypedDict):
    confidence: int
    """Of its letters; 100 for a PDF's own."""
    number: int
    """Within its file."""
    page: Identifier
    """The file that it is a page of."""
    source: NotRequired[Literal["layer", "recognized"]]
    """Absent where the page could not be read."""
    words: int


class DocumentFacts(TypedDict):
    document: Identifier
    facts: list[DocumentFact]
    faults: list[DocumentFactsFaultsItem]
    """Pages that do not belong together."""
    kind: DocumentFactsKind
    pages: list[DocumentFactsPagesItem]
    sides: Literal["both", "same-twice", "different", "unclear"]
    """Whether two pages show both sides of a card."""


DocumentSource: TypeAlias = "Literal[\"camera\", \"photo_library\", \"file_picker\"]"


DocumentState: TypeAlias = "Literal[\"open\", \"checking\", \"accepted\", \"refused\", \"removed\"]"


class DocumentTypeCoverage(TypedDict):
    """The last months that the documents of this type cover together, without a gap."""

    latestWithinDays: int
    months: int
    toleranceDays: int


class DocumentTypeLooksLike(TypedDict):
    """Words that it is known by where its documents are read."""

    showsAddress: NotRequired[bool]
    titles: list[str]
    words: NotRequired[list[str]]


class DocumentTypePixels(TypedDict):
    maximumLongSide: NotRequired[int]
    minimumShortSide: NotRequired[int]


class DocumentType(TypedDict):
    coverage: NotRequired[DocumentTypeCoverage]
    """The last months that the documents of this type cover together, without a gap."""
    documents: CountRange
    """How many of this type a submission needs and may have."""
    duplicates: RulePolicy
    expires: NotRequired[Literal["none", "optional", "required"]]
    """Whether it asks for the last day of validity; absent for none."""
    hint: str
    icon: str
    id: Name
    issueDate: DateRule
    looksLike: NotRequired[DocumentTypeLooksLike]
    """Words that it is known by where its documents are read."""
    maximumBytes: int
    mediaTypes: list[MediaType]
    """What the content of a file may be."""
    minimumBytes: int
    pageNames: NotRequired[list[str]]
    """What its first pages are called, such as “Front” and “Back”."""
    pages: CountRange
    pixels: NotRequired[DocumentTypePixels]
    signature: NotRequired[Literal["none", "intact", "trusted"]]
    """What it requires of the signatures in its PDFs; absent for nothing."""
    title: str


class DryRunDocumentsItemFilesItem(TypedDict):
    digest: NotRequired[Digest]
    id: Identifier
    mediaType: NotRequired[MediaType]
    pages: NotRequired[int]
    pixels: NotRequired[PixelSize]
    signatures: NotRequired[list[FileSignature]]
    """Those in a PDF; absent where none was found, or where nobody looked into the file."""
    size: int


class DryRunDocumentsItem(TypedDict):
    files: list[DryRunDocumentsItemFilesItem]
    id: Identifier
    reasons: list[Reason]
    type: Name
    verdict: Verdict


class DryRun(TypedDict):
    documents: list[DryRunDocumentsItem]
    journey: Name
    journeyVersion: Digest
    reasons: list[Reason]
    """What concerns the submission as a whole."""
    undecided: list[Name]
    """Rules that only a look into the files can decide on."""
    verdict: Verdict
    """Of what could be decided on."""


class EndpointLinks(TypedDict):
    self: str


class Endpoint(TypedDict):
    contact: NotRequired[str]
    contactUnopened: NotRequired[bool]
    """There is a contact that no key opens here now. A change that leaves `contact` out keeps it."""
    createdAt: Timestamp
    createdBy: str
    disabledAt: NotRequired[Timestamp]
    disabledBecause: NotRequired[Literal["operator", "gone", "failing"]]
    events: list[str]
    """Empty for every outcome."""
    failingSince: NotRequired[Timestamp]
    """Since when no message was taken."""
    fields: list[str]
    """What is told of an event's data; empty for all of it."""
    id: Identifier
    journeys: list[Name]
    """Empty for every journey."""
    links: EndpointLinks
    name: NotRequired[str]
    secret: NotRequired[str]
    """Told once: `whsec_…`, or the public key `whpk_…`."""
    state: Literal["enabled", "failing", "disabled"]
    test: NotRequired[bool]
    """It is a sandbox's, and hears of what is in there alone."""
    url: str


class EndpointChange(TypedDict):
    contact: NotRequired[str | None]
    enabled: NotRequired[bool | None]
    events: NotRequired[list[Literal["com.docket.custody.head.v1", "com.docket.submission.accepted.v1", "com.docket.submission.expired.v1", "com.docket.submission.failed.v1", "com.docket.submission.in_review.v1", "com.docket.submission.needs_input.v1", "com.docket.submission.rejected.v1", "com.docket.submission.withdrawn.v1"]] | None]
    fields: NotRequired[list[str] | None]
    journeys: NotRequired[list[Name] | None]
    name: NotRequired[str | None]
    url: NotRequired[str | None]


class EndpointListing(TypedDict):
    items: list[Endpoint]
    next: NotRequired[str]
    """The rest of the listing; absent at its end, and only there."""


class EndpointRecovery(TypedDict):
    since: Timestamp


class EndpointRotation(TypedDict):
    overlap: NotRequired[int | None]
    """How long the old secret signs beside the new one, in seconds; a day unless told."""
    signature: NotRequired[Literal["v1", "v1a"] | None]


class EndpointTestRequest(TypedDict):
    headers: dict[str, str]
    size: int
    target: str


class EndpointTestResponse(TypedDict):
    address: NotRequired[str]
    excerpt: str
    headers: dict[str, str]
    size: int


class EndpointTest(TypedDict):
    error: NotRequired[str]
    """Why there was no answer, or none that takes a message."""
    milliseconds: int
    request: EndpointTestRequest
    response: NotRequired[EndpointTestResponse]
    status: NotRequired[int]
    taken: bool
    """Whether it was answered with a 2xx."""


class ErasureCertificateErased(TypedDict):
    blobs: int
    """Files in the blob store."""
    documents: int
    pages: int


class ErasureCertificateRequest(TypedDict):
    actor: str
    """Who asked, or the policy's name."""
    basis: Literal["person", "policy"]
    overrulesMinimum: bool
    """Whether it went whatever the journey asks for keeping."""


class ErasureCertificate(TypedDict):
    erased: ErasureCertificateErased
    erasedAt: Timestamp
    key: Digest | None
    """Of the wrapped key that its files were sealed with; null where they were not."""
    request: ErasureCertificateRequest
    submission: Identifier
    tenant: str


class ErasureProofCustody(TypedDict):
    consistency: NotRequired[CustodyConsistency]
    """From the head before."""
    head: CustodyHead
    leaves: list[CustodyLeaf]
    """The erasure's, once it is one."""
    submission: Identifier


class ErasureProof(TypedDict):
    certificate: ErasureCertificate
    custody: ErasureProofCustody | None
    """What the log holds of it; null where no head was signed."""
    digest: Digest
    """Of the certificate in canonical form."""
    left: dict[str, int]
    """Rows that should be gone and are not, by table: empty where all is well."""
    signed: str | None
    """The certificate as a JSON Web Signature; null where nothing is signed."""


class Facts(TypedDict):
    callOuts: NotRequired[list[CallOutRecord]]
    """What those said whom its journey asks, when it was submitted last. Absent where nobody was asked."""
    documents: list[DocumentFacts]
    """Those that were read; none before that."""
    models: dict[str, str]
    """Versions of what read pictures, by language."""
    origins: NotRequired[list[FoundOrigin]]
    """What its files say of their making, as each was validated last. Absent where none says anything."""
    signatures: NotRequired[list[FoundSignature]]
    """The signatures in its PDFs, as they were checked when each file was validated last. Absent where there is none."""
    submission: Identifier
    version: int


class FileForm(TypedDict):
    file: str


class FileSignature(TypedDict):
    claimedAt: NotRequired[Timestamp]
    """When it was signed, as the signer claims."""
    coversFile: bool
    """Whether it covers the whole file: otherwise something was added later."""
    outcome: Literal["trusted", "unknown_signer", "expired", "weak", "broken", "unknown"]
    """Whether the signed bytes are as they were signed, and who answers for the signer; the manual says what each means."""
    signer: NotRequired[str]
    """The signer's name as the certificate says."""
    stampedAt: NotRequired[Timestamp]
    """When it existed at the latest, by a time stamp of a known authority."""


class FoundOrigin(TypedDict):
    changedOn: NotRequired[Day]
    document: Identifier
    madeOn: NotRequired[Day]
    """By its own words; of a photo, when it was taken."""
    page: Identifier
    """The file."""
    programs: NotRequired[list[str]]
    """The programs that have written it, in its own words."""
    updates: NotRequired[int]
    """How often something was added to a PDF after it was first written."""


class FoundSignature(TypedDict):
    claimedAt: NotRequired[Timestamp]
    """When it was signed, as the signer claims."""
    coversFile: bool
    """Whether it covers the whole file: otherwise something was added later."""
    document: Identifier
    outcome: Literal["trusted", "unknown_signer", "expired", "weak", "broken", "unknown"]
    """Whether the signed bytes are as they were signed, and who answers for the signer; the manual says what each means."""
    page: Identifier
    """The file that it is in."""
    signer: NotRequired[str]
    """The signer's name as the certificate says."""
    stampedAt: NotRequired[Timestamp]
    """When it existed at the latest, by a time stamp of a known authority."""


class GivenVerdict(TypedDict):
    by: str
    documents: dict[str, Any]
    """As in a decision."""
    name: str


class Held(TypedDict):
    held: HeldDecision
    submission: Identifier


class HeldDecision(TypedDict):
    by: str
    isMine: bool
    until: Timestamp
    """When it is carried out."""


Identifier: TypeAlias = "str"


class Intake(TypedDict):
    isReadOnly: bool
    """Whether nothing can be changed by this link."""
    journey: JourneyName
    language: str
    """One of those that the words are in, with the region that was asked for."""
    returnUrl: NotRequired[str]
    submission: Identifier
    summary: str
    title: str


class JourneyLinks(TypedDict):
    check: str
    """Where files can be tried without being kept."""
    self: str
    submissions: str


class Journey(TypedDict):
    consent: NotRequired[ConsentText]
    """What the person must agree to."""
    documentTypes: list[DocumentType]
    documents: CountRange
    """How many documents a submission needs and may have."""
    draftRetentionDays: int
    """After so many days without a change a draft expires."""
    id: Name
    links: JourneyLinks
    replacements: int
    """How often refused documents may be replaced."""
    retention: dict[str, int]
    """In days, by what is kept."""
    review: Literal["never", "on_warning", "always"]
    """When a person of the tenant decides."""
    reviewWithin: NotRequired[int]
    """How soon the tenant promises to decide, in seconds."""
    reviewers: NotRequired[int]
    """How many persons decide, each for themselves; absent for one."""
    rules: dict[str, RulePolicy]
    """What the journey says of rules beside what they say themselves."""
    summary: str
    timeZone: str
    """In which “today” is meant."""
    title: str
    version: Digest
    """Of the rules: a submission keeps those that it was opened under."""


class JourneyListing(TypedDict):
    items: list[Journey]
    next: NotRequired[str]
    """The rest of the listing; absent at its end, and only there."""


JourneyName: TypeAlias = "Literal[\"bank-statements\", \"identity\", \"proof-of-address\", \"proof-of-ownership\", \"source-of-funds\"]"


class KeptDecisionDraft(TypedDict):
    documents: dict[str, Any]
    """As in the draft."""
    final: NotRequired[bool]
    note: NotRequired[str]
    updatedAt: Timestamp


class LinkLinks(TypedDict):
    self: str


class Link(TypedDict):
    createdAt: Timestamp
    createdBy: str
    expiresAt: Timestamp
    id: Identifier
    lastUsedAt: NotRequired[Timestamp]
    links: LinkLinks
    purpose: Literal["upload", "status"]
    revokedAt: NotRequired[Timestamp]
    state: Literal["active", "expired", "revoked", "ended"]
    token: NotRequired[str]
    """Told once: what to send as a bearer."""
    url: NotRequired[str]
    """Told once: the address that needs nothing else. It is whole unless nobody knows the host."""


class LinkListing(TypedDict):
    items: list[Link]
    next: NotRequired[str]
    """The rest of the listing; absent at its end, and only there."""


class Liveness(TypedDict):
    status: str


class MailLinks(TypedDict):
    self: str


class Mail(TypedDict):
    authentication: NotRequired[str]
    """What your mail server found out about the sender, such as `spf=pass dkim=pass dmarc=pass`."""
    expiresAt: Timestamp
    """When it is waited for no longer; after its end, when it is forgotten."""
    files: list[MailFile]
    """What it has brought and waits."""
    id: Identifier
    journey: Name
    leftOut: int
    """Attachments that are not taken here: their kind, size or number."""
    links: MailLinks
    mailbox: str
    """The address that it came to, without what followed a plus sign."""
    receivedAt: Timestamp
    sender: NotRequired[str]
    """The address that it says it is from."""
    sentAt: NotRequired[Timestamp]
    """As the message says."""
    state: Literal["waiting", "assigned", "discarded", "expired"]
    submission: NotRequired[Identifier]
    """What it became a part of; while it waits, what it is likely for."""
    type: NotRequired[Name]
    """What it is, where that is known."""
    waitsFor: NotRequired[Literal["unknown-sender", "several-drafts", "not-authentic", "unknown-reference", "other-sender", "unknown-type", "not-taken"]]
    """Why nobody knows yet whose it is, or what."""


class MailAssignment(TypedDict):
    submission: NotRequired[Identifier | None]
    """Unless what it is likely for is meant."""
    type: NotRequired[Name | None]
    """A document type of the journey, unless it is known."""


class MailFileLinks(TypedDict):
    content: str


class MailFile(TypedDict):
    digest: Digest
    links: MailFileLinks
    mediaType: MediaType
    """By its content."""
    size: int
    """Bytes."""


class MailListing(TypedDict):
    items: list[Mail]
    next: NotRequired[str]
    """The rest of the listing; absent at its end, and only there."""


class Manifest(TypedDict):
    decisions: list[ManifestDecision]
    """By people, the oldest first."""
    documents: list[ManifestDocument]
    facts: NotRequired[str]
    """What was read of its documents, and what its files say. Absent where nothing is known."""
    journey: Name
    journeyVersion: Digest
    readingModels: NotRequired[dict[str, str]]
    """Versions of what read its pages, by language; what they say is in `facts`."""
    reasons: list[str]
    """Rules that the submission as a whole was refused or warned for."""
    state: SubmissionState
    submission: Identifier
    submittedAt: NotRequired[Timestamp]
    version: int


class ManifestDecision(TypedDict):
    actor: str
    """As in the audit trail."""
    at: Timestamp
    event: NotRequired[Identifier]
    """The event that told others of it: it has what was decided of each document."""
    eventType: NotRequired[str]
    """That event's type: what was decided of the submission."""


class ManifestDocument(TypedDict):
    expiryDate: NotRequired[Day]
    id: Identifier
    issueDate: NotRequired[Day]
    pages: list[ManifestPage]
    pdf: NotRequired[ManifestFile]
    rules: list[str]
    """Those that it was refused or warned for."""
    state: DocumentState
    type: Name
    verdict: NotRequired[Literal["accepted", "accepted_with_warnings", "refused"]]
    """Of the last check."""


class ManifestFile(TypedDict):
    digest: Digest
    dimensions: NotRequired[PixelSize]
    link: str
    mediaType: NotRequired[MediaType]
    size: int


class ManifestPage(TypedDict):
    crop: NotRequired[Crop]
    id: Identifier
    images: list[ManifestFile]
    making: NotRequired[PageMaking]
    """How the images were made of the original."""
    original: NotRequired[ManifestFile]
    preview: NotRequired[ManifestFile]
    rotation: Rotation


MediaType: TypeAlias = "str"


class MissingItem(TypedDict):
    document: NotRequired[Identifier]
    documentType: NotRequired[Name]
    expected: str
    found: str
    message: str
    """For a person."""
    remedy: NotRequired[str]
    """What to do, alone."""
    rule: Name


Name: TypeAlias = "str"


class NewClaim(TypedDict):
    takeOver: NotRequired[bool | None]
    """Even if somebody else has it on the screen."""


class NewDecisionDocumentsValue(TypedDict):
    message: NotRequired[str | None]
    """For the person; of a refusal."""
    reason: NotRequired[Literal["unreadable", "incomplete", "wrong-document", "other-person", "other-address", "too-old", "expired", "not-original", "altered"] | None]
    """What is wrong, from the list; of a refusal. Without a message the person reads it in their language."""
    verdict: Literal["accepted", "refused"]


class NewDecision(TypedDict):
    documents: dict[str, NewDecisionDocumentsValue]
    """The verdict on each document that is in review, by its id."""
    final: NotRequired[bool | None]
    """Refused for good: nothing can be replaced."""
    holdFor: NotRequired[int | None]
    """For how many seconds it can be taken back; 0 unless told."""
    note: NotRequired[str | None]
    """For the audit trail."""


class NewDeskSession(TypedDict):
    key: str
    """A key, as `docket keys create` shows it once."""


class NewDocument(TypedDict):
    expiryDate: NotRequired[Day | None]
    """The last day on which it is valid."""
    issueDate: NotRequired[Day | None]
    periodEnd: NotRequired[Day | None]
    periodStart: NotRequired[Day | None]
    source: NotRequired[DocumentSource | None]
    type: Name
    """One of the journey's."""


class NewEndpoint(TypedDict):
    contact: NotRequired[str | None]
    """The e-mail address of whoever looks after it."""
    events: NotRequired[list[Literal["com.docket.custody.head.v1", "com.docket.submission.accepted.v1", "com.docket.submission.expired.v1", "com.docket.submission.failed.v1", "com.docket.submission.in_review.v1", "com.docket.submission.needs_input.v1", "com.docket.submission.rejected.v1", "com.docket.submission.withdrawn.v1"]] | None]
    """Only of these; else of every outcome, and of no head."""
    fields: NotRequired[list[str] | None]
    """Paths of an outcome's data, such as `state` or `results.pdf.digest`: only these are told, and which event it is."""
    journeys: NotRequired[list[Name] | None]
    """Only of these; else of every journey."""
    name: NotRequired[str | None]
    signature: NotRequired[Literal["v1", "v1a"] | None]
    """`v1`, a shared secret, or `v1a`, ed25519. `v1` unless told."""
    url: str
    """https, to a host of the public internet."""


class NewEndpointTest(TypedDict):
    sample: NotRequired[Literal["com.docket.custody.head.v1", "com.docket.submission.accepted.v1", "com.docket.submission.expired.v1", "com.docket.submission.failed.v1", "com.docket.submission.in_review.v1", "com.docket.submission.needs_input.v1", "com.docket.submission.rejected.v1", "com.docket.submission.withdrawn.v1"] | None]
    """An event of this type, as the page of events shows it, with `"sample": true`; else a message that tells nothing."""


class NewLink(TypedDict):
    lifetime: NotRequired[int | None]
    """In seconds; an hour unless told."""
    purpose: Literal["upload", "status"]


class NewPortalLink(TypedDict):
    lifetime: NotRequired[int | None]
    """In seconds; an hour unless told."""
    name: NotRequired[str | None]
    """Whom it is for."""


class NewPortalSession(TypedDict):
    link: str
    """The token of a link to the portal."""


class NewSubmissionContact(TypedDict):
    email: NotRequired[str | None]
    """From a person, the address that their token says is verified, and no other."""
    pushToken: NotRequired[str | None]
    """The device token of Apple's push service."""


class NewSubmissionExpected(TypedDict):
    address: NotRequired[str | None]
    """On one line."""
    dateOfBirth: NotRequired[Day | None]
    name: NotRequired[str | None]


class NewSubmission(TypedDict):
    consent: NotRequired[str | None]
    """The version of what was agreed to."""
    contact: NotRequired[NewSubmissionContact | None]
    expected: NotRequired[NewSubmissionExpected | None]
    """Whose documents are expected. From a tenant's back end, not from a person."""
    journey: JourneyName
    locale: NotRequired[str | None]
    metadata: NotRequired[dict[str, str] | None]
    reference: NotRequired[str | None]
    """The tenant's own name for the case."""
    returnUrl: NotRequired[str | None]
    """Where the person is sent back to. From a person, at a host that the tenant has named for it."""
    subject: NotRequired[str | None]
    """The tenant's own id of the person."""


class NextClaim(TypedDict):
    after: NotRequired[Identifier | None]
    """What you have just had. If it was passed over, what comes behind it is claimed first."""
    journey: NotRequired[Name | None]
    """Of this journey."""


class PageLinks(TypedDict):
    content: str
    """Where another file is put in this one's place."""
    original: str
    self: str


class Page(TypedDict):
    crop: NotRequired[Crop]
    """Absent where the page is all of its photo."""
    digest: NotRequired[Digest]
    id: Identifier
    images: list[str]
    """The clean pages made of it, in order."""
    links: PageLinks
    mediaType: NotRequired[MediaType]
    """By content."""
    pages: NotRequired[int]
    """How many pages its file has; absent until somebody has looked, and 0 where no page can be made of it."""
    preview: NotRequired[str]
    rotation: Rotation
    size: NotRequired[int]
    """Bytes of the original."""
    state: Literal["received", "previewed", "ready"]
    suggestion: NotRequired[PageSuggestion]
    """What was read of its file, while it can be changed: for its person to confirm."""


class PageForm(TypedDict):
    confirmation: NotRequired[str]
    """The token of the page that asked."""
    consent: NotRequired[str]
    """The version that the person agrees to."""
    do: Literal["add", "change", "remove", "submit", "withdraw"]
    document: NotRequired[Identifier]
    expiryDate: NotRequired[str]
    issueDate: NotRequired[str]
    page: NotRequired[Identifier]
    periodEnd: NotRequired[str]
    periodStart: NotRequired[str]
    type: NotRequired[str]


class PageMakingRepairsItem(TypedDict):
    kind: Literal["auxiliary_references", "cross_references", "cut_off", "incomplete_page", "lost_page"]
    missingPercent: NotRequired[int]
    """The most that can be missing."""
    page: NotRequired[int]


class PageMaking(TypedDict):
    decoders: dict[str, str]
    """Versions by name: with the same ones a file gives the same bytes."""
    isSigned: NotRequired[bool]
    """Whether the original carries a signature, which its images do not."""
    repairs: list[PageMakingRepairsItem]
    signals: list[PageSignals]
    """Of each image."""


class PageOrder(TypedDict):
    pages: list[Identifier]
    """The ids of all its pages, in their new order."""


class PagePatch(TypedDict):
    crop: NotRequired[Crop | None]
    """null takes all of the photo again."""
    rotation: NotRequired[Rotation | None]


class PageSignals(TypedDict):
    blurredTiles: int
    """Of these, parts without one sharp edge."""
    brightness: int
    """95 of 100 pixels are not brighter."""
    flatness: int
    """Of 1000 pixels, those exactly like all around them."""
    glaringTiles: int
    """Parts that light has washed out."""
    likeness: str
    """A hash that is close for pages that look alike."""
    proportion: int
    """The long side, in thousandths of the short one."""
    tiles: int
    """Parts of the page that were looked at."""
    writtenTiles: int
    """Of these, parts with something on them."""


class PageSuggestion(TypedDict):
    expiryDate: NotRequired[SuggestedDay]
    issueDate: NotRequired[SuggestedDay]
    kind: NotRequired[SuggestedKind]
    """Where it says clearly that it is of another type, or nothing is written on it."""


class PassedTime(TypedDict):
    advance: int
    """How much time passes, in seconds."""


class PixelSize(TypedDict):
    height: int
    width: int


class PortalLinkLinks(TypedDict):
    self: str


class PortalLink(TypedDict):
    createdAt: Timestamp
    createdBy: str
    expiresAt: Timestamp
    id: Identifier
    lastUsedAt: NotRequired[Timestamp]
    links: PortalLinkLinks
    name: NotRequired[str]
    revokedAt: NotRequired[Timestamp]
    state: Literal["active", "expired", "revoked"]
    token: NotRequired[str]
    """Told once."""
    url: NotRequired[str]
    """Told once: the address that a browser opens. It is whole unless nobody knows the host."""


class PortalLinkListing(TypedDict):
    items: list[PortalLink]
    next: NotRequired[str]
    """The rest of the listing; absent at its end, and only there."""


class PortalSessionJourneysItem(TypedDict):
    id: Name
    title: str


class PortalSession(TypedDict):
    endsAt: Timestamp
    """When the link ends."""
    events: list[str]
    """What an endpoint can be told."""
    journeys: list[PortalSessionJourneysItem]
    """Those that an endpoint can be told of."""
    name: NotRequired[str]
    """Whom the link was made for."""
    tenant: Name
    test: NotRequired[bool]
    """It is a sandbox's."""


class ProblemErrorsItem(TypedDict):
    detail: str
    parameter: NotRequired[str]
    """A parameter or header."""
    pointer: NotRequired[str]
    """A JSON Pointer (RFC 6901) into the body."""
    rule: NotRequired[str]


class Problem(TypedDict):
    """RFC 9457. Some problems have further members, such as `limit` or `accepted`."""

    detail: NotRequired[str]
    """What happened, to which thing, and what to do."""
    errors: NotRequired[list[ProblemErrorsItem]]
    instance: NotRequired[str]
    """Which occurrence: the request's id."""
    status: int
    title: str
    type: str
    """Which problem it is; the page at /docs lists them."""


class Progress(TypedDict):
    pagesDone: int
    pagesTotal: int
    """As far as they have been counted."""


class Readiness(TypedDict):
    status: Literal["ready", "degraded", "unavailable"]


class ReasonPlace(TypedDict):
    """Where it stands on the page; never in an event."""

    box: list[int]
    """Left, top, right and bottom, in ten-thousandths of the page's width and height."""
    number: int
    """Among the pages of the document that were read."""
    page: Identifier


class Reason(TypedDict):
    document: NotRequired[Identifier]
    documentType: NotRequired[Name]
    expected: str
    found: str
    message: str
    """What is wrong and what to do, for a person."""
    page: NotRequired[Identifier]
    place: NotRequired[ReasonPlace]
    """Where it stands on the page; never in an event."""
    remedy: NotRequired[str]
    """What to do, alone."""
    rule: Name
    severity: Literal["warn", "refuse"]
    values: NotRequired[dict[str, Any]]
    """What stands in that wording."""
    wording: NotRequired[str]
    """Which wording says it."""


class Recovery(TypedDict):
    deliveries: int
    """How many."""


class RefusedRequest(TypedDict):
    actor: str
    """`key:…`, or `token` for a token of another kind."""
    count: int
    method: NotRequired[str]
    minute: Timestamp
    """The minute's beginning."""
    operation: str
    """By its name in the description."""
    path: NotRequired[str]
    """As the description has it, without ids."""
    problem: str
    """The last part of the problem's type."""
    status: int


class RefusedRequestListing(TypedDict):
    items: list[RefusedRequest]
    next: NotRequired[str]
    """The rest of the listing; absent at its end, and only there."""


class Review(TypedDict):
    alike: list[AlikePage]
    """Files of other submissions."""
    claim: NotRequired[Claim]
    draft: NotRequired[KeptDecisionDraft]
    """What you have filled in."""
    dueAt: NotRequired[Timestamp]
    expected: NotRequired[dict[str, Any]]
    """Whose documents are expected, as in the submission."""
    facts: NotRequired[Facts]
    """What was read, and what files say; absent where nothing is known."""
    held: NotRequired[HeldDecision]
    history: list[ReviewHistoryEntry]
    """The oldest first."""
    isOverdue: bool
    journey: ReviewedJourney
    next: NotRequired[Identifier]
    """What would be claimed next."""
    personLanguage: str
    """In which the person reads."""
    reasons: list[ReviewReason]
    """What a refusal can be given for."""
    reviews: Reviews
    submission: Submission
    verdicts: NotRequired[list[GivenVerdict]]
    """What two others have said who do not agree."""
    waitingSince: NotRequired[Timestamp]
    warnings: list[Reason]
    """All of them, of the submission and of its documents."""


class ReviewCounts(TypedDict):
    free: int
    """What you could claim."""
    mine: int
    """What you have on the screen."""
    overdue: int
    waiting: int


class ReviewHistoryEntry(TypedDict):
    act: NotRequired[str]
    """As in the audit trail."""
    at: Timestamp
    attempt: NotRequired[int]
    by: NotRequired[str]
    event: NotRequired[str]
    """The type of the event that told of it."""
    note: NotRequired[str]
    reasons: list[Reason]
    state: NotRequired[SubmissionState]


class ReviewItem(TypedDict):
    attempt: int
    claim: NotRequired[Claim]
    """Who has it on the screen."""
    documents: int
    dueAt: NotRequired[Timestamp]
    """Until when its journey promises a decision."""
    held: NotRequired[HeldDecision]
    """A decision that can still be taken back."""
    isOverdue: bool
    journey: Name
    pages: int
    reference: NotRequired[str]
    reviews: Reviews
    subject: NotRequired[str]
    submission: Identifier
    title: str
    """Of the journey."""
    version: int
    waitingSince: Timestamp
    warnings: list[Name]
    """The rules that warn of something."""


class ReviewNumbers(TypedDict):
    accepted: int
    actor: str
    agreement: NotRequired[float]
    """With the rules, from 0 to 1, by documents; absent where none was judged."""
    decided: int
    medianSeconds: NotRequired[float]
    """From the claim to the verdict; absent where nothing was claimed."""
    name: str
    overturned: int
    """Verdicts that other reviewers did not follow."""
    refused: int


class ReviewQueue(TypedDict):
    counts: ReviewCounts
    """Of the whole queue, whatever is filtered. None is greater than 10000."""
    items: list[ReviewItem]
    """What has waited longest comes first."""
    next: NotRequired[str]
    """`after` of the next part; absent at the end."""


class ReviewReason(TypedDict):
    id: Literal["unreadable", "incomplete", "wrong-document", "other-person", "other-address", "too-old", "expired", "not-original", "altered"]
    message: str
    """What the person reads."""
    title: str
    """For the reviewer."""


class ReviewedJourney(TypedDict):
    documentTypes: dict[str, str]
    """The titles of its types, by their ids."""
    id: Name
    replacements: int
    """How often refused documents may be replaced."""
    title: str


class Reviews(TypedDict):
    disagree: bool
    """Whether they do not say the same: a third one decides."""
    given: int
    mine: bool
    """Whether you are one of those who have."""
    needed: int


Rotation: TypeAlias = "Literal[0, 90, 180, 270]"


RulePolicy: TypeAlias = "Literal[\"allow\", \"warn\", \"review\", \"refuse\"]"


class ScreenState(TypedDict):
    kind: Literal["loading", "empty", "error", "data"]
    message: NotRequired[str]
    """For the person."""


class Screen(TypedDict):
    sections: list[ScreenSection]
    state: ScreenState
    title: str


class ScreenComponentRoute(TypedDict):
    """Where it leads."""

    method: str
    name: str
    path: str


class ScreenComponent(TypedDict):
    height: NotRequired[Literal["line", "row", "picture"]]
    """How much room it wants."""
    id: str
    """The same as long as it stands for the same thing."""
    model: Any
    reuseIdentifier: str
    """What can show it."""
    route: NotRequired[ScreenComponentRoute]
    """Where it leads."""


class ScreenSection(TypedDict):
    footer: NotRequired[ScreenComponent]
    header: NotRequired[ScreenComponent]
    id: str
    items: list[ScreenComponent]


class SignedOut(TypedDict):
    signOutAt: str | None
    """Where the issuer's own session is ended; null where there is none."""


class SigningKeysKeysItem(TypedDict):
    alg: Literal["EdDSA", "ES256"]
    crv: Literal["Ed25519", "P-256"]
    kid: str
    """Its thumbprint (RFC 7638)."""
    kty: Literal["OKP", "EC"]
    use: Literal["sig"]
    x: str
    y: NotRequired[str]


class SigningKeys(TypedDict):
    keys: list[SigningKeysKeysItem]


class SubmissionConsent(TypedDict):
    at: Timestamp
    version: str


class SubmissionExpected(TypedDict):
    """Whose documents are expected."""

    address: NotRequired[str]
    dateOfBirth: NotRequired[Day]
    name: NotRequired[str]


class SubmissionLinks(TypedDict):
    documents: NotRequired[str]
    journey: str
    manifest: str
    self: str
    submit: NotRequired[str]


class Submission(TypedDict):
    consent: NotRequired[SubmissionConsent]
    createdAt: Timestamp
    documents: list[Document]
    expected: NotRequired[SubmissionExpected]
    """Whose documents are expected."""
    expiresAt: NotRequired[Timestamp]
    """When it expires unless somebody goes on with it."""
    id: Identifier
    isValid: bool
    """Whether it could be submitted as it is."""
    journey: Name
    journeyVersion: Digest
    links: SubmissionLinks
    locale: NotRequired[str]
    metadata: dict[str, str]
    missing: list[MissingItem]
    """What keeps it from being submitted."""
    progress: NotRequired[Progress]
    """While pages are made, and where that takes longer than a moment."""
    reasons: list[Reason]
    """What concerns it as a whole."""
    reference: NotRequired[str]
    returnUrl: NotRequired[str]
    state: SubmissionState
    subject: NotRequired[str]
    submittedAt: NotRequired[Timestamp]
    test: NotRequired[bool]
    """That it is in a sandbox, where nothing is real."""
    updatedAt: Timestamp
    version: int
    """One more with every change."""


class SubmissionCustody(TypedDict):
    head: CustodyHead
    leaves: list[CustodyLeaf]
    next: NotRequired[int]


class SubmissionListing(TypedDict):
    items: list[SubmissionSummary]
    next: NotRequired[str]
    """The rest of the listing; absent at its end, and only there."""


SubmissionState: TypeAlias = "Literal[\"draft\", \"submitted\", \"processing\", \"accepted\", \"needs_input\", \"in_review\", \"rejected\", \"failed\", \"withdrawn\", \"expired\"]"


class SubmissionSummaryLinks(TypedDict):
    self: str


class SubmissionSummary(TypedDict):
    createdAt: Timestamp
    documents: int
    """How many there are."""
    expiresAt: NotRequired[Timestamp]
    id: Identifier
    journey: Name
    links: SubmissionSummaryLinks
    reference: NotRequired[str]
    state: SubmissionState
    subject: NotRequired[str]
    submittedAt: NotRequired[Timestamp]
    updatedAt: Timestamp
    version: int


class SuggestedDay(TypedDict):
    box: list[int]
    """Left, top, right and bottom on its preview, in ten-thousandths of its width and height, before it is turned or cropped."""
    certain: bool
    """Whether it may be told as what the document says; else it is a candidate."""
    confidence: int
    day: Day
    otherwise: NotRequired[Day]
    """The day where day and month are meant the other way round."""


class SuggestedKind(TypedDict):
    kind: NotRequired[Name]
    """What it looks like."""
    verdict: Literal["fits", "unclear", "looks-like", "no-text"]


class TeamNumbers(TypedDict):
    days: int
    mine: ReviewNumbers
    team: list[ReviewNumbers]
    """Those first who have decided most; you are among them."""


Timestamp: TypeAlias = "str"


class UploadLinks(TypedDict):
    document: str
    page: NotRequired[str]
    self: str


class Upload(TypedDict):
    createdAt: Timestamp
    digest: NotRequired[Digest]
    document: Identifier
    expiresAt: NotRequired[Timestamp]
    """When it is given up; absent when it has ended."""
    id: Identifier
    length: NotRequired[int]
    """Bytes of the whole file; absent while they are not known."""
    links: UploadLinks
    offset: int
    """Bytes that have arrived and are durable."""
    reason: NotRequired[UploadRefusal]
    """Why its content was refused."""
    state: Literal["open", "completed", "refused", "aborted"]
    submission: Identifier


class UploadRefusal(TypedDict):
    detail: NotRequired[str]
    title: str
    type: str


Usage = TypedDict("Usage", {
    "from": "Day",
    "items": "list[UsageDay]",
    "quotas": "NotRequired[list[UsageQuota]]",
    "renewsAt": "NotRequired[Timestamp]",
    "tenant": "Name",
    "test": "NotRequired[bool]",
    "to": "Day",
    "totals": "UsageCounts",
})


class UsageCounts(TypedDict):
    bytes: int
    """Their bytes."""
    files: int
    """Files that arrived."""
    pagesMade: int
    """Clean pages of files that had none."""
    pagesRead: int
    """Pages whose words were read."""
    readingMilliseconds: int
    """Processor time of reading them."""
    submissions: int
    """Submitted for the first time."""


class UsageDay(TypedDict):
    bytes: int
    """Their bytes."""
    day: Day
    """In UTC."""
    files: int
    """Files that arrived."""
    final: bool
    """Whether the day is closed: its numbers do not change any more."""
    pagesMade: int
    """Clean pages of files that had none."""
    pagesRead: int
    """Pages whose words were read."""
    readingMilliseconds: int
    """Processor time of reading them."""
    submissions: int
    """Submitted for the first time."""


class UsageQuota(TypedDict):
    left: int
    limit: int
    """What may be used in a calendar month, in UTC."""
    quota: Literal["submissions", "bytes", "pages", "reading-minutes"]
    used: int
    """What is under way may go beyond the limit."""


Verdict: TypeAlias = "Literal[\"accepted\", \"accepted_with_warnings\", \"refused\"]"
