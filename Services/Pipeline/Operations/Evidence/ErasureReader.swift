package import Custody
import Domain
package import PostgresStore
package import Shared

/// Gathers the proofs of an erasure, for a gateway and for a command on the database.
package struct ErasureReader: Sendable {
    private let certificates: ErasureCertificateStore
    private let custody: CustodyReader
    private let signing: SigningKeys?

    package init(certificates: ErasureCertificateStore, custody: CustodyReader, signing: SigningKeys?) {
        (self.certificates, self.custody, self.signing) = (certificates, custody, signing)
    }

    package enum Finding: Sendable {
        /// The certificate with its proofs, in the API's form.
        case proof(JSONValue)
        /// Why there is no proof.
        case none(String)
    }

    /// The proofs of an erasure. A caller who is no operator names their tenant, and learns nothing of others.
    package func erasure(of submission: SubmissionID, tenant: TenantID?) async throws -> Finding {
        guard let erasure = try await certificates.erasure(of: submission, tenant: tenant) else {
            return .none("No such submission was erased.")
        }
        guard let kept = erasure.certificate else {
            return .none(
                "It was erased at \(erasure.erasedAt) by a version that made no certificates.")
        }
        guard let certificate = ErasureCertificate(kept: Array(kept.utf8)) else {
            throw StoreError.corrupt("the certificate of the erasure of \(submission) is none")
        }
        let signed = if let signing { try await certificate.signed(with: signing.current) } else { String?.none }
        return .proof(
            .object([
                "certificate": try CanonicalJSON.decode(JSONValue.self, from: certificate.bytes),
                "digest": .string(certificate.digest.description), "signed": signed.map { .string($0) } ?? .null,
                "custody": try await custody.erasure(erasure.entry, of: submission, tenant: erasure.tenant) ?? .null,
                "left": .object(try await certificates.left(of: submission).mapValues { .number(Double($0)) }),
            ]))
    }
}
