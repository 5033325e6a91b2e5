/// Which iteration of draft-ietf-httpbis-resumable-upload a client speaks, by its `Upload-Draft-Interop-Version`.
///
/// The number is increased where a draft breaks with the one before it; each is pinned here to the drafts that carry it.
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
    /// Draft 12, which names no number of its own any more; its implementations send this one.
    case nine = 9

    /// `Upload-Incomplete` instead of `Upload-Complete`.
    var saysIncomplete: Bool { self == .three }
    /// 104s tell how far it has come.
    var announcesOffsets: Bool { rawValue >= 5 }
    /// PATCH has to come with `application/partial-upload`, and `Upload-Limit` is understood.
    var knowsPartialUpload: Bool { rawValue >= 6 }
    /// What the remaining lifetime is called in `Upload-Limit`.
    var ageKey: String { self == .six ? "expires" : "max-age" }
    /// The answer that completes an upload is that of the resource which the file was sent to, its Location included; before,
    /// Location is the upload in every answer.
    var completionHasOwnLocation: Bool { rawValue >= 9 }
    /// The status of an append that leaves the upload incomplete.
    var appendedStatus: Int { rawValue >= 6 ? 204 : 201 }
}
