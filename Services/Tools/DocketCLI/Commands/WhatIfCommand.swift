import CommandLine
import FoundationEssentials
import JourneyFiles
import Postgres
import PostgresStore
import Shared

/// `docket journeys what-if`: tries changed rules on what was submitted.
enum WhatIfCommand {
    private static let file = Argument<FilePath>("FILE", help: "The journey as it would be")
    private static let since = Option<DaysAgo>(
        "since", placeholder: "DAYS", help: "How far to look back, such as 30d or 12h", default: DaysAgo(seconds: 30 * 86_400))
    private static let tenant = Option<TenantID?>("tenant", placeholder: "TENANT", help: "Only its submissions")
    private static let batch = 5000

    static func command(_ context: CommandContext) -> Command {
        Command(
            "what-if", summary: "Try changed rules on what was submitted",
            discussion: """
                Reads the facts that past submissions of the journey were checked on, checks them under the rules that they were \
                made under and under those of FILE, and says how many would be decided otherwise, and by which rules. What was read \
                of them is tried, too. Of submissions that reviewers decided on it says how many of those that they refused \
                each rule would have caught, and how many of those that they accepted it would have held up. Nothing is changed. Reads DATABASE_URL from the environment, or from the `docket up` that runs in --home.
                """,
            examples: [.init("docket journeys what-if proof-of-address.yaml --since 30d", "Before the file is deployed")],
            parameters: [file, since, tenant, JSONOption.object]
        ) { arguments in
            let new: JourneyDefinition
            do throws(JourneyFileFaults) {
                new = try JourneyFolder.file(arguments[file].text).journey
            } catch {
                throw JourneysCommand.failure(error)
            }
            let start = Date().addingTimeInterval(-Double(arguments[since].seconds))
            let result = try await DatabaseAccess.withTables(context, arguments) { pool in
                try await run(
                    WhatIf(new: new), PostgresFactsStore(pool: pool), since: start, tenant: arguments[tenant], context.output)
            }
            context.output.clearStatus()
            if arguments[JSONOption.object] {
                context.output.line(JSONText.of(WhatIfScreen.Report(result)))
            } else {
                for line in WhatIfScreen.lines(result, style: context.output.style) { context.output.line(line) }
            }
            return ExitCode.success.rawValue
        }
    }

    /// Part by part: what is held does not grow with what there is. While one part is judged, on all cores, the next one is read.
    static func run(
        _ whatIf: WhatIf, _ store: PostgresFactsStore, since: Date, tenant: TenantID?, _ output: Terminal? = nil
    ) async throws -> WhatIf {
        var whatIf = whatIf
        let new = whatIf.new
        var part = try await store.entries(journey: new.id, since: since, tenant: tenant, limit: batch)
        while true {
            let (entries, cursor) = part
            async let next = cursor.mapAsync {
                try await store.entries(journey: new.id, since: since, tenant: tenant, after: $0, limit: batch)
            }
            let journeys = try await store.journeys(Set(entries.map(\.journeyVersion)))
            let middle = entries.count / 2
            async let early = judge(entries[..<middle], under: journeys, new)
            async let late = judge(entries[middle...], under: journeys, new)
            whatIf.add(try await early)
            whatIf.add(try await late)
            output?.showStatus("  \(whatIf.submissions) submissions")
            guard let following = try await next else { return whatIf }
            part = following
        }
    }

    @concurrent
    private static func judge(
        _ entries: ArraySlice<PostgresFactsStore.Entry>, under journeys: [ContentDigest: JourneyDefinition],
        _ new: JourneyDefinition
    ) async throws -> WhatIf {
        var whatIf = WhatIf(new: new)
        for entry in entries {
            guard let journey = journeys[entry.journeyVersion] else { continue }
            whatIf.add(entry.submission, try entry.facts(journey: journey), review: entry.review)
        }
        return whatIf
    }
}

extension Optional {
    fileprivate func mapAsync<Result>(_ transform: (Wrapped) async throws -> Result) async rethrows -> Result? {
        guard let value = self else { return nil }
        return try await transform(value)
    }
}

/// A time back from now: `30d`, `12h`, `45m`.
struct DaysAgo: ArgumentValue {
    let seconds: Int

    static var completion: Completion { .none }

    init(seconds: Int) {
        self.seconds = seconds
    }

    init(argument: String) throws(InvalidValue) {
        let units: [Character: Int] = ["d": 86_400, "h": 3600, "m": 60]
        guard let unit = argument.last.flatMap({ units[$0] }), let number = Int(argument.dropLast()),
            (1...100_000).contains(number)
        else { throw InvalidValue(expected: "a time such as 30d, 12h or 45m") }
        seconds = number * unit
    }
}

extension DaysAgo: CustomStringConvertible {
    var description: String {
        seconds % 86_400 == 0 ? "\(seconds / 86_400)d" : seconds % 3600 == 0 ? "\(seconds / 3600)h" : "\(seconds / 60)m"
    }
}
