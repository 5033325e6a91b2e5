import CommandSupport
import FoundationEssentials
import IntakeClient
import Shared

/// Sends the files of a sidecar as one document of a draft. It does not submit the draft: a scan is nobody's consent.
struct ScanSender: Sendable {
    let client: IntakeClient
    let folder: ScanFolder

    /// The idempotency key of a scan at the gateway. After a kill, the same files with the same sidecar have the same
    /// key, so that completed requests are not repeated.
    static func key(_ identities: [ScanFolder.Identity]) -> String {
        "scan-" + ContentDigest(of: Array(identities.map(\.text).joined(separator: " ").utf8)).hex
    }

    /// - Throws: `ScanFault` for a fault that a person has to correct; `IntakeClientError` for one that may be temporary.
    func send(_ scan: ScanSidecar, named sidecar: String) async throws -> ScanNote {
        // All are there and can be read before anything is sent.
        let files = try scan.files.map { name in try folder.open(name) }
        defer { withExtendedLifetime(files) {} }
        let key = Self.key(([sidecar] + scan.files).compactMap { folder.identity($0) })
        do {
            let submission = try await submission(scan.place, key)
            let document = try await client.addDocument(scan.document, to: submission, key: "\(key)-document").id
            var pages: [PageID] = []
            for (number, file) in files.enumerated() {
                let page = try await client.addPage(file.file, to: document, of: submission, key: "\(key)-\(number)")
                pages.append(page.id)
            }
            return ScanNote(
                sidecar: sidecar, files: scan.files, at: Timestamp(Date()), submission: submission, document: document,
                pages: pages)
        } catch let error as IntakeClientError where Self.isFinal(error) {
            throw ScanFault(error.description)
        }
    }

    /// Whether the same request may succeed later without any change.
    static func mayPass(_ error: IntakeClientError) -> Bool {
        error.isRetriable || error.code == .unreachable || (error.problem?.status ?? 0) >= 500
    }

    /// Whether the gateway will never accept this scan, from any sender.
    static func isFinal(_ error: IntakeClientError) -> Bool {
        guard error.code == .refused, !mayPass(error) else { return false }
        return error.problem?.status != 401 && error.problem?.status != 403
    }

    private func submission(_ place: ScanSidecar.Place, _ key: String) async throws -> SubmissionID {
        switch place {
        case .submission(let id): return id
        case .new(let new): return try await client.createSubmission(new, key: key).id
        case .reference(let reference):
            var filters = FilterManager<SubmissionFilter>()
            filters.set(.referenceContains(reference), named: "reference")
            filters.set(.states(Set(SubmissionState.allCases.filter(\.allowsChanges))), named: "state")
            var found: [SubmissionSummary] = []
            var rows = try await client.submissions(matching: filters, limit: 100)
            while true {
                found += rows.items.filter { $0.reference?.hasSameBytes(as: reference) == true }
                guard found.count < 2, let next = try await client.submissions(after: rows) else { break }
                rows = next
            }
            guard let one = found.first, found.count == 1 else {
                let count = found.isEmpty ? "No submission" : "More than one submission"
                throw ScanFault("\(count) that waits for documents has this reference; name it by “submission”.")
            }
            return one.id
        }
    }
}
