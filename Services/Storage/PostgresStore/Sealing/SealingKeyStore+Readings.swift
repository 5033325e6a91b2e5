internal import Postgres
public import Sealing
internal import Shared

extension SealingKeyStore {
    private struct Reading {
        let attempt: Int
        let json: [UInt8]
    }

    /// Seals what was read of sealed submissions while readings were stored as they are; returns of how many attempts. What one call has
    /// sealed stays so if it fails; the next one goes on.
    public func sealReadings() async throws(SealingError) -> Int {
        try await sealAll("what was read of documents") { (last: Unsealed<Reading>?, limit) in
            let place: SQL = last.map { "and (i.submission_id, i.attempt) > (\($0.submission.uuid), \($0.value.attempt))" } ?? ""
            return """
                select i.submission_id, i.attempt, i.reading, k.tenant as key_tenant, k.wrapped
                from inspections i join sealed_submissions x using (submission_id)
                    \(Self.join(of: "x.submission_id"))
                where i.reading is not null \(place) order by i.submission_id, i.attempt limit \(limit)
                """
        } _: { row in
            let json = Array(try row.decode("reading", as: JSONText.self).text.utf8)
            return Unsealed(
                row: row, submission: try row.decodeID("submission_id"),
                value: Reading(attempt: try row.decode("attempt"), json: json))
        } by: { found, key in
            try KeptReading.sealing(found.value.json, of: found.submission, attempt: found.value.attempt, by: key)
        }
    }

    private struct Inspection {
        let attempt: Int
        let facts: FactsRecord
    }

    /// Seals the names in signatures that were stored as they are among the facts of sealed submissions; returns of how many attempts.
    public func sealSigners() async throws(SealingError) -> Int {
        try await sealAll("who signed files") { (last: Unsealed<Inspection>?, limit) in
            let place: SQL = last.map { "and (i.submission_id, i.attempt) > (\($0.submission.uuid), \($0.value.attempt))" } ?? ""
            return """
                select i.submission_id, i.attempt, i.facts, k.tenant as key_tenant, k.wrapped
                from inspections i join sealed_submissions x using (submission_id)
                    \(Self.join(of: "x.submission_id"))
                where i.signers_sealed is null \(place) order by i.submission_id, i.attempt limit \(limit)
                """
        } _: { row in
            Unsealed(
                row: row, submission: try row.decodeID("submission_id"),
                value: Inspection(
                    attempt: try row.decode("attempt"), facts: FactsRecord(bytes: try row.decode("facts", as: [UInt8].self))))
        } by: { found, key in
            try SealedSigners.sealing(found.value.facts, of: found.submission, attempt: found.value.attempt, by: key)
        }
    }
}
