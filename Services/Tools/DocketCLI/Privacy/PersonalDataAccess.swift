import BlobStore
import CommandLine
import CommandSupport
import Configuration
import Domain
import EventLoop
import FoundationEssentials
import Glibc
import Operations
import Postgres
import PostgresStore
import Sealing
import ServiceRuntime
import Shared

/// The tables, and the blobs if this machine has them, for the commands about personal data.
struct PersonalDataAccess: Sendable {
    let pool: PostgresPool
    let keys: SealingKeyStore
    let data: PersonalDataStore
    /// Nil if neither a variable nor a home names them: then a gateway removes the bytes.
    let blobs: (any BlobStore)?
    /// Reads the evidence about files; nil if no files are opened.
    let evidence: EvidenceReader?

    /// `opensFiles`: keys that are named must be usable. Who opens no files needs keys only to find sealed submissions by their person.
    static func with<T: Sendable>(
        _ context: CommandContext, _ arguments: ParsedArguments, opensFiles: Bool = false,
        _ body: (PersonalDataAccess) async throws -> T
    ) async throws -> T {
        let home = GatewayOptions.homeDirectory(context, arguments)
        return try await with(
            context, home, try DatabaseAccess.configuration(context, home: home), opensFiles: opensFiles, body)
    }

    static func with<T: Sendable>(
        _ context: CommandContext, _ home: HomeDirectory, _ configuration: PostgresConfiguration, opensFiles: Bool = false,
        _ body: (PersonalDataAccess) async throws -> T
    ) async throws -> T {
        let store = try blobStore(context, home)
        let sealing =
            opensFiles ? try DatabaseAccess.sealing(context, home: home) : DatabaseAccess.sealingIfAny(context, home: home)
        let signing = try opensFiles ? DatabaseAccess.signing(context, home: home) : nil
        return try await DatabaseAccess.withTables(configuration, context) { pool in
            let keys = SealingKeyStore(pool: pool, sealing)
            let blobs = store.map { SealedBlobStore($0, keys: keys, pool: context.group.blocking) }
            // Nobody's own: a living service adopts what is withdrawn here.
            let owner = InstanceID(UUID())
            let data = PersonalDataStore(pool: pool, owner: owner, source: "/docket/cli", keys: keys)
            let evidence =
                opensFiles
                ? EvidenceReader(
                    submissions: SubmissionStore(pool: pool, owner: owner, source: "/docket/cli", keys: keys),
                    audit: AuditStore(pool: pool, keys: keys),
                    custody: CustodyReader(
                        heads: CustodyHeadStore(pool: pool, owner: owner), proofs: CustodyProofStore(pool: pool)),
                    signing: signing, base: base(of: context.environment(completedFrom: home)), now: { Timestamp(Date()) })
                : nil
            return try await body(PersonalDataAccess(pool: pool, keys: keys, data: data, blobs: blobs, evidence: evidence))
        }
    }

    /// The beginning of the gateway's links.
    private static func base(of environment: [String: String]) -> String {
        var base = environment["DOCKET_PUBLIC_URL"] ?? ""
        while base.hasSuffix("/") { base.removeLast() }
        return base
    }

    /// The store of DOCKET_BLOBS, or that of the home of a `docket up`.
    static func blobStore(_ context: CommandContext, _ home: HomeDirectory) throws -> (any BlobStore)? {
        let environment = context.environment(completedFrom: home)
        let named = environment["DOCKET_BLOBS"]
        let location = named ?? home.blobs
        // A folder is not made where it is missing: it would be the wrong one.
        guard location.hasPrefix("s3://") || access(location, F_OK) == 0 else {
            guard let named else { return nil }
            throw CommandFailure(
                .notFound, "the folder of the blobs, \(named), is not there", advice: "Does DOCKET_BLOBS name the services' own?")
        }
        let configuration = try ConfigurationReader.read(environment.merging(["DOCKET_BLOBS": location]) { $1 }) {
            BlobConfiguration(reading: &$0)
        }
        do throws(BlobError) {
            return try configuration.makeStore(context.group)
        } catch {
            throw CommandFailure(
                .unavailable, "the blobs in \(location): \(OperatorWords.of(error))", advice: "Is this run as the services' user?"
            )
        }
    }

    /// Erases submissions, and records each in the ledger if there is one.
    func erasure(by actor: String, minimum: MinimumRule = .kept, noting ledger: ErasureLedger? = nil) -> ErasureRun {
        ErasureRun(pool: pool, data: data, blobs: blobs, actor: actor, minimum: minimum) { submission, tenant in
            do throws(ErasureLedger.Failure) {
                try ledger?.append(
                    ErasureLedger.Entry(
                        submission: submission, tenant: tenant, confirmedAt: Timestamp(Date()).description, by: actor))
            } catch {
                throw CommandFailure.ledger(error)
            }
        }
    }

    // MARK: - Who is meant

    static func several(_ who: String, _ tenants: [TenantID]) -> CommandFailure {
        CommandFailure(
            .usage, "“\(who)” is a person of several tenants: \(tenants.map(\.rawValue).joined(separator: ", "))",
            advice: "Name one of them with --tenant.")
    }

    static func nobody(_ who: String, _ tenant: TenantID?) -> CommandFailure {
        CommandFailure(
            .notFound, "there is no submission and no person “\(who)”\(tenant.map { " of the tenant \($0)" } ?? "")",
            advice: "What was erased is not found by its person any more, but by its own id.")
    }

    static let who = Argument<String>("SUBMISSION|SUBJECT", help: "A submission by its id, or a person by the tenant's own id")
    static let subjectOnly = Flag("subject", help: "Take it for a person's id, whatever it looks like")
    static let tenant = Option<TenantID?>("tenant", placeholder: "TENANT", help: "Only of this tenant")

    /// The matching submissions of one tenant.
    func submissions(_ who: String, tenant: TenantID?, subjectOnly: Bool) async throws -> [PersonalDataStore.Found] {
        if !subjectOnly, let id = SubmissionID(who), let found = try await data.submission(id, tenant: tenant) { return [found] }
        let found = try await data.submissions(of: who, tenant: tenant)
        let tenants = Set(found.map(\.tenant)).sorted { $0.rawValue < $1.rawValue }
        if tenants.count > 1 { throw Self.several(who, tenants) }
        guard !found.isEmpty else { throw Self.nobody(who, tenant) }
        return found
    }
}

extension CommandFailure {
    static func ledger(_ failure: ErasureLedger.Failure) -> CommandFailure {
        CommandFailure(
            failure.isReading ? .notFound : .cannotCreate, failure.description,
            advice: "Name another file with --ledger, or DOCKET_ERASURE_LEDGER.")
    }
}
