import Domain
import HTTPServer
import PostgresStore
import Shared

/// A reviewer's decisions in numbers.
struct NumbersResource: Resource {
    let numbers: ReviewNumbers

    static let shape = Shape<Self>(
        .required("actor", .string()) { $0.numbers.reviewer.actor },
        .required("name", .string()) { $0.numbers.reviewer.name },
        .required("decided", .integer(0 ... .max)) { $0.numbers.decided },
        .required("accepted", .integer(0 ... .max)) { $0.numbers.accepted },
        .required("refused", .integer(0 ... .max)) { $0.numbers.refused },
        .optional("medianSeconds", .number, "From the claim to the verdict; absent where nothing was claimed.") {
            $0.numbers.medianSeconds.map(Encoded.init)
        },
        .required("overturned", .integer(0 ... .max), "Verdicts that other reviewers did not follow.") { $0.numbers.overturned },
        .optional("agreement", .number, "With the rules, from 0 to 1, by documents; absent where none was judged.") {
            $0.numbers.agreement.map(Encoded.init)
        })
}

/// The caller's own numbers, and those of all reviewers.
struct TeamNumbersResource: Resource {
    let mine: ReviewNumbers
    let team: [ReviewNumbers]
    let days: Int

    static let shape = Shape<Self>(
        .required("days", .integer(ReviewStore.numberedDays)) { $0.days },
        .required("mine", .named("ReviewNumbers")) { NumbersResource(numbers: $0.mine) },
        .required("team", .array(of: .named("ReviewNumbers")), "Those first who have decided most; you are among them.") {
            $0.team.map { NumbersResource(numbers: $0) }
        })
}

extension ReviewHandlers {
    /// `GET /v1/review/numbers`
    func numbers(_ call: Call) async throws -> HTTPResponse {
        let days = try call.request.query.integer("days", in: ReviewStore.numberedDays) ?? 30
        let team = try await gateway.reviews.numbers(tenant: call.tenant, days: days)
        let reviewer = call.reviewer
        let mine = team.first { $0.reviewer.actor.hasSameBytes(as: reviewer.actor) } ?? .none(of: reviewer)
        return .resource(TeamNumbersResource(mine: mine, team: team, days: days))
    }
}
