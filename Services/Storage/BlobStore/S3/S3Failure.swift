import HTTPClient
import XML

/// The meaning of an unsuccessful answer of S3. It is pure.
struct S3Failure: Hashable, Sendable {
    let error: Kind
    /// For the log and for readiness: the error and its remedy.
    let detail: String
    /// Whether the same request may succeed in a moment.
    let isTransient: Bool

    enum Kind: Hashable, Sendable { case notFound, storageFull, unavailable, inputOutput }

    /// `now` is the local time, in seconds since 1970.
    init(status: Int, headers: ClientHeaders, body: [UInt8], now: Int) {
        let answer = XMLElement(parsing: Array(body.prefix(65_536)))
        // S3's code, such as `SlowDown`; empty if there is none.
        let code = answer?.name == "Error" ? answer?["Code"] ?? "" : ""
        // A code says more than a status, which is 200 where an answer failed after it had begun.
        isTransient =
            ["SlowDown", "InternalError", "ServiceUnavailable", "RequestTimeout", "OperationAborted", "Throttling"].contains(code)
            || [408, 429, 500, 502, 503, 504].contains(status)
        let told = code.isEmpty ? "status \(status)" : "\(code) (status \(status))"
        switch (code, status) {
        case ("RequestTimeTooSkewed", _):
            error = .unavailable
            detail = "\(told): \(Self.skew(headers["Date"], now)); set both clocks by NTP"
        case ("NoSuchBucket", _):
            error = .unavailable
            detail = "\(told): there is no such bucket; make it, or correct its name where it is configured"
        case ("InvalidAccessKeyId", _), ("SignatureDoesNotMatch", _), ("ExpiredToken", _), ("InvalidToken", _):
            error = .unavailable
            detail =
                "\(told): the server does not take the keys; look at AWS_ACCESS_KEY_ID and what belongs to it, and AWS_REGION"
        case ("PermanentRedirect", _), ("AuthorizationHeaderMalformed", _), (_, 301), (_, 307):
            error = .unavailable
            detail = "\(told): the bucket is in another region; look at AWS_REGION"
        case (_, 401), (_, 403):
            error = .unavailable
            detail = "\(told): the keys may not do that; the bucket's policy has to allow reading, writing, listing and deleting"
        case ("NoSuchUpload", _):
            error = .inputOutput
            detail = told
        case (_, 404):
            error = .notFound
            detail = told
        case (_, 507), ("QuotaExceeded", _), ("XMinioStorageFull", _):
            error = .storageFull
            detail = "\(told): the server has no space left"
        case _ where isTransient:
            error = .unavailable
            detail = "\(told): the server cannot answer at the moment"
        default:
            error = .inputOutput
            detail = told
        }
    }

    private static func skew(_ date: String?, _ now: Int) -> String {
        guard let server = date.flatMap(S3Date.seconds(http:)) else { return "the clock here differs from the server's" }
        let difference = now - server
        return "the clock here is \(abs(difference)) s \(difference < 0 ? "behind" : "ahead of") the server's"
    }
}

extension BlobError {
    init(_ failure: S3Failure, _ request: String) {
        let code: Code =
            switch failure.error {
            case .notFound: .notFound
            case .storageFull: .storageFull
            case .unavailable: .unavailable
            case .inputOutput: .inputOutput
            }
        self.init(code, detail: "S3 \(request): \(failure.detail)")
    }
}
