import CommandLine
import CommandSupport
import Crypto
import Custody
import Domain
import EventLoop
import FoundationEssentials
import Glibc
import Operations
import Postgres
import PostgresStore
import Shared

/// `docket verify --erasure`: requests the certificate of an erasure with its proofs, and checks whether anything is
/// left.
struct ErasureVerification: Sendable {
    /// The certificate with its proofs, as in the API's answer.
    static let fileName = "erasure.json"

    let context: CommandContext
    let arguments: ParsedArguments
    let submission: SubmissionID
    /// The keys of --keys; nil for those in the answer.
    let ownKeys: JSONWebKeySet?
    /// The authorities of --tsa-certificates; nil if none are named.
    let authorities: TimeStampAuthorities?
    /// The folder to keep it in; nil to keep nothing.
    let folder: String?

    func report() async throws -> ErasureReport {
        let (proof, keys) = try await asked()
        if let folder {
            try HomeDirectory.makeFolder(folder, mode: 0o700)
            try FileText.write("\(folder)/\(Self.fileName)", bytes: proof)
            if let keys { try FileText.write("\(folder)/\(Evidence.keysName)", bytes: keys) }
        }
        return try Self.report(proof, keys: keys, ownKeys, authorities, isNow: true)
    }

    /// Checks a kept certificate without a request. Nil if the folder has none.
    static func kept(
        in path: String, ownKeys: JSONWebKeySet?, authorities: TimeStampAuthorities?
    ) throws -> ErasureReport? {
        guard let proof = FileText.bytes("\(path)/\(fileName)", limit: Evidence.maximumText) else { return nil }
        let keys = FileText.bytes("\(path)/\(Evidence.keysName)", limit: JSONWebKeySet.maximumLength)
        return try report(proof, keys: keys, ownKeys, authorities, isNow: false)
    }

    private static func report(
        _ proof: [UInt8], keys: [UInt8]?, _ own: JSONWebKeySet?, _ authorities: TimeStampAuthorities?, isNow: Bool
    ) throws -> ErasureReport {
        guard let json = try? CanonicalJSON.decode(JSONValue.self, from: proof) else {
            throw CommandFailure(.notAccepted, "\(fileName) is no JSON")
        }
        if own == nil, keys == nil, case .object? = json["custody"] {
            throw CommandFailure(
                .notFound, "no key set came along, and the log's head is signed",
                advice: "Name the keys that you trust with --keys; over the database, DOCKET_SIGNING_KEY has some, too.")
        }
        let trusted = try own ?? keys.map { try VerifyCommand.keySet($0, named: Evidence.keysName) } ?? JSONWebKeySet()
        return ErasureReport(json, trusted: trusted, isOwnKeySet: own != nil, authorities: authorities, isNow: isNow)
    }

    private func asked() async throws -> (proof: [UInt8], keys: [UInt8]?) {
        let hasDatabase = ["DATABASE_URL", "DATABASE_URL_FILE"].contains { context.variable($0) != nil }
        if arguments[GatewayOptions.gateway] != nil || !hasDatabase && context.variable("GATEWAY_URL") != nil {
            return try await overGateway()
        }
        return try await overDatabase()
    }

    private func overGateway() async throws -> (proof: [UInt8], keys: [UInt8]?) {
        let nobody = CommandFailure(.configuration, "no gateway is named", advice: "Name it with --gateway URL or GATEWAY_URL.")
        return try await GatewayFetch.with(context, arguments, orElse: nobody) { gateway in
            let proof = try await gateway.bytes("/v1/submissions/\(submission)/erasure", atMost: Evidence.maximumText)
            // A gateway that signs nothing has no keys.
            let json = try? CanonicalJSON.decode(JSONValue.self, from: proof)
            guard case .string? = json?["signed"] else { return (proof, nil) }
            return (proof, try await gateway.bytes("/.well-known/jwks.json", atMost: JSONWebKeySet.maximumLength))
        }
    }

    private func overDatabase() async throws -> (proof: [UInt8], keys: [UInt8]?) {
        let signing = try DatabaseAccess.signing(context, home: GatewayOptions.homeDirectory(context, arguments))
        let proof = try await DatabaseAccess.withTables(context, arguments) { pool in
            let heads = CustodyHeadStore(pool: pool, owner: InstanceID(UUID()))
            let reader = ErasureReader(
                certificates: ErasureCertificateStore(pool: pool),
                custody: CustodyReader(heads: heads, proofs: CustodyProofStore(pool: pool)), signing: signing)
            switch try await reader.erasure(of: submission, tenant: nil) {
            case .proof(let proof): return try CanonicalJSON.encode(proof)
            case .none(let reason): throw CommandFailure(.notFound, "\(submission): \(reason)")
            }
        }
        return (proof, try signing.map { try CanonicalJSON.encode($0.keySet) })
    }
}
