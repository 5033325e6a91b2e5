import HTTPServer
import Shared

/// A journey for a client: its requirements, in words for a person and in numbers for a program.
struct JourneyResource: Resource {
    let journey: JourneyDefinition
    let links: Links

    static let shape = Shape<Self>(
        .required("id", .named("Name")) { $0.journey.id.rawValue },
        .required("title", .string()) { $0.journey.title },
        .required("summary", .string()) { $0.journey.summary },
        .required("version", .named("Digest"), "Of the rules: a submission keeps those that it was opened under.") {
            $0.journey.version.description
        },
        .required("documents", .named("CountRange"), "How many documents a submission needs and may have.") {
            Encoded($0.journey.documents)
        },
        .required("documentTypes", .array(of: .named("DocumentType"))) { Encoded($0.journey.documentTypes) },
        .required("replacements", .integer(0 ... .max), "How often refused documents may be replaced.") {
            $0.journey.replacements
        },
        .required("review", .choice(ReviewPolicy.self), "When a person of the tenant decides.") { $0.journey.review.rawValue },
        .optional("reviewers", .integer(1...2), "How many persons decide, each for themselves; absent for one.") {
            $0.journey.reviewers == 1 ? nil : $0.journey.reviewers
        },
        .optional("reviewWithin", .integer(1 ... .max), "How soon the tenant promises to decide, in seconds.") {
            $0.journey.reviewWithin
        },
        .required("draftRetentionDays", .integer(1 ... .max), "After so many days without a change a draft expires.") {
            $0.journey.draftRetentionDays
        },
        .required("retention", .map(of: .integer(1 ... .max)), "In days, by what is kept.") { Encoded($0.journey.retention) },
        .required("timeZone", .string(), "In which “today” is meant.") { $0.journey.timeZone },
        .required("rules", .map(of: .named("RulePolicy")), "What the journey says of rules beside what they say themselves.") {
            Encoded($0.journey.rules)
        },
        .optional("consent", .named("ConsentText"), "What the person must agree to.") { $0.journey.consent.map(Encoded.init) },
        .object(
            "links", .required("self", .address) { $0.links.journey($0.journey.id) },
            .required("submissions", .address) { $0.links.submissions },
            .required("check", .address, "Where files can be tried without being kept.") { $0.links.check($0.journey.id) }))
}

/// The answer to a listing. `next` is set if there is more.
struct Listing<Item: JSONWritable & Sendable>: JSONWritable, Sendable {
    let items: [Item]
    var next: String?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.name("items")
            items.write(to: &json)
            guard let next else { return }
            json.name("next")
            next.write(to: &json)
        }
    }
}
