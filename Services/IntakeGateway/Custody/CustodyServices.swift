import Operations
import PostgresStore

/// The gateway's services for the tenants' logs.
struct CustodyServices: Sendable {
    let heads: CustodyHeadStore
    let proofs: CustodyProofStore
    let erasures: ErasureCertificateStore

    var reader: CustodyReader { CustodyReader(heads: heads, proofs: proofs) }
}
