import CommandLine

/// What a run is asked to do.
struct ChaosSettings: Sendable {
    let faults: Int
    let seed: UInt64
    let submissions: Int
    let instances: Int
    let clients: Int
    /// Of the broker that DOCKET_TEST_KAFKA starts.
    let nodes: Int
    /// Whether Postgres has a standby.
    let hasStandby: Bool
    /// Whether files lie on S3.
    let usesS3: Bool
    /// Whether keys of submissions are in a Postgres of their own.
    let hasKeysElsewhere: Bool
    /// Rows that wait for a broker which is away.
    let backlog: Int
    /// Nothing but these; empty for all that can be done here.
    let only: Set<FaultKind>
    /// Seconds, after the last fault, that what was accepted has for its end.
    let patience: Int
    let json: Bool
    let programs: String
    let folder: String?
    let environment: [String: String]

    var movesClocks: Bool { only.isEmpty ? faults >= FaultPlan.many : only.contains(.clock) }

    private static let faultsOption = Option<Int>(
        "faults", placeholder: "COUNT", help: "Faults that strike", default: 60, check: within(0...100_000))
    private static let seedOption = Option<Int>(
        "seed", placeholder: "NUMBER", help: "Decides which faults strike and when", default: 1, check: within(0...Int.max))
    private static let submissionsOption = Option<Int?>(
        "submissions", placeholder: "COUNT",
        help: "Submissions that are at least submitted; without it 20 for each fault", check: within(1...10_000_000))
    private static let instancesOption = Option<Int>(
        "instances", placeholder: "COUNT", help: "How often each worker runs", default: 2, check: within(1...16))
    private static let clientsOption = Option<Int>(
        "clients", placeholder: "COUNT", help: "Clients that submit beside each other", default: 8, check: within(1...256))
    private static let nodesOption = Option<Int>(
        "nodes", placeholder: "COUNT",
        help: "Nodes of the Apache Kafka that DOCKET_TEST_KAFKA starts; with several, one is killed now and then", default: 1,
        check: within(1...9))
    private static let standbyFlag = Flag(
        "standby", help: "Postgres is a primary and a standby, which is promoted now and then")
    private static let s3Flag = Flag(
        "s3", help: "Files lie on the S3 that DOCKET_TEST_S3 starts, which refuses and breaks off now and then")
    private static let keysFlag = Flag(
        "keys-elsewhere", help: "Keys of submissions are in a Postgres of their own, which ends at once now and then")
    private static let backlogOption = Option<Int>(
        "backlog", placeholder: "COUNT", help: "Rows that are piled up for a broker which is away; 0 for none", default: 100_000,
        check: within(0...10_000_000))
    private static let onlyOption = Option<String?>(
        "only", placeholder: "KIND,…",
        help: "Nothing but these faults: \(FaultKind.allCases.map(\.rawValue).joined(separator: ", "))",
        check: { text in
            let kinds = text.split(separator: ",").map { FaultKind(rawValue: String($0)) }
            return kinds.contains(nil) ? "kinds of fault, with commas between them" : nil
        })
    private static let patienceOption = Option<Int>(
        "patience", placeholder: "SECONDS", help: "How long what was accepted may take to end after the last fault",
        default: 150, check: within(1...86_400))
    private static let jsonFlag = Flag("json", help: "Print the result as JSON")
    private static let programsOption = Option<DirectoryPath?>(
        "programs", placeholder: "DIR", help: "Where docket and the services lie; without it beside this program")
    private static let folderOption = Option<DirectoryPath?>(
        "keep", placeholder: "DIR", help: "Keep the histories and logs of the run here")

    static let parameters: [any CommandParameter] = [
        faultsOption, seedOption, submissionsOption, instancesOption, clientsOption, nodesOption, standbyFlag, s3Flag,
        keysFlag, backlogOption, onlyOption, patienceOption, jsonFlag, programsOption, folderOption,
    ]

    init(_ arguments: ParsedArguments, ownFolder: String, environment: [String: String]) {
        faults = arguments[Self.faultsOption]
        seed = UInt64(arguments[Self.seedOption])
        submissions = arguments[Self.submissionsOption] ?? max(20, faults * 20)
        instances = arguments[Self.instancesOption]
        clients = arguments[Self.clientsOption]
        nodes = arguments[Self.nodesOption]
        hasStandby = arguments[Self.standbyFlag]
        usesS3 = arguments[Self.s3Flag]
        hasKeysElsewhere = arguments[Self.keysFlag]
        backlog = arguments[Self.backlogOption]
        only = Set((arguments[Self.onlyOption] ?? "").split(separator: ",").compactMap { FaultKind(rawValue: String($0)) })
        patience = arguments[Self.patienceOption]
        json = arguments[Self.jsonFlag]
        programs = arguments[Self.programsOption]?.text ?? ownFolder
        folder = arguments[Self.folderOption]?.text
        self.environment = environment
    }
}
