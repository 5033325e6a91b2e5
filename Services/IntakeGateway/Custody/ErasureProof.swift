import HTTPServer
import Operations
import Shared

extension Endpoint {
    /// Endpoints that prove an erasure to others.
    static let ofErasureProofs: [Endpoint] = [
        Endpoint(
            "readErasure", .get, "/v1/submissions/{submission}/erasure", .bearer(.audit, of: .submission), in: .results,
            summary: "The certificate that a submission was erased",
            detail: """
                There once it is erased, by a request or by its journey's retention: how much there was, when and on whose word it went, \
                and which key with it. The certificate is JSON in the canonical form of RFC 8785, a JSON Web Signature (RFC 7515), and \
                its digest is in the tenant's log. `docket verify --erasure` checks it.
                """,
            parameters: [.submission], answers: [.json(200, "ErasureProof", "The certificate, with its proofs.")],
            problems: [.notFound], responder: .on { ErasureProofHandlers(gateway: $0).read })
    ]
}

struct ErasureProofHandlers: Sendable {
    let gateway: GatewayServices

    func read(_ call: Call) async throws -> HTTPResponse {
        let reader = ErasureReader(
            certificates: gateway.custody.erasures, custody: gateway.custody.reader, signing: gateway.signing)
        switch try await reader.erasure(of: try call.submission(), tenant: call.tenant) {
        case .proof(let proof):
            return .bytes(JSON.bytes(of: proof), contentType: "application/json", headers: HTTPResponse.privateHeaders)
        case .none(let reason): throw Problem(.notFound, detail: reason)
        }
    }
}

extension Schemas {
    private static let count = Schema.integer(0 ... .max)

    static let erasureParts: [String: Schema] = [
        "ErasureProof": .answer(
            .required("certificate", .named("ErasureCertificate")),
            .required("digest", .named("Digest"), "Of the certificate in canonical form."),
            .required("signed", .nullable(.string()), "The certificate as a JSON Web Signature; null where nothing is signed."),
            .required(
                "custody",
                .nullable(
                    .answer(
                        .required("submission", .named("Identifier")), .required("head", .named("CustodyHead")),
                        .required("leaves", .array(of: .named("CustodyLeaf")), "The erasure's, once it is one."),
                        .optional("consistency", .named("CustodyConsistency"), "From the head before."))),
                "What the log holds of it; null where no head was signed."),
            .required("left", .map(of: count), "Rows that should be gone and are not, by table: empty where all is well.")),
        "ErasureCertificate": .answer(
            .required("tenant", .string()), .required("submission", .named("Identifier")),
            .required("erasedAt", .named("Timestamp")),
            .required(
                "request",
                .answer(
                    .required("basis", .string(oneOf: ["person", "policy"])),
                    .required("actor", .string(), "Who asked, or the policy's name."),
                    .required("overrulesMinimum", .boolean, "Whether it went whatever the journey asks for keeping."))),
            .required(
                "erased",
                .answer(
                    .required("documents", count), .required("pages", count),
                    .required("blobs", count, "Files in the blob store."))),
            .required(
                "key", .nullable(.named("Digest")),
                "Of the wrapped key that its files were sealed with; null where they were not.")),
    ]
}
