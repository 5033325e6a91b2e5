import Domain
import HTTPServer
import Shared

extension Endpoint {
    static let ofUsage: [Endpoint] = [
        Endpoint(
            "readUsage", .get, "/v1/usage", .bearer(.administer, of: .tenant), in: .access,
            summary: "What the tenant has used, by day",
            detail: """
                Each day of the period, in UTC. What was done counts within a minute or two; a day that is `final` does not change any \
                more. At most \(UsageReport.mostDays) days are told at once. Where the tenant has quotas, `quotas` says what is left of \
                each in this month, whatever the period.
                """,
            parameters: [
                .query("from", .named("Day"), "The first day; the first of this month unless told."),
                .query("to", .named("Day"), "The last day; today unless told, or the last that is told at once."),
            ],
            answers: [.json(200, "Usage", "The days, and their sums.")], responder: .on { UsageHandlers(gateway: $0).report })
    ]
}

extension Schemas {
    static let usageCounts: [Schema.Property] = [
        .required("submissions", .integer(0 ... .max), "Submitted for the first time."),
        .required("files", .integer(0 ... .max), "Files that arrived."),
        .required("bytes", .integer(0 ... .max), "Their bytes."),
        .required("pagesMade", .integer(0 ... .max), "Clean pages of files that had none."),
        .required("pagesRead", .integer(0 ... .max), "Pages whose words were read."),
        .required("readingMilliseconds", .integer(0 ... .max), "Processor time of reading them."),
    ]

    static let usageParts: [String: Schema] = [
        "UsageCounts": .answer(usageCounts),
        "UsageDay": .answer(
            [
                .required("day", .named("Day"), "In UTC."),
                .required("final", .boolean, "Whether the day is closed: its numbers do not change any more."),
            ] + usageCounts),
        "Usage": .answer(
            .required("tenant", .named("Name")), .required("from", .named("Day")), .required("to", .named("Day")),
            .optional("test", .boolean, "It is a sandbox's, where nothing is billed."),
            .required("items", .array(of: .named("UsageDay")), "Each day, in order."),
            .required("totals", .named("UsageCounts")),
            .optional("quotas", .array(of: .named("UsageQuota")), "What may be used in this month; absent without quotas."),
            .optional("renewsAt", .named("Timestamp"), "When the next month begins, and its quotas with it.")),
        "UsageQuota": .answer(
            .required("quota", .choice(MonthlyQuota.self)),
            .required("limit", .integer(1 ... .max), "What may be used in a calendar month, in UTC."),
            .required("used", .integer(0 ... .max), "What is under way may go beyond the limit."),
            .required("left", .integer(0 ... .max))),
    ]
}
