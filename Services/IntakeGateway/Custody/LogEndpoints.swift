import HTTPServer
import PostgresStore
import Shared

extension Endpoint {
    /// Endpoints of a tenant's custody log: its signed heads, and proofs.
    static let ofCustodyLog: [Endpoint] = [
        Endpoint(
            "listCustodyHeads", .get, "/v1/custody/heads", .bearer(.audit, of: .tenant), in: .results,
            summary: "The signed heads of the tenant's log",
            detail: """
                The oldest first. Each says how many leaves the log had, and their root (RFC 9162), and names the one before. Whoever \
                keeps one finds out when anything that it covers is changed.
                """,
            parameters: [
                .query("after", .integer(0 ... .max), "Those behind the head of this number; 0 unless told."),
                .query("limit", .integer(1...CustodyHeadStore.maximumPageSize), "How many at most; 50 unless told."),
            ],
            answers: [.json(200, "CustodyHeads", "A part of them.")], responder: .on { LogHandlers(gateway: $0).heads }),
        Endpoint(
            "readLatestCustodyHead", .get, "/v1/custody/heads/latest", .bearer(.audit, of: .tenant), in: .results,
            summary: "The newest signed head of the tenant's log", answers: [.json(200, "CustodyHead", "The head.")],
            problems: [.notFound], responder: .on { LogHandlers(gateway: $0).latest }),
        Endpoint(
            "proveInclusion", .get, "/v1/custody/proofs/inclusion", .bearer(.audit, of: .tenant), in: .results,
            summary: "That an event or an entry of the audit trail is in the log",
            detail: "`event` or `audit` is named. The proof leads from the leaf to the root of the newest head (RFC 9162).",
            parameters: [
                .query("event", .named("Identifier"), "The event's id."),
                .query("audit", .string(pattern: "^[1-9][0-9]{0,17}$"), "The entry's `id`."),
            ],
            answers: [.json(200, "CustodyInclusion", "The leaf, its row, and the proof.")], problems: [.notFound],
            responder: .on(reading: .view("custody.view")) { LogHandlers(gateway: $0).inclusion }),
        Endpoint(
            "proveConsistency", .get, "/v1/custody/proofs/consistency", .bearer(.audit, of: .tenant), in: .results,
            summary: "That the log only grew from one size to another",
            parameters: [
                .query("from", .integer(0 ... .max), "Leaves of the earlier head; 0 unless told."),
                .query("to", .integer(0 ... .max), "Leaves of the later one; those of the newest head unless told."),
            ],
            answers: [.json(200, "CustodyConsistency", "The proof.")], problems: [.notFound],
            responder: .on { LogHandlers(gateway: $0).consistency }),
        Endpoint(
            "readCustody", .get, "/v1/submissions/{submission}/custody", .bearer(.audit, of: .submission), in: .results,
            summary: "All that the log holds of a submission",
            detail: "Each leaf with its salt, its row as it is now, and the proof that it is in the newest head.",
            parameters: [
                .submission,
                .query("from", .integer(0 ... .max), "Leaves from this index on; 0 unless told. `next` of an answer says where."),
            ],
            answers: [.json(200, "SubmissionCustody", "Its leaves, in order.")], problems: [.notFound],
            responder: .on(reading: .view("custody.view")) { LogHandlers(gateway: $0).submission }),
    ]
}

extension Schemas {
    private static let count = Schema.integer(0 ... .max)
    private static let hash = Schema.string(pattern: "^[0-9a-f]{64}$")
    private static let proof = Schema.array(of: hash)

    static let logParts: [String: Schema] = [
        "CustodyHead": .answer(
            .required("tenant", .string()), .required("era", count, "One more with each restore and failover."),
            .required("number", count, "1 for the first head of a log."), .required("size", count, "Leaves."),
            .required("root", hash), .required("time", .named("Timestamp")),
            .required(
                "previous",
                .nullable(
                    .answer(
                        .required("digest", .named("Digest"), "Of its signed text."), .required("era", count),
                        .required("number", count), .required("size", count), .required("root", hash)))),
            .required("signed", .string(), "All of that as a JSON Web Signature (RFC 7515), in compact form."),
            .required("stamp", .nullable(.string()), "A time stamp of `signed` (RFC 3161), in DER as base64; null without one.")),
        "CustodyHeads": .answer(
            .required("items", .array(of: .named("CustodyHead"))),
            .optional("next", count, "What `after` is to be for the rest; absent at the end.")),
        "CustodyLeaf": .answer(
            .required("index", count, "From 0."),
            .required("hash", hash, "SHA-256 of a zero byte, `commitment` and the submission's id."),
            .required("commitment", hash, "HMAC-SHA-256 of the row in canonical JSON, by the salt."),
            .required("kind", .string(oneOf: ["audit", "event"])), .required("number", .string(), "Of the row."),
            .required("salt", .nullable(hash), "Null once the submission is erased."),
            .required("row", .nullable(.map(of: .nullable(.string()))), "What the leaf is made of, as it is now."),
            .required("proof", .nullable(proof), "Null while no head covers the leaf."),
            .optional(
                "event", .string(), "The event of an outcome as it was told, to whose bytes the row's `payload` is the digest.")),
        "CustodyInclusion": .answer(
            .required("leaf", .named("CustodyLeaf")), .required("head", .named("CustodyHead"))),
        "CustodyConsistency": .answer(.required("from", count), .required("to", count), .required("proof", proof)),
        "SubmissionCustody": .answer(
            .required("leaves", .array(of: .named("CustodyLeaf"))), .required("head", .named("CustodyHead")),
            .optional("next", count)),
    ]
}
