import Custody
import HTTPServer
import Operations

/// Signed statements, and the keys to verify them.
struct CustodyHandlers: Sendable {
    let gateway: GatewayServices

    func keys() throws -> HTTPResponse {
        .json(
            try signing().keySet, headers: ["Content-Type": "application/jwk-set+json", "Cache-Control": "public, max-age=300"])
    }

    func manifest(_ call: Call) async throws -> HTTPResponse {
        let keys = try signing()
        let signed = try await gateway.evidence.manifest(of: try await gateway.submission(of: call), signedWith: keys).signed
        return .text(signed, contentType: SignedManifest.mediaType, headers: HTTPResponse.privateHeaders)
    }

    private func signing() throws(Problem) -> SigningKeys {
        guard let signing = gateway.signing else {
            throw Problem(.notFound, detail: "This installation signs nothing: its DOCKET_SIGNING_KEY is not set.")
        }
        return signing
    }
}

extension GatewayServices {
    /// The signed statements on submissions, and their proofs.
    var evidence: EvidenceReader {
        EvidenceReader(
            submissions: store, audit: audit, custody: custody.reader, signing: signing, base: links.base, now: now)
    }
}
