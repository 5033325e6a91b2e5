import HTTPServer

/// The requests that a page of another origin may send, and the headers it may read.
enum CrossOrigin {
    static func policy(_ origins: CORSPolicy.Origins) -> CORSPolicy {
        CORSPolicy(origins, requestHeaders: requestHeaders, responseHeaders: responseHeaders)
    }

    private static let requestHeaders =
        [
            "Authorization", "Content-Type", "Content-Disposition", "Accept-Language", "If-Match", "If-None-Match", "If-Range",
            "Range", "Idempotency-Key", "Docket-Confirmation", "X-Request-Id", "X-Requested-With", "traceparent", "tracestate",
            "Last-Event-ID",
        ] + tus.request + draft.request

    private static let responseHeaders =
        [
            "Location", "Content-Location", "ETag", "Accept-Ranges", "Content-Range", "Content-Disposition", "Retry-After",
            "Allow", "Accept-Patch",
            "Idempotency-Key", "Idempotency-Replayed", "Docket-Request-Id", "X-Request-Id", "WWW-Authenticate",
            "RateLimit-Policy", "RateLimit",
        ] + tus.response + draft.response

    /// tus 1.0 and its extensions.
    private static let tus = (
        request: [
            "Tus-Resumable", "Upload-Length", "Upload-Metadata", "Upload-Offset", "Upload-Checksum", "Upload-Concat",
            "Upload-Defer-Length", "X-HTTP-Method-Override",
        ],
        response: [
            "Tus-Resumable", "Tus-Version", "Tus-Extension", "Tus-Max-Size", "Tus-Checksum-Algorithm", "Upload-Offset",
            "Upload-Length", "Upload-Metadata", "Upload-Defer-Length", "Upload-Concat", "Upload-Expires",
        ]
    )

    /// The IETF draft of resumable uploads, and digest fields (RFC 9530).
    private static let draft = (
        request: [
            "Upload-Complete", "Upload-Incomplete", "Upload-Draft-Interop-Version", "Content-Digest", "Repr-Digest",
            "Want-Repr-Digest",
        ],
        response: [
            "Upload-Complete", "Upload-Incomplete", "Upload-Limit", "Upload-Draft-Interop-Version", "Content-Digest",
            "Repr-Digest",
        ]
    )
}
