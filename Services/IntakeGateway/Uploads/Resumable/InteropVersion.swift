/// The iteration of draft-ietf-httpbis-resumable-upload that a client uses, by its `Upload-Draft-Interop-Version`.
///
/// The number increases with an incompatible draft. Each is listed here with its drafts.
enum InteropVersion: Int, CaseIterable, Sendable {
    /// Draft 01: `Upload-Incomplete`; iOS 17.
    case three = 3
    /// Draft 03: `Upload-Complete` in its place (since 02), offsets in 104s, 200 beside 204 for HEAD.
    case five = 5
    /// Drafts 04 and 05: `application/partial-upload` is required, `Upload-Limit` (with `expires`), problem types, digests, and
    /// since 05 `Upload-Length`.
    case six = 6
    /// Drafts 09 to 11: `max-age` in place of `expires` and the problem type for lengths (since 06), limits in every 104.
    case eight = 8
    /// Draft 12, which has no number of its own. Its implementations send this one.
    case nine = 9

    /// `Upload-Incomplete` instead of `Upload-Complete`.
    var saysIncomplete: Bool { self == .three }
    /// 104s have the offset.
    var announcesOffsets: Bool { rawValue >= 5 }
    /// PATCH requires `application/partial-upload`, and the client understands `Upload-Limit`.
    var knowsPartialUpload: Bool { rawValue >= 6 }
    /// The name of the remaining lifetime in `Upload-Limit`.
    var ageKey: String { self == .six ? "expires" : "max-age" }
    /// The answer that completes an upload is the one of the target resource, with its Location. In earlier drafts
    /// Location is the upload in every answer.
    var completionHasOwnLocation: Bool { rawValue >= 9 }
    /// The status of an append that leaves the upload incomplete.
    var appendedStatus: Int { rawValue >= 6 ? 204 : 201 }
}
