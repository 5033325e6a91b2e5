import Crypto
import Custody
import FoundationEssentials
import HTTPServer
import Shared

/// What is signed, and the keys for it.
struct CustodyHandlers: Sendable {
    let gateway: GatewayServices

    func keys() throws -> HTTPResponse {
        .json(
            try signing().keySet, headers: ["Content-Type": "application/jwk-set+json", "Cache-Control": "public, max-age=300"])
    }

    func manifest(_ call: Call) async throws -> HTTPResponse {
        let keys = try signing()
        let (manifest, facts) = try await ManifestReader(gateway: gateway).manifest(of: call)
        let signed = try SignedManifest.sign(
            try CanonicalJSON.decode(from: JSON.written(manifest)),
            facts: try facts.map { try CanonicalJSON.decode(from: JSON.written($0)) }, at: gateway.now(), with: keys.current)
        return .text(signed, contentType: SignedManifest.mediaType, headers: HTTPResponse.privateHeaders)
    }

    private func signing() throws(Problem) -> SigningKeys {
        guard let signing = gateway.signing else {
            throw Problem(.notFound, detail: "This installation signs nothing: its DOCKET_SIGNING_KEY is not set.")
        }
        return signing
    }
}
