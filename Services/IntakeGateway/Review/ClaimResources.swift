import Domain
import HTTPServer
import Shared

/// The claim of a submission, for another reviewer.
struct ClaimResource: Resource {
    let claim: ReviewClaim
    let viewer: Reviewer

    static let shape = Shape<Self>(
        .required("by", .string(), "As in the audit trail.") { $0.claim.by.actor },
        .required("name", .string()) { $0.claim.by.name },
        .required("until", .named("Timestamp"), "When it ends unless it is renewed.") { $0.claim.until.description },
        .required("isMine", .boolean) { $0.claim.by.actor.hasSameBytes(as: $0.viewer.actor) })
}

/// A decision that can still be withdrawn.
struct HeldPart: Resource {
    let held: HeldDecision
    let viewer: Reviewer

    static let shape = Shape<Self>(
        .required("by", .string()) { $0.held.by.actor },
        .required("until", .named("Timestamp"), "When it is carried out.") { $0.held.until.description },
        .required("isMine", .boolean) { $0.held.by.actor.hasSameBytes(as: $0.viewer.actor) })
}

/// The answer to a held decision.
struct HeldResource: JSONWritable, Sendable {
    let held: HeldDecision
    let viewer: Reviewer

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.name("held")
            HeldPart(held: held, viewer: viewer).write(to: &json)
            json.name("submission")
            held.submission.description.write(to: &json)
        }
    }
}
