import Custody
import HTTPServer
import Shared

extension Endpoint {
    /// Endpoints for verification without trust in the gateway.
    static let ofCustody: [Endpoint] = [
        Endpoint(
            "readSigningKeys", .get, "/.well-known/jwks.json", .everybody, in: .results,
            summary: "The keys that manifests are signed with",
            detail: "The one that signs now comes first. Those of before stay, to check what they have signed (RFC 7517).",
            answers: [
                Answer(
                    status: 200, summary: "A JSON Web Key Set.", content: [("application/jwk-set+json", .named("SigningKeys"))])
            ],
            problems: [.notFound],
            responder: .open { gateway in { _, _ in try CustodyHandlers(gateway: gateway).keys() } }),
        Endpoint(
            "readSignedManifest", .get, "/v1/submissions/{submission}/manifest/signed", .bearer(.read, of: .submission),
            in: .results,
            summary: "The manifest, signed",
            detail: """
                The same in the canonical form of RFC 8785, with `signedAt` and the digest of the facts, as a JSON Web Signature \
                (RFC 7515) whose key `/.well-known/jwks.json` has. `docket verify` checks it.
                """,
            parameters: [.submission],
            answers: [Answer(status: 200, summary: "In compact form.", content: [(SignedManifest.mediaType, .string())])],
            responder: .on(reading: .view("submission.view")) { CustodyHandlers(gateway: $0).manifest }),
    ]
}

extension Schemas {
    static let custodyParts: [String: Schema] = [
        "SigningKeys": .answer(
            .required(
                "keys",
                .array(
                    of: .answer(
                        .required("kid", .string(), "Its thumbprint (RFC 7638)."),
                        .required("kty", .string(oneOf: ["OKP", "EC"])),
                        .required("crv", .string(oneOf: ["Ed25519", "P-256"])),
                        .required("alg", .string(oneOf: ["EdDSA", "ES256"])),
                        .required("use", .string(oneOf: ["sig"])), .required("x", .string()), .optional("y", .string())))))
    ]
}
