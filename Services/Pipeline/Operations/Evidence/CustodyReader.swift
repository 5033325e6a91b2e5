package import Custody
package import PostgresStore
package import Shared

/// Proofs of a tenant's log in JSON, for the API and exports.
package struct CustodyReader: Sendable {
    /// More than any submission has.
    private static let mostLeaves = 100_000
    /// The most sizes that an export has proofs from; as many fit into a request's address.
    package static let mostSizes = 200

    private let heads: CustodyHeadStore
    private let proofs: CustodyProofStore

    package init(heads: CustodyHeadStore, proofs: CustodyProofStore) { (self.heads, self.proofs) = (heads, proofs) }

    /// Leaves with proofs that they are in the log of a head.
    package func proven(_ leaves: [LogLeaf], in head: SignedHead, of tenant: TenantID) async throws -> [JSONValue] {
        let covered = leaves.compactMap { leaf in
            LogProof(inclusionOf: leaf.index, size: head.head.size).map { (leaf.index, $0) }
        }
        let hashes = try await proofs.hashes(of: covered.map(\.1), tenant: tenant)
        let proven = Dictionary(zip(covered.map(\.0), hashes)) { first, _ in first }
        return leaves.map { $0.json(proof: proven[$0.index]) }
    }

    /// The content for an export.
    struct Whole {
        let json: JSONValue
        let leaves: Int
        /// The number of leaves without a signed head.
        let uncovered: Int
        /// The requested sizes that are larger than the log of the newest head.
        let tooLarge: [Int]
    }

    /// All of a submission's leaves with proofs that need no gateway: that each leaf is in the log of the newest head,
    /// and that this log extends the one of the previous head, and those of `sizes`. Nil before the first signed head.
    func whole(of submission: SubmissionID, tenant: TenantID, provenFrom sizes: Set<Int>) async throws -> Whole? {
        guard let head = try await heads.latest(of: tenant) else { return nil }
        var (leaves, from, uncovered): ([JSONValue], Int, Int) = ([], 0, 0)
        while leaves.count < Self.mostLeaves {
            let step = CustodyProofStore.mostLeaves
            let found = try await proofs.leaves(of: submission, tenant: tenant, from: from, limit: step)
            leaves += try await proven(found, in: head, of: tenant)
            uncovered += found.count(where: { $0.index >= head.head.size })
            guard found.count == step, let last = found.last else { break }
            from = last.index + 1
        }
        return Whole(
            json: try await self.json(leaves, of: submission, in: head, tenant, provenFrom: sizes), leaves: leaves.count,
            uncovered: uncovered, tooLarge: sizes.filter { $0 > head.head.size }.sorted())
    }

    /// For an erased submission, only the leaf of the erasure's audit entry. Nil before the first signed head; without a
    /// leaf if the entry has none yet.
    func erasure(_ entry: Int64?, of submission: SubmissionID, tenant: TenantID) async throws -> JSONValue? {
        guard let head = try await heads.latest(of: tenant) else { return nil }
        var leaf: LogLeaf?
        if let entry { leaf = try await proofs.leaf(of: .audit(entry), tenant: tenant) }
        return try await json(try await proven(leaf.map { [$0] } ?? [], in: head, of: tenant), of: submission, in: head, tenant)
    }

    private func json(
        _ leaves: [JSONValue], of submission: SubmissionID, in head: SignedHead, _ tenant: TenantID,
        provenFrom sizes: Set<Int> = []
    ) async throws -> JSONValue {
        var members: [String: JSONValue] = [
            "submission": .string(submission.description), "head": head.json, "leaves": .array(leaves),
        ]
        if let previous = head.head.previous {
            members["consistency"] = try await consistency(from: [previous.size], with: head.head, tenant).first
        }
        let kept = try await consistency(from: sizes.sorted(), with: head.head, tenant)
        if !kept.isEmpty { members["kept"] = .array(kept) }
        return .object(members)
    }

    /// Proofs that the head's log extends those of the sizes; those that are larger have none.
    private func consistency(from sizes: [Int], with head: LogHead, _ tenant: TenantID) async throws -> [JSONValue] {
        let planned = sizes.compactMap { size in
            LogProof(consistencyOf: size, with: head.size).map { (size: size, proof: $0) }
        }
        let hashes = try await proofs.hashes(of: planned.map(\.proof), tenant: tenant)
        return zip(planned, hashes).map { planned, hashes in
            .object([
                "from": .number(Double(planned.size)), "to": .number(Double(head.size)),
                "proof": .strings(hashes.map(\.description)),
            ])
        }
    }
}
