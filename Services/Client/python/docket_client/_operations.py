"""Written by Services/Client/generate from the gateway's description. Change nothing here."""
from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Literal

from . import _models as m
from ._confirmation import AsyncConfirmation, Confirmation
from ._requests import new_key, path


class Operations(ABC):
    """A method for each operation of the gateway that has no more to it than a question and its answer."""

    @abstractmethod
    def _call(self, method: str, place: str, **rest: Any) -> Any: ...

    @abstractmethod
    def _ask(self, method: str, place: str, **rest: Any) -> Any: ...

    def add_document(
        self, submission: str, body: m.NewDocument, *, key: str | None = None, version: int | None = None
    ) -> m.Document:
        """Add a document."""
        answer: m.Document = self._call("POST", path("/v1/submissions/{}/documents", submission), body=body, key=key or new_key(), version=version)
        return answer

    def assign_mail(
        self, mail: str, body: m.MailAssignment | None = None
    ) -> m.Mail:
        """Say whose it is."""
        answer: m.Mail = self._call("POST", path("/v1/mail/{}/assignment", mail), body=body)
        return answer

    def change_document(
        self, submission: str, document: str, body: m.DocumentChange, *, version: int | None = None
    ) -> m.Document:
        """Change what is said of it."""
        answer: m.Document = self._call("PATCH", path("/v1/submissions/{}/documents/{}", submission, document), body=body, version=version)
        return answer

    def change_endpoint(
        self, endpoint: str, body: m.EndpointChange
    ) -> m.Endpoint:
        """Change, disable or enable an endpoint."""
        answer: m.Endpoint = self._call("PATCH", path("/v1/webhook-endpoints/{}", endpoint), body=body)
        return answer

    def change_page(
        self, submission: str, document: str, page: str, body: m.PagePatch, *, version: int | None = None
    ) -> m.Page:
        """Turn or crop a page."""
        answer: m.Page = self._call("PATCH", path("/v1/submissions/{}/documents/{}/pages/{}", submission, document, page), body=body, version=version)
        return answer

    def check_submission(
        self, submission: str
    ) -> m.DryRun:
        """Check it without submitting it."""
        answer: m.DryRun = self._call("GET", path("/v1/submissions/{}/check", submission))
        return answer

    def claim_next(
        self, body: m.NextClaim | None = None
    ) -> m.Claimed | None:
        """Claim what has waited longest."""
        answer: m.Claimed | None = self._call("POST", path("/v1/review/claims"), body=body)
        return answer

    def claim_submission(
        self, submission: str, body: m.NewClaim | None = None
    ) -> m.Claim:
        """Claim it, or hold on to it."""
        answer: m.Claim = self._call("POST", path("/v1/submissions/{}/claim", submission), body=body)
        return answer

    def create_endpoint(
        self, body: m.NewEndpoint
    ) -> m.Endpoint:
        """Make a webhook endpoint."""
        answer: m.Endpoint = self._call("POST", path("/v1/webhook-endpoints"), body=body)
        return answer

    def create_link(
        self, submission: str, body: m.NewLink, *, key: str | None = None
    ) -> m.Link:
        """Make a short-lived link to it."""
        answer: m.Link = self._call("POST", path("/v1/submissions/{}/links", submission), body=body, key=key or new_key())
        return answer

    def create_portal_link(
        self, body: m.NewPortalLink, *, key: str | None = None
    ) -> m.PortalLink:
        """Make a short-lived link to the portal."""
        answer: m.PortalLink = self._call("POST", path("/v1/portal-links"), body=body, key=key or new_key())
        return answer

    def create_submission(
        self, body: m.NewSubmission, *, key: str | None = None
    ) -> m.Submission:
        """Open a draft."""
        answer: m.Submission = self._call("POST", path("/v1/submissions"), body=body, key=key or new_key())
        return answer

    def decide(
        self, submission: str, body: m.NewDecision, *, key: str | None = None, version: int | None = None
    ) -> m.Submission | m.Held:
        """Decide on what is in review."""
        answer: m.Submission | m.Held = self._call("POST", path("/v1/submissions/{}/decision", submission), body=body, key=key or new_key(), version=version)
        return answer

    def discard_mail(
        self, mail: str
    ) -> Confirmation[None]:
        """Discard a message."""
        answer: Confirmation[None] = self._ask("DELETE", path("/v1/mail/{}", mail))
        return answer

    def is_alive(
        self
    ) -> m.Liveness:
        """Whether it runs."""
        answer: m.Liveness = self._call("GET", path("/health/live"))
        return answer

    def is_ready(
        self
    ) -> m.Readiness:
        """Whether it can work."""
        answer: m.Readiness = self._call("GET", path("/health/ready"))
        return answer

    def keep_decision_draft(
        self, submission: str, body: m.DecisionDraft
    ) -> None:
        """Keep what you have filled in."""
        answer: None = self._call("PUT", path("/v1/submissions/{}/decision-draft", submission), body=body)
        return answer

    def list_audit(
        self, *, submission: m.Identifier | None = None, actor: str | None = None, action: list[str] | None = None, after: m.Timestamp | None = None, before: m.Timestamp | None = None, limit: int | None = None, cursor: str | None = None
    ) -> m.AuditListing:
        """Who did what."""
        answer: m.AuditListing = self._call("GET", path("/v1/audit"), query={"submission": submission, "actor": actor, "action": action, "after": after, "before": before, "limit": limit, "cursor": cursor})
        return answer

    def list_custody_heads(
        self, *, after: int | None = None, limit: int | None = None
    ) -> m.CustodyHeads:
        """The signed heads of the tenant's log."""
        answer: m.CustodyHeads = self._call("GET", path("/v1/custody/heads"), query={"after": after, "limit": limit})
        return answer

    def list_deliveries(
        self, *, endpoint: m.Identifier | None = None, submission: m.Identifier | None = None, state: Literal["pending", "delivered", "given_up"] | None = None, since: m.Timestamp | None = None, limit: int | None = None, cursor: m.Identifier | None = None
    ) -> m.DeliveryListing:
        """What was told to whom."""
        answer: m.DeliveryListing = self._call("GET", path("/v1/deliveries"), query={"endpoint": endpoint, "submission": submission, "state": state, "since": since, "limit": limit, "cursor": cursor})
        return answer

    def list_endpoints(
        self
    ) -> m.EndpointListing:
        """List the endpoints."""
        answer: m.EndpointListing = self._call("GET", path("/v1/webhook-endpoints"))
        return answer

    def list_integration_audit(
        self, *, limit: int | None = None, cursor: str | None = None
    ) -> m.AuditListing:
        """Who did what to endpoints, deliveries, keys and links to the portal."""
        answer: m.AuditListing = self._call("GET", path("/v1/integration/audit"), query={"limit": limit, "cursor": cursor})
        return answer

    def list_journeys(
        self
    ) -> m.JourneyListing:
        """List the journeys."""
        answer: m.JourneyListing = self._call("GET", path("/v1/journeys"))
        return answer

    def list_links(
        self, submission: str
    ) -> m.LinkListing:
        """List its links."""
        answer: m.LinkListing = self._call("GET", path("/v1/submissions/{}/links", submission))
        return answer

    def list_mail(
        self, *, limit: int | None = None, cursor: str | None = None
    ) -> m.MailListing:
        """List mail that waits."""
        answer: m.MailListing = self._call("GET", path("/v1/mail"), query={"limit": limit, "cursor": cursor})
        return answer

    def list_portal_links(
        self
    ) -> m.PortalLinkListing:
        """List the links to the portal."""
        answer: m.PortalLinkListing = self._call("GET", path("/v1/portal-links"))
        return answer

    def list_refused_requests(
        self, *, limit: int | None = None
    ) -> m.RefusedRequestListing:
        """What the tenant's own programs were refused of late."""
        answer: m.RefusedRequestListing = self._call("GET", path("/v1/integration/refused-requests"), query={"limit": limit})
        return answer

    def list_review_queue(
        self, *, journey: m.Name | None = None, claim: Literal["mine", "free", "others"] | None = None, warning: m.Name | None = None, overdue: bool | None = None, limit: int | None = None, after: str | None = None
    ) -> m.ReviewQueue:
        """List what waits for a reviewer."""
        answer: m.ReviewQueue = self._call("GET", path("/v1/review/queue"), query={"journey": journey, "claim": claim, "warning": warning, "overdue": overdue, "limit": limit, "after": after})
        return answer

    def list_screen(
        self, *, journey: list[m.Name] | None = None, not_journey: list[m.Name] | None = None, state: list[m.SubmissionState] | None = None, not_state: list[m.SubmissionState] | None = None, document_type: list[m.Name] | None = None, not_document_type: list[m.Name] | None = None, created_after: m.Timestamp | None = None, not_created_after: m.Timestamp | None = None, created_before: m.Timestamp | None = None, not_created_before: m.Timestamp | None = None, submitted_after: m.Timestamp | None = None, not_submitted_after: m.Timestamp | None = None, submitted_before: m.Timestamp | None = None, not_submitted_before: m.Timestamp | None = None, reference: str | None = None, not_reference: str | None = None, subject: str | None = None, not_subject: str | None = None, reason: list[m.Name] | None = None, not_reason: list[m.Name] | None = None, limit: int | None = None, sort: Literal["-createdAt", "createdAt", "updatedAt", "-updatedAt"] | None = None, cursor: str | None = None
    ) -> m.Screen:
        """List submissions as a screen."""
        answer: m.Screen = self._call("GET", path("/v1/screens/submissions"), query={"journey": journey, "not.journey": not_journey, "state": state, "not.state": not_state, "documentType": document_type, "not.documentType": not_document_type, "createdAfter": created_after, "not.createdAfter": not_created_after, "createdBefore": created_before, "not.createdBefore": not_created_before, "submittedAfter": submitted_after, "not.submittedAfter": not_submitted_after, "submittedBefore": submitted_before, "not.submittedBefore": not_submitted_before, "reference": reference, "not.reference": not_reference, "subject": subject, "not.subject": not_subject, "reason": reason, "not.reason": not_reason, "limit": limit, "sort": sort, "cursor": cursor})
        return answer

    def list_submissions(
        self, *, journey: list[m.Name] | None = None, not_journey: list[m.Name] | None = None, state: list[m.SubmissionState] | None = None, not_state: list[m.SubmissionState] | None = None, document_type: list[m.Name] | None = None, not_document_type: list[m.Name] | None = None, created_after: m.Timestamp | None = None, not_created_after: m.Timestamp | None = None, created_before: m.Timestamp | None = None, not_created_before: m.Timestamp | None = None, submitted_after: m.Timestamp | None = None, not_submitted_after: m.Timestamp | None = None, submitted_before: m.Timestamp | None = None, not_submitted_before: m.Timestamp | None = None, reference: str | None = None, not_reference: str | None = None, subject: str | None = None, not_subject: str | None = None, reason: list[m.Name] | None = None, not_reason: list[m.Name] | None = None, limit: int | None = None, sort: Literal["-createdAt", "createdAt", "updatedAt", "-updatedAt"] | None = None, cursor: str | None = None
    ) -> m.SubmissionListing:
        """List submissions."""
        answer: m.SubmissionListing = self._call("GET", path("/v1/submissions"), query={"journey": journey, "not.journey": not_journey, "state": state, "not.state": not_state, "documentType": document_type, "not.documentType": not_document_type, "createdAfter": created_after, "not.createdAfter": not_created_after, "createdBefore": created_before, "not.createdBefore": not_created_before, "submittedAfter": submitted_after, "not.submittedAfter": not_submitted_after, "submittedBefore": submitted_before, "not.submittedBefore": not_submitted_before, "reference": reference, "not.reference": not_reference, "subject": subject, "not.subject": not_subject, "reason": reason, "not.reason": not_reason, "limit": limit, "sort": sort, "cursor": cursor})
        return answer

    def order_pages(
        self, submission: str, document: str, body: m.PageOrder, *, version: int | None = None
    ) -> m.Document:
        """Order its pages."""
        answer: m.Document = self._call("PUT", path("/v1/submissions/{}/documents/{}/order", submission, document), body=body, version=version)
        return answer

    def pass_time(
        self, submission: str, body: m.PassedTime
    ) -> m.Submission:
        """Let time pass for a test."""
        answer: m.Submission = self._call("POST", path("/v1/submissions/{}/clock", submission), body=body)
        return answer

    def prove_consistency(
        self, *, from_: int | None = None, to: int | None = None
    ) -> m.CustodyConsistency:
        """That the log only grew from one size to another."""
        answer: m.CustodyConsistency = self._call("GET", path("/v1/custody/proofs/consistency"), query={"from": from_, "to": to})
        return answer

    def prove_inclusion(
        self, *, event: m.Identifier | None = None, audit: str | None = None
    ) -> m.CustodyInclusion:
        """That an event or an entry of the audit trail is in the log."""
        answer: m.CustodyInclusion = self._call("GET", path("/v1/custody/proofs/inclusion"), query={"event": event, "audit": audit})
        return answer

    def read_cover_sheet(
        self, submission: str, type: str
    ) -> str:
        """A cover sheet to print."""
        answer: str = self._call("GET", path("/v1/submissions/{}/sheets/{}", submission, type), expecting="text")
        return answer

    def read_custody(
        self, submission: str, *, from_: int | None = None
    ) -> m.SubmissionCustody:
        """All that the log holds of a submission."""
        answer: m.SubmissionCustody = self._call("GET", path("/v1/submissions/{}/custody", submission), query={"from": from_})
        return answer

    def read_decision_draft(
        self, submission: str
    ) -> m.KeptDecisionDraft:
        """Read what you have filled in."""
        answer: m.KeptDecisionDraft = self._call("GET", path("/v1/submissions/{}/decision-draft", submission))
        return answer

    def read_delivery(
        self, delivery: str
    ) -> m.Delivery:
        """Read a delivery and its tries."""
        answer: m.Delivery = self._call("GET", path("/v1/deliveries/{}", delivery))
        return answer

    def read_description(
        self
    ) -> Any:
        """This description."""
        answer: Any = self._call("GET", path("/openapi.json"))
        return answer

    def read_document(
        self, submission: str, document: str
    ) -> m.Document:
        """Read a document."""
        answer: m.Document = self._call("GET", path("/v1/submissions/{}/documents/{}", submission, document))
        return answer

    def read_endpoint(
        self, endpoint: str
    ) -> m.Endpoint:
        """Read an endpoint."""
        answer: m.Endpoint = self._call("GET", path("/v1/webhook-endpoints/{}", endpoint))
        return answer

    def read_erasure(
        self, submission: str
    ) -> m.ErasureProof:
        """The certificate that a submission was erased."""
        answer: m.ErasureProof = self._call("GET", path("/v1/submissions/{}/erasure", submission))
        return answer

    def read_event_description(
        self
    ) -> Any:
        """The events, described."""
        answer: Any = self._call("GET", path("/asyncapi.json"))
        return answer

    def read_facts(
        self, submission: str
    ) -> m.Facts:
        """What stands on its documents."""
        answer: m.Facts = self._call("GET", path("/v1/submissions/{}/facts", submission))
        return answer

    def read_image(
        self, submission: str, document: str, page: str, *, number: int | None = None
    ) -> bytes:
        """A clean page."""
        answer: bytes = self._call("GET", path("/v1/submissions/{}/documents/{}/pages/{}/image", submission, document, page), query={"number": number}, expecting="bytes")
        return answer

    def read_intake(
        self
    ) -> m.Intake:
        """Read what the element of a page begins with."""
        answer: m.Intake = self._call("GET", path("/v1/intake"))
        return answer

    def read_journey(
        self, journey: str
    ) -> m.Journey:
        """Read a journey."""
        answer: m.Journey = self._call("GET", path("/v1/journeys/{}", journey))
        return answer

    def read_latest_custody_head(
        self
    ) -> m.CustodyHead:
        """The newest signed head of the tenant's log."""
        answer: m.CustodyHead = self._call("GET", path("/v1/custody/heads/latest"))
        return answer

    def read_mail(
        self, mail: str
    ) -> m.Mail:
        """Read what is known of a message."""
        answer: m.Mail = self._call("GET", path("/v1/mail/{}", mail))
        return answer

    def read_mail_file(
        self, mail: str, digest: str
    ) -> bytes:
        """A file of a message that waits."""
        answer: bytes = self._call("GET", path("/v1/mail/{}/files/{}", mail, digest), expecting="bytes")
        return answer

    def read_manifest(
        self, submission: str
    ) -> m.Manifest:
        """Every file with its digest."""
        answer: m.Manifest = self._call("GET", path("/v1/submissions/{}/manifest", submission))
        return answer

    def read_original(
        self, submission: str, document: str, page: str
    ) -> bytes:
        """The file as it came in."""
        answer: bytes = self._call("GET", path("/v1/submissions/{}/documents/{}/pages/{}/original", submission, document, page), expecting="bytes")
        return answer

    def read_pdf(
        self, submission: str, document: str
    ) -> bytes:
        """All its pages in one PDF."""
        answer: bytes = self._call("GET", path("/v1/submissions/{}/documents/{}/pdf", submission, document), expecting="bytes")
        return answer

    def read_page(
        self, submission: str, document: str, page: str
    ) -> m.Page:
        """Read a page."""
        answer: m.Page = self._call("GET", path("/v1/submissions/{}/documents/{}/pages/{}", submission, document, page))
        return answer

    def read_preview(
        self, submission: str, document: str, page: str
    ) -> bytes:
        """A small picture of the page."""
        answer: bytes = self._call("GET", path("/v1/submissions/{}/documents/{}/pages/{}/preview", submission, document, page), expecting="bytes")
        return answer

    def read_review(
        self, submission: str
    ) -> m.Review:
        """Read it as a reviewer."""
        answer: m.Review = self._call("GET", path("/v1/submissions/{}/review", submission))
        return answer

    def read_review_numbers(
        self, *, days: int | None = None
    ) -> m.TeamNumbers:
        """Read what was decided, in numbers."""
        answer: m.TeamNumbers = self._call("GET", path("/v1/review/numbers"), query={"days": days})
        return answer

    def read_screen(
        self, submission: str, *, show: Literal["submission", "status", "types", "review"] | None = None
    ) -> m.Screen:
        """Read it as a screen."""
        answer: m.Screen = self._call("GET", path("/v1/submissions/{}/screen", submission), query={"show": show})
        return answer

    def read_signed_manifest(
        self, submission: str
    ) -> str:
        """The manifest, signed."""
        answer: str = self._call("GET", path("/v1/submissions/{}/manifest/signed", submission), expecting="text")
        return answer

    def read_signing_keys(
        self
    ) -> m.SigningKeys:
        """The keys that manifests are signed with."""
        answer: m.SigningKeys = self._call("GET", path("/.well-known/jwks.json"))
        return answer

    def read_submission(
        self, submission: str
    ) -> m.Submission:
        """Read a submission."""
        answer: m.Submission = self._call("GET", path("/v1/submissions/{}", submission))
        return answer

    def read_upload(
        self, upload: str
    ) -> m.Upload:
        """Read an upload."""
        answer: m.Upload = self._call("GET", path("/v1/uploads/{}", upload))
        return answer

    def read_usage(
        self, *, from_: m.Day | None = None, to: m.Day | None = None
    ) -> m.Usage:
        """What the tenant has used, by day."""
        answer: m.Usage = self._call("GET", path("/v1/usage"), query={"from": from_, "to": to})
        return answer

    def recover_endpoint(
        self, endpoint: str, body: m.EndpointRecovery
    ) -> m.Recovery:
        """Tell an endpoint what it has missed."""
        answer: m.Recovery = self._call("POST", path("/v1/webhook-endpoints/{}/recover", endpoint), body=body)
        return answer

    def release_submission(
        self, submission: str
    ) -> None:
        """Give your claim back."""
        answer: None = self._call("DELETE", path("/v1/submissions/{}/claim", submission))
        return answer

    def remove_decision_draft(
        self, submission: str
    ) -> None:
        """Forget what you have filled in."""
        answer: None = self._call("DELETE", path("/v1/submissions/{}/decision-draft", submission))
        return answer

    def remove_document(
        self, submission: str, document: str, *, version: int | None = None
    ) -> Confirmation[None]:
        """Remove it with its pages."""
        answer: Confirmation[None] = self._ask("DELETE", path("/v1/submissions/{}/documents/{}", submission, document), version=version)
        return answer

    def remove_endpoint(
        self, endpoint: str
    ) -> Confirmation[None]:
        """Remove an endpoint."""
        answer: Confirmation[None] = self._ask("DELETE", path("/v1/webhook-endpoints/{}", endpoint))
        return answer

    def remove_page(
        self, submission: str, document: str, page: str, *, version: int | None = None
    ) -> Confirmation[None]:
        """Remove a page."""
        answer: Confirmation[None] = self._ask("DELETE", path("/v1/submissions/{}/documents/{}/pages/{}", submission, document, page), version=version)
        return answer

    def retry_delivery(
        self, delivery: str
    ) -> m.Delivery:
        """Try a delivery at once."""
        answer: m.Delivery = self._call("POST", path("/v1/deliveries/{}/retry", delivery))
        return answer

    def revoke_link(
        self, submission: str, link: str
    ) -> None:
        """End a link at once."""
        answer: None = self._call("DELETE", path("/v1/submissions/{}/links/{}", submission, link))
        return answer

    def revoke_portal_link(
        self, portal_link: str
    ) -> None:
        """End a link to the portal at once."""
        answer: None = self._call("DELETE", path("/v1/portal-links/{}", portal_link))
        return answer

    def rotate_endpoint(
        self, endpoint: str, body: m.EndpointRotation
    ) -> m.Endpoint:
        """Give an endpoint a new secret."""
        answer: m.Endpoint = self._call("POST", path("/v1/webhook-endpoints/{}/rotate", endpoint), body=body)
        return answer

    def submit(
        self, submission: str, body: m.Consent | None = None, *, key: str | None = None, version: int | None = None
    ) -> m.Submission:
        """Submit it."""
        answer: m.Submission = self._call("POST", path("/v1/submissions/{}/submit", submission), body=body, key=key or new_key(), version=version)
        return answer

    def take_back_decision(
        self, submission: str
    ) -> None:
        """Take back a decision that is held."""
        answer: None = self._call("DELETE", path("/v1/submissions/{}/decision", submission))
        return answer

    def test_endpoint(
        self, endpoint: str, body: m.NewEndpointTest | None = None
    ) -> m.EndpointTest:
        """Send an endpoint a test message now, or a sample of an event."""
        answer: m.EndpointTest = self._call("POST", path("/v1/webhook-endpoints/{}/test", endpoint), body=body)
        return answer

    def withdraw_submission(
        self, submission: str, *, version: int | None = None
    ) -> Confirmation[m.Submission]:
        """Withdraw it."""
        answer: Confirmation[m.Submission] = self._ask("DELETE", path("/v1/submissions/{}", submission), version=version)
        return answer


