package import Custody
import Domain
package import PostgresStore
package import Shared

/// Gathers and signs the evidence on a submission, for a gateway and for a command on the database.
package struct EvidenceReader: Sendable {
    /// More decisions than a submission with a few corrections has.
    private static let mostDecisions = 200

    private let submissions: SubmissionStore
    private let audit: AuditStore
    private let custody: CustodyReader
    private let signing: SigningKeys?
    private let base: String
    private let now: @Sendable () -> Timestamp

    /// `base` is the prefix of links, without a final slash; empty for links that begin with the path.
    package init(
        submissions: SubmissionStore, audit: AuditStore, custody: CustodyReader, signing: SigningKeys?, base: String,
        now: @escaping @Sendable () -> Timestamp
    ) {
        // Evidence says nothing of persons.
        self.submissions = submissions.leavingPersonsSealed
        (self.audit, self.custody, self.signing) = (audit, custody, signing)
        (self.base, self.now) = (base, now)
    }

    /// The current manifest of a submission.
    package func manifest(of submission: Submission) async throws -> ManifestDescription {
        let reading = try await submissions.reading(of: submission)
        let hasFacts: Bool
        do { hasFacts = try await submissions.facts(of: submission, reading) != nil } catch
            where [.unopenable, .keysUnavailable].contains(error.code)
        {
            // What cannot be opened is there.
            hasFacts = true
        }
        return try await manifest(of: submission, reading, hasFacts: hasFacts)
    }

    private func manifest(
        of submission: Submission, _ reading: ReadingRecord?, hasFacts: Bool
    ) async throws -> ManifestDescription {
        var filter = AuditFilter()
        (filter.submission, filter.actions) = (submission.id, [AuditedDeed.decision])
        let decisions = try await audit.entries(tenant: submission.tenant, matching: filter, limit: Self.mostDecisions)
        let types = try await audit.eventTypes(of: decisions)
        return ManifestDescription(
            submission, readingModels: reading?.models, hasFacts: hasFacts,
            decisions: decisions.reversed().map { ($0.act, $0.act.event.flatMap { types[$0] }) }, base: base)
    }

    /// The signed manifest, and the facts that it names.
    package func manifest(
        of submission: Submission, signedWith key: SigningKeys
    ) async throws -> (signed: String, facts: JSONValue?) {
        let reading = try await submissions.reading(of: submission)
        let facts = try await submissions.facts(of: submission, reading).map(Self.json)
        let manifest = try await manifest(of: submission, reading, hasFacts: facts != nil)
        guard case .object(let members) = try Self.json(manifest) else {
            throw StoreError.corrupt("a manifest that is no object")
        }
        let stored = try await submissions.storedFacts(of: submission)
        return (try await SignedManifest.sign(members, facts: facts, stored: stored, at: now(), with: key.current), facts)
    }

    /// The content for an export; nil if the tenant has no such submission. It proves that the tenant's log extends those of
    /// `sizes`, which somebody has kept heads of.
    package func evidence(
        of id: SubmissionID, tenant: TenantID, provenFrom sizes: Set<Int> = []
    ) async throws -> ExportedEvidence? {
        guard let submission = try await submissions.submission(id, tenant: tenant) else { return nil }
        var gaps: [String] = []
        var (manifest, facts): (String?, JSONValue?)
        if let signing {
            do {
                (manifest, facts) = try await self.manifest(of: submission, signedWith: signing)
            } catch let error as StoreError where error.code == .unopenable {
                gaps.append(
                    "there is no signed manifest: what was read of the documents, or who signed them, cannot be opened any more")
            }
        } else {
            gaps.append("there is no signed manifest: DOCKET_SIGNING_KEY is not set where the export was made")
        }
        let log = try await custody.whole(of: id, tenant: tenant, provenFrom: sizes)
        if let log {
            if log.leaves == 0 {
                gaps.append("the log of custody has nothing of it yet: what was done becomes a leaf within a minute")
            } else if log.uncovered > 0 {
                gaps.append(
                    "\(log.uncovered) of \(log.leaves) leaves of the log are covered by no signed head yet: that takes a minute")
            }
            if let largest = log.tooLarge.last {
                let count = log.tooLarge.count
                let heads = count == 1 ? "a kept head, which covers" : "\(count) kept heads, of which one covers"
                gaps.append("the newest head of the log covers less than \(heads) \(largest) leaves")
            }
        } else {
            gaps.append("there is nothing of the log of custody: no head of the tenant's log was signed yet")
        }
        return ExportedEvidence(
            manifest: manifest, keys: try signing.map { try Self.json($0.keySet) }, facts: facts, custody: log?.json, gaps: gaps)
    }

    private static func json(_ value: some Encodable) throws -> JSONValue {
        try CanonicalJSON.decode(JSONValue.self, from: try CanonicalJSON.encode(value))
    }
}
