internal import Postgres
public import Sealing
internal import Shared

/// What a tus client tells of an upload, such as the name of its file, as a row of `uploads` has it: of a sealed submission in
/// `metadata_sealed`, by the submission's key.
enum SealedUploadMetadata {
    static func sealed(_ metadata: String, of upload: UploadID, by key: SubmissionKey) throws(SealingError) -> [UInt8] {
        try key.sealed(Array(metadata.utf8), for: use(upload))
    }

    static func opened(_ sealed: [UInt8], of upload: UploadID, by key: SubmissionKey) throws(SealingError) -> String {
        String(decoding: try key.opened(sealed, for: use(upload)), as: UTF8.self)
    }

    private static func use(_ upload: UploadID) -> String { "metadata of the upload \(upload)" }
}

extension SealingKeyStore {
    private struct Metadata {
        let upload: UploadID
        let text: String
    }

    /// Seals what was told of uploads to sealed submissions and stored as it is; returns of how many.
    public func sealUploads() async throws(SealingError) -> Int {
        try await sealAll("what was told of uploads") { (last: Unsealed<Metadata>?, limit) in
            let place: SQL = last.map { "and u.id > \($0.value.upload.uuid)" } ?? ""
            return """
                select u.id, u.submission_id, u.metadata, k.tenant as key_tenant, k.wrapped
                from uploads u join sealed_submissions x using (submission_id)
                    \(Self.join(of: "x.submission_id"))
                where u.metadata is not null \(place) order by u.id limit \(limit)
                """
        } _: { row in
            Unsealed(
                row: row, submission: try row.decodeID("submission_id"),
                value: Metadata(upload: try row.decodeID("id"), text: try row.decode("metadata")))
        } by: { found, key in
            let upload = found.value.upload
            let sealed = try SealedUploadMetadata.sealed(found.value.text, of: upload, by: key)
            return """
                update uploads set metadata = null, metadata_sealed = \(Bytes(sealed))
                where id = \(upload.uuid) and metadata = \(found.value.text)
                """
        }
    }
}