class AsyncOperations(ABC):
    """A method for each operation of the gateway that has no more to it than a question and its answer."""

    @abstractmethod
    async def _call(self, method: str, place: str, **rest: Any) -> Any: ...

    @abstractmethod
    async def _ask(self, method: str, place: str, **rest: Any) -> Any: ...

    async def add_document(
        self, submission: str, body: m.NewDocument, *, key: str | None = None, version: int | None = None
    ) -> m.Document:
        """Add a document."""
        answer: m.Document = await self._call("POST", path("/v1/submissions/{}/documents", submission), body=body, key=key or new_key(), version=version)
        return answer

    async def assign_mail(
        self, mail: str, body: m.MailAssignment | None = None
    ) -> m.Mail:
        """Say whose it is."""
        answer: m.Mail = await self._call("POST", path("/v1/mail/{}/assignment", mail), body=body)
        return answer

    async def change_document(
        self, submission: str, document: str, body: m.DocumentChange, *, version: int | None = None
    ) -> m.Document:
        """Change what is said of it."""
        answer: m.Document = await self._call("PATCH", path("/v1/submissions/{}/documents/{}", submission, document), body=body, version=version)
        return answer

    async def change_endpoint(
        self, endpoint: str, body: m.EndpointChange
    ) -> m.Endpoint:
        """Change, disable or enable an endpoint."""
        answer: m.Endpoint = await self._call("PATCH", path("/v1/webhook-endpoints/{}", endpoint), body=body)
        return answer

    async def change_page(
        self, submission: str, document: str, page: str, body: m.PagePatch, *, version: int | None = None
    ) -> m.Page:
        """Turn or crop a page."""
        answer: m.Page = await self._call("PATCH", path("/v1/submissions/{}/documents/{}/pages/{}", submission, document, page), body=body, version=version)
        return answer

    async def check_submission(
        self, submission: str
    ) -> m.DryRun:
        """Check it without submitting it."""
        answer: m.DryRun = await self._call("GET", path("/v1/submissions/{}/check", submission))
        return answer

    async def claim_next(
        self, body: m.NextClaim | None = None
    ) -> m.Claimed | None:
        """Claim what has waited longest."""
        answer: m.Claimed | None = await self._call("POST", path("/v1/review/claims"), body=body)
        return answer

    async def claim_submission(
        self, submission: str, body: m.NewClaim | None = None
    ) -> m.Claim:
        """Claim it, or hold on to it."""
        answer: m.Claim = await self._call("POST", path("/v1/submissions/{}/claim", submission), body=body)
        return answer

    async def create_endpoint(
        self, body: m.NewEndpoint
    ) -> m.Endpoint:
        """Make a webhook endpoint."""
        answer: m.Endpoint = await self._call("POST", path("/v1/webhook-endpoints"), body=body)
        return answer

    async def create_link(
        self, submission: str, body: m.NewLink, *, key: str | None = None
    ) -> m.Link:
        """Make a short-lived link to it."""
        answer: m.Link = await self._call("POST", path("/v1/submissions/{}/links", submission), body=body, key=key or new_key())
        return answer

    async def create_portal_link(
        self, body: m.NewPortalLink, *, key: str | None = None
    ) -> m.PortalLink:
        """Make a short-lived link to the portal."""
        answer: m.PortalLink = await self._call("POST", path("/v1/portal-links"), body=body, key=key or new_key())
        return answer

    async def create_submission(
        self, body: m.NewSubmission, *, key: str | None = None
    ) -> m.Submission:
        """Open a draft."""
        answer: m.Submission = await self._call("POST", path("/v1/submissions"), body=body, key=key or new_key())
        return answer

    async def decide(
        self, submission: str, body: m.NewDecision, *, key: str | None = None, version: int | None = None
    ) -> m.Submission | m.Held:
        """Decide on what is in review."""
        answer: m.Submission | m.Held = await self._call("POST", path("/v1/submissions/{}/decision", submission), body=body, key=key or new_key(), version=version)
        return answer

    async def discard_mail(
        self, mail: str
    ) -> AsyncConfirmation[None]:
        """Discard a message."""
        answer: AsyncConfirmation[None] = await self._ask("DELETE", path("/v1/mail/{}", mail))
        return answer

    async def is_alive(
        self
    ) -> m.Liveness:
        """Whether it runs."""
        answer: m.Liveness = await self._call("GET", path("/health/live"))
        return answer

    async def is_ready(
        self
    ) -> m.Readiness:
        """Whether it can work."""
        answer: m.Readiness = await self._call("GET", path("/health/ready"))
        return answer

    async def keep_decision_draft(
        self, submission: str, body: m.DecisionDraft
    ) -> None:
        """Keep what you have filled in."""
        answer: None = await self._call("PUT", path("/v1/submissions/{}/decision-draft", submission), body=body)
        return answer

    async def list_audit(
        self, *, submission: m.Identifier | None = None, actor: str | None = None, action: list[str] | None = None, after: m.Timestamp | None = None, before: m.Timestamp | None = None, limit: int | None = None, cursor: str | None = None
    ) -> m.AuditListing:
        """Who did what."""
        answer: m.AuditListing = await self._call("GET", path("/v1/audit"), query={"submission": submission, "actor": actor, "action": action, "after": after, "before": before, "limit": limit, "cursor": cursor})
        return answer

    async def list_custody_heads(
        self, *, after: int | None = None, limit: int | None = None
    ) -> m.CustodyHeads:
        """The signed heads of the tenant's log."""
        answer: m.CustodyHeads = await self._call("GET", path("/v1/custody/heads"), query={"after": after, "limit": limit})
        return answer

    async def list_deliveries(
        self, *, endpoint: m.Identifier | None = None, submission: m.Identifier | None = None, state: Literal["pending", "delivered", "given_up"] | None = None, since: m.Timestamp | None = None, limit: int | None = None, cursor: m.Identifier | None = None
    ) -> m.DeliveryListing:
        """What was told to whom."""
        answer: m.DeliveryListing = await self._call("GET", path("/v1/deliveries"), query={"endpoint": endpoint, "submission": submission, "state": state, "since": since, "limit": limit, "cursor": cursor})
        return answer

    async def list_endpoints(
        self
    ) -> m.EndpointListing:
        """List the endpoints."""
        answer: m.EndpointListing = await self._call("GET", path("/v1/webhook-endpoints"))
        return answer

    async def list_integration_audit(
        self, *, limit: int | None = None, cursor: str | None = None
    ) -> m.AuditListing:
        """Who did what to endpoints, deliveries, keys and links to the portal."""
        answer: m.AuditListing = await self._call("GET", path("/v1/integration/audit"), query={"limit": limit, "cursor": cursor})
        return answer

    async def list_journeys(
        self
    ) -> m.JourneyListing:
        """List the journeys."""
        answer: m.JourneyListing = await self._call("GET", path("/v1/journeys"))
        return answer

    async def list_links(
        self, submission: str
    ) -> m.LinkListing:
        """List its links."""
        answer: m.LinkListing = await self._call("GET", path("/v1/submissions/{}/links", submission))
        return answer

    async def list_mail(
        self, *, limit: int | None = None, cursor: str | None = None
    ) -> m.MailListing:
        """List mail that waits."""
        answer: m.MailListing = await self._call("GET", path("/v1/mail"), query={"limit": limit, "cursor": cursor})
        return answer

    async def list_portal_links(
        self
    ) -> m.PortalLinkListing:
        """List the links to the portal."""
        answer: m.PortalLinkListing = await self._call("GET", path("/v1/portal-links"))
        return answer

    async def list_refused_requests(
        self, *, limit: int | None = None
    ) -> m.RefusedRequestListing:
        """What the tenant's own programs were refused of late."""
        answer: m.RefusedRequestListing = await self._call("GET", path("/v1/integration/refused-requests"), query={"limit": limit})
        return answer

    async def list_review_queue(
        self, *, journey: m.Name | None = None, claim: Literal["mine", "free", "others"] | None = None, warning: m.Name | None = None, overdue: bool | None = None, limit: int | None = None, after: str | None = None
    ) -> m.ReviewQueue:
        """List what waits for a reviewer."""
        answer: m.ReviewQueue = await self._call("GET", path("/v1/review/queue"), query={"journey": journey, "claim": claim, "warning": warning, "overdue": overdue, "limit": limit, "after": after})
        return answer

    async def list_screen(
        self, *, journey: list[m.Name] | None = None, not_journey: list[m.Name] | None = None, state: list[m.SubmissionState] | None = None, not_state: list[m.SubmissionState] | None = None, document_type: list[m.Name] | None = None, not_document_type: list[m.Name] | None = None, created_after: m.Timestamp | None = None, not_created_after: m.Timestamp | None = None, created_before: m.Timestamp | None = None, not_created_before: m.Timestamp | None = None, submitted_after: m.Timestamp | None = None, not_submitted_after: m.Timestamp | None = None, submitted_before: m.Timestamp | None = None, not_submitted_before: m.Timestamp | None = None, reference: str | None = None, not_reference: str | None = None, subject: str | None = None, not_subject: str | None = None, reason: list[m.Name] | None = None, not_reason: list[m.Name] | None = None, limit: int | None = None, sort: Literal["-createdAt", "createdAt", "updatedAt", "-updatedAt"] | None = None, cursor: str | None = None
    ) -> m.Screen:
        """List submissions as a screen."""
        answer: m.Screen = await self._call("GET", path("/v1/screens/submissions"), query={"journey": journey, "not.journey": not_journey, "state": state, "not.state": not_state, "documentType": document_type, "not.documentType": not_document_type, "createdAfter": created_after, "not.createdAfter": not_created_after, "createdBefore": created_before, "not.createdBefore": not_created_before, "submittedAfter": submitted_after, "not.submittedAfter": not_submitted_after, "submittedBefore": submitted_before, "not.submittedBefore": not_submitted_before, "reference": reference, "not.reference": not_reference, "subject": subject, "not.subject": not_subject, "reason": reason, "not.reason": not_reason, "limit": limit, "sort": sort, "cursor": cursor})
        return answer

    async def list_submissions(
        self, *, journey: list[m.Name] | None = None, not_journey: list[m.Name] | None = None, state: list[m.SubmissionState] | None = None, not_state: list[m.SubmissionState] | None = None, document_type: list[m.Name] | None = None, not_document_type: list[m.Name] | None = None, created_after: m.Timestamp | None = None, not_created_after: m.Timestamp | None = None, created_before: m.Timestamp | None = None, not_created_before: m.Timestamp | None = None, submitted_after: m.Timestamp | None = None, not_submitted_after: m.Timestamp | None = None, submitted_before: m.Timestamp | None = None, not_submitted_before: m.Timestamp | None = None, reference: str | None = None, not_reference: str | None = None, subject: str | None = None, not_subject: str | None = None, reason: list[m.Name] | None = None, not_reason: list[m.Name] | None = None, limit: int | None = None, sort: Literal["-createdAt", "createdAt", "updatedAt", "-updatedAt"] | None = None, cursor: str | None = None
    ) -> m.SubmissionListing:
        """List submissions."""
        answer: m.SubmissionListing = await self._call("GET", path("/v1/submissions"), query={"journey": journey, "not.journey": not_journey, "state": state, "not.state": not_state, "documentType": document_type, "not.documentType": not_document_type, "createdAfter": created_after, "not.createdAfter": not_created_after, "createdBefore": created_before, "not.createdBefore": not_created_before, "submittedAfter": submitted_after, "not.submittedAfter": not_submitted_after, "submittedBefore": submitted_before, "not.submittedBefore": not_submitted_before, "reference": reference, "not.reference": not_reference, "subject": subject, "not.subject": not_subject, "reason": reason, "not.reason": not_reason, "limit": limit, "sort": sort, "cursor": cursor})
        return answer

    async def order_pages(
        self, submission: str, document: str, body: m.PageOrder, *, version: int | None = None
    ) -> m.Document:
        """Order its pages."""
        answer: m.Document = await self._call("PUT", path("/v1/submissions/{}/documents/{}/order", submission, document), body=body, version=version)
        return answer

    async def pass_time(
        self, submission: str, body: m.PassedTime
    ) -> m.Submission:
        """Let time pass for a test."""
        answer: m.Submission = await self._call("POST", path("/v1/submissions/{}/clock", submission), body=body)
        return answer

    async def prove_consistency(
        self, *, from_: int | None = None, to: int | None = None
    ) -> m.CustodyConsistency:
        """That the log only grew from one size to another."""
        answer: m.CustodyConsistency = await self._call("GET", path("/v1/custody/proofs/consistency"), query={"from": from_, "to": to})
        return answer

    async def prove_inclusion(
        self, *, event: m.Identifier | None = None, audit: str | None = None
    ) -> m.CustodyInclusion:
        """That an event or an entry of the audit trail is in the log."""
        answer: m.CustodyInclusion = await self._call("GET", path("/v1/custody/proofs/inclusion"), query={"event": event, "audit": audit})
        return answer

    async def read_cover_sheet(
        self, submission: str, type: str
    ) -> str:
        """A cover sheet to print."""
        answer: str = await self._call("GET", path("/v1/submissions/{}/sheets/{}", submission, type), expecting="text")
        return answer

    async def read_custody(
        self, submission: str, *, from_: int | None = None
    ) -> m.SubmissionCustody:
        """All that the log holds of a submission."""
        answer: m.SubmissionCustody = await self._call("GET", path("/v1/submissions/{}/custody", submission), query={"from": from_})
        return answer

    async def read_decision_draft(
        self, submission: str
    ) -> m.KeptDecisionDraft:
        """Read what you have filled in."""
        answer: m.KeptDecisionDraft = await self._call("GET", path("/v1/submissions/{}/decision-draft", submission))
        return answer

    async def read_delivery(
        self, delivery: str
    ) -> m.Delivery:
        """Read a delivery and its tries."""
        answer: m.Delivery = await self._call("GET", path("/v1/deliveries/{}", delivery))
        return answer

    async def read_description(
        self
    ) -> Any:
        """This description."""
        answer: Any = await self._call("GET", path("/openapi.json"))
        return answer

    async def read_document(
        self, submission: str, document: str
    ) -> m.Document:
        """Read a document."""
        answer: m.Document = await self._call("GET", path("/v1/submissions/{}/documents/{}", submission, document))
        return answer

    async def read_endpoint(
        self, endpoint: str
    ) -> m.Endpoint:
        """Read an endpoint."""
        answer: m.Endpoint = await self._call("GET", path("/v1/webhook-endpoints/{}", endpoint))
        return answer

    async def read_erasure(
        self, submission: str
    ) -> m.ErasureProof:
        """The certificate that a submission was erased."""
        answer: m.ErasureProof = await self._call("GET", path("/v1/submissions/{}/erasure", submission))
        return answer

    async def read_event_description(
        self
    ) -> Any:
        """The events, described."""
        answer: Any = await self._call("GET", path("/asyncapi.json"))
        return answer

    async def read_facts(
        self, submission: str
    ) -> m.Facts:
        """What stands on its documents."""
        answer: m.Facts = await self._call("GET", path("/v1/submissions/{}/facts", submission))
        return answer

    async def read_image(
        self, submission: str, document: str, page: str, *, number: int | None = None
    ) -> bytes:
        """A clean page."""
        answer: bytes = await self._call("GET", path("/v1/submissions/{}/documents/{}/pages/{}/image", submission, document, page), query={"number": number}, expecting="bytes")
        return answer

    async def read_intake(
        self
    ) -> m.Intake:
        """Read what the element of a page begins with."""
        answer: m.Intake = await self._call("GET", path("/v1/intake"))
        return answer

    async def read_journey(
        self, journey: str
    ) -> m.Journey:
        """Read a journey."""
        answer: m.Journey = await self._call("GET", path("/v1/journeys/{}", journey))
        return answer

    async def read_latest_custody_head(
        self
    ) -> m.CustodyHead:
        """The newest signed head of the tenant's log."""
        answer: m.CustodyHead = await self._call("GET", path("/v1/custody/heads/latest"))
        return answer

    async def read_mail(
        self, mail: str
    ) -> m.Mail:
        """Read what is known of a message."""
        answer: m.Mail = await self._call("GET", path("/v1/mail/{}", mail))
        return answer

    async def read_mail_file(
        self, mail: str, digest: str
    ) -> bytes:
        """A file of a message that waits."""
        answer: bytes = await self._call("GET", path("/v1/mail/{}/files/{}", mail, digest), expecting="bytes")
        return answer

    async def read_manifest(
        self, submission: str
    ) -> m.Manifest:
        """Every file with its digest."""
        answer: m.Manifest = await self._call("GET", path("/v1/submissions/{}/manifest", submission))
        return answer

    async def read_original(
        self, submission: str, document: str, page: str
    ) -> bytes:
        """The file as it came in."""
        answer: bytes = await self._call("GET", path("/v1/submissions/{}/documents/{}/pages/{}/original", submission, document, page), expecting="bytes")
        return answer

    async def read_pdf(
        self, submission: str, document: str
    ) -> bytes:
        """All its pages in one PDF."""
        answer: bytes = await self._call("GET", path("/v1/submissions/{}/documents/{}/pdf", submission, document), expecting="bytes")
        return answer

    async def read_page(
        self, submission: str, document: str, page: str
    ) -> m.Page:
        """Read a page."""
        answer: m.Page = await self._call("GET", path("/v1/submissions/{}/documents/{}/pages/{}", submission, document, page))
        return answer

    async def read_preview(
        self, submission: str, document: str, page: str
    ) -> bytes:
        """A small picture of the page."""
        answer: bytes = await self._call("GET", path("/v1/submissions/{}/documents/{}/pages/{}/preview", submission, document, page), expecting="bytes")
        return answer

    async def read_review(
        self, submission: str
    ) -> m.Review:
        """Read it as a reviewer."""
        answer: m.Review = await self._call("GET", path("/v1/submissions/{}/review", submission))
        return answer

    async def read_review_numbers(
        self, *, days: int | None = None
    ) -> m.TeamNumbers:
        """Read what was decided, in numbers."""
        answer: m.TeamNumbers = await self._call("GET", path("/v1/review/numbers"), query={"days": days})
        return answer

    async def read_screen(
        self, submission: str, *, show: Literal["submission", "status", "types", "review"] | None = None
    ) -> m.Screen:
        """Read it as a screen."""
        answer: m.Screen = await self._call("GET", path("/v1/submissions/{}/screen", submission), query={"show": show})
        return answer

    async def read_signed_manifest(
        self, submission: str
    ) -> str:
        """The manifest, signed."""
        answer: str = await self._call("GET", path("/v1/submissions/{}/manifest/signed", submission), expecting="text")
        return answer

    async def read_signing_keys(
        self
    ) -> m.SigningKeys:
        """The keys that manifests are signed with."""
        answer: m.SigningKeys = await self._call("GET", path("/.well-known/jwks.json"))
        return answer

    async def read_submission(
        self, submission: str
    ) -> m.Submission:
        """Read a submission."""
        answer: m.Submission = await self._call("GET", path("/v1/submissions/{}", submission))
        return answer

    async def read_upload(
        self, upload: str
    ) -> m.Upload:
        """Read an upload."""
        answer: m.Upload = await self._call("GET", path("/v1/uploads/{}", upload))
        return answer

    async def read_usage(
        self, *, from_: m.Day | None = None, to: m.Day | None = None
    ) -> m.Usage:
        """What the tenant has used, by day."""
        answer: m.Usage = await self._call("GET", path("/v1/usage"), query={"from": from_, "to": to})
        return answer

    async def recover_endpoint(
        self, endpoint: str, body: m.EndpointRecovery
    ) -> m.Recovery:
        """Tell an endpoint what it has missed."""
        answer: m.Recovery = await self._call("POST", path("/v1/webhook-endpoints/{}/recover", endpoint), body=body)
        return answer

    async def release_submission(
        self, submission: str
    ) -> None:
        """Give your claim back."""
        answer: None = await self._call("DELETE", path("/v1/submissions/{}/claim", submission))
        return answer

    async def remove_decision_draft(
        self, submission: str
    ) -> None:
        """Forget what you have filled in."""
        answer: None = await self._call("DELETE", path("/v1/submissions/{}/decision-draft", submission))
        return answer

    async def remove_document(
        self, submission: str, document: str, *, version: int | None = None
    ) -> AsyncConfirmation[None]:
        """Remove it with its pages."""
        answer: AsyncConfirmation[None] = await self._ask("DELETE", path("/v1/submissions/{}/documents/{}", submission, document), version=version)
        return answer

    async def remove_endpoint(
        self, endpoint: str
    ) -> AsyncConfirmation[None]:
        """Remove an endpoint."""
        answer: AsyncConfirmation[None] = await self._ask("DELETE", path("/v1/webhook-endpoints/{}", endpoint))
        return answer

    async def remove_page(
        self, submission: str, document: str, page: str, *, version: int | None = None
    ) -> AsyncConfirmation[None]:
        """Remove a page."""
        answer: AsyncConfirmation[None] = await self._ask("DELETE", path("/v1/submissions/{}/documents/{}/pages/{}", submission, document, page), version=version)
        return answer

    async def retry_delivery(
        self, delivery: str
    ) -> m.Delivery:
        """Try a delivery at once."""
        answer: m.Delivery = await self._call("POST", path("/v1/deliveries/{}/retry", delivery))
        return answer

    async def revoke_link(
        self, submission: str, link: str
    ) -> None:
        """End a link at once."""
        answer: None = await self._call("DELETE", path("/v1/submissions/{}/links/{}", submission, link))
        return answer

    async def revoke_portal_link(
        self, portal_link: str
    ) -> None:
        """End a link to the portal at once."""
        answer: None = await self._call("DELETE", path("/v1/portal-links/{}", portal_link))
        return answer

    async def rotate_endpoint(
        self, endpoint: str, body: m.EndpointRotation
    ) -> m.Endpoint:
        """Give an endpoint a new secret."""
        answer: m.Endpoint = await self._call("POST", path("/v1/webhook-endpoints/{}/rotate", endpoint), body=body)
        return answer

    async def submit(
        self, submission: str, body: m.Consent | None = None, *, key: str | None = None, version: int | None = None
    ) -> m.Submission:
        """Submit it."""
        answer: m.Submission = await self._call("POST", path("/v1/submissions/{}/submit", submission), body=body, key=key or new_key(), version=version)
        return answer

    async def take_back_decision(
        self, submission: str
    ) -> None:
        """Take back a decision that is held."""
        answer: None = await self._call("DELETE", path("/v1/submissions/{}/decision", submission))
        return answer

    async def test_endpoint(
        self, endpoint: str, body: m.NewEndpointTest | None = None
    ) -> m.EndpointTest:
        """Send an endpoint a test message now, or a sample of an event."""
        answer: m.EndpointTest = await self._call("POST", path("/v1/webhook-endpoints/{}/test", endpoint), body=body)
        return answer

    async def withdraw_submission(
        self, submission: str, *, version: int | None = None
    ) -> AsyncConfirmation[m.Submission]:
        """Withdraw it."""
        answer: AsyncConfirmation[m.Submission] = await self._ask("DELETE", path("/v1/submissions/{}", submission), version=version)
        return answer
