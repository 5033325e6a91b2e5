import BlobStore
import Configuration
import Custody
import Domain
import HTTPServer
import JourneyFiles
import Operations
import Sealing
import ServiceRuntime
import Shared

/// The configuration of the gateway.
struct GatewayConfiguration: Sendable {
    enum Access: Sendable {
        /// Tokens of the configuration and of the tenants' own sign-in, in addition to keys of the database.
        case tokens([StaticTokens.Entry], signed: TokenAccess? = nil)
        /// Every caller is one tenant.
        case development

        /// Whether only keys of the database give access.
        var isKeysAlone: Bool { if case .tokens(let entries, signed: .none) = self { entries.isEmpty } else { false } }
    }

    var server: HTTPServerConfiguration
    var edge = EdgeConfiguration()
    var access: Access
    /// The hosts to which persons may be returned.
    var returnHosts = ReturnHosts()
    var blobs: BlobConfiguration
    /// The sealing of files; none by default.
    var sealing = SealingConfiguration(provider: nil)
    /// The prefix of links in answers; nil for links that begin with the path.
    var publicURL: String?
    /// The size of the largest file, in bytes.
    var maximumFileBytes = 100_000_000
    /// The maximum cost of turning one file into pages.
    var fileLimits = FileLimits()
    /// The replica that answers long reads; nil for none.
    var replica: ReplicaConfiguration?
    var quotas = QuotaLimits()
    /// What tenants may use in a month.
    var tenantQuotas = TenantQuotas()
    /// The lifetime of a confirmation token.
    var confirmationLifetime = Duration.seconds(600)
    /// How long the answer to a request with an idempotency key is stored.
    var idempotencyRetention = Duration.seconds(86_400)
    /// The time for an upload, from its first request to its last.
    var uploadExpiry = Duration.seconds(86_400)
    /// How long the gateway may pause reading a body before it refuses it. Behind HTTP/2, other requests on the
    /// connection wait as long.
    var longestPause = Duration.seconds(1)
    /// Allows webhook endpoints in private networks, for development.
    var allowsPrivateEndpoints = false
    /// The folder in which a process records its current requests, for the next process after a crash.
    var runFolder: String?
    /// Operators' access.
    var operations = OperationsConfiguration()
    /// The journeys for new submissions.
    var journeys = JourneyRegistry.builtIn
    /// The looks of tenants' pages.
    var looks = TenantLooks()
    /// The sign-in at the desk.
    var desk = DeskConfiguration()
    /// The keys that sign manifests and heads of logs; nil for none.
    var signing: SigningKeys?
    /// The place for signed heads as files; nil for none.
    var heads: WriteOnceConfiguration?
    /// The time stamp authority for signed heads; nil for none.
    var stamps: StampConfiguration?
    /// Where mail comes in; nil where none does.
    var mail: MailConfiguration?

    init(
        server: HTTPServerConfiguration, access: Access, blobs: BlobConfiguration
    ) {
        self.server = server
        self.access = access
        self.blobs = blobs
    }

    init(reading reader: inout ConfigurationReader) {
        var server = HTTPServerConfiguration(
            address: reader.address(
                "DOCKET_HTTP_ADDRESS", default: "127.0.0.1:8080", "Where clients, or HAProxy, reach the gateway"))
        server.loggedParameters = ["submission"]
        server.maximumConnections = reader.integer(
            "DOCKET_HTTP_CONNECTIONS", default: server.maximumConnections, in: 1...1_000_000,
            "Connections of clients at once; more wait")
        server.headTimeout = reader.duration(
            "DOCKET_HTTP_HEAD_TIMEOUT", default: server.headTimeout, in: .milliseconds(100) ... .seconds(600),
            "How long a client may take to send the head of a request")
        server.idleTimeout = reader.duration(
            "DOCKET_HTTP_IDLE_TIMEOUT", default: server.idleTimeout, in: .milliseconds(100) ... .seconds(3600),
            "How long a connection may be silent between requests")
        server.bodyAllowance = reader.duration(
            "DOCKET_HTTP_BODY_ALLOWANCE", default: server.bodyAllowance, in: .milliseconds(100) ... .seconds(600),
            "How long an upload may send nothing")
        server.bodyBytesPerSecond = reader.bytes(
            "DOCKET_HTTP_BODY_RATE", default: server.bodyBytesPerSecond, in: 0...1_000_000_000,
            "Bytes per second that an upload must keep up once its allowance is used up")
        server.maximumConnectionsPerAddress = reader.integer(
            "DOCKET_HTTP_CONNECTIONS_PER_ADDRESS", default: server.maximumConnectionsPerAddress, in: 1...1_000_000,
            "Connections at once from one address that is no trusted proxy; more are closed")
        server.maximumBufferedBytes = reader.bytes(
            "DOCKET_HTTP_BUFFERED", default: server.maximumBufferedBytes, in: 1_048_576...1_000_000_000_000,
            "Bytes of request bodies held at once; with many uploads, each is read in smaller pieces")
        self.server = server
        edge = EdgeConfiguration(reading: &reader)
        let names = TokenClaimNames(reading: &reader)
        access = Self.access(&reader, names)
        desk = DeskConfiguration(reading: &reader, names: names)
        let returnHosts = reader.list(
            "DOCKET_RETURN_HOSTS", default: [],
            "Hosts of a tenant's own pages, as tenant=host[:port]: a person's own ‘returnUrl’ may have them, and their pages may show a link's page in a frame and call from a browser"
        )
        do throws(ReturnHosts.Fault) {
            self.returnHosts = try ReturnHosts.parse(returnHosts)
        } catch {
            reader.fault("DOCKET_RETURN_HOSTS", error.description)
        }
        blobs = BlobConfiguration(reading: &reader)
        sealing = SealingConfiguration(reading: &reader)
        publicURL = reader.optionalString(
            "DOCKET_PUBLIC_URL",
            "What links in answers begin with, such as https://docket.example; without it they begin with the path")
        if let publicURL, !publicURL.hasPrefix("https://"), !publicURL.hasPrefix("http://") {
            reader.fault("DOCKET_PUBLIC_URL", "is ‘\(publicURL)’; it must be an http or https URL")
        }
        maximumFileBytes = reader.bytes(
            "DOCKET_MAXIMUM_FILE", default: 100_000_000, in: 1...10_000_000_000,
            "The largest file that is taken, whatever a document type allows")
        fileLimits = FileLimits(reading: &reader)
        replica = ReplicaConfiguration(reading: &reader)
        quotas = QuotaLimits(reading: &reader)
        tenantQuotas = TenantQuotas(reading: &reader)
        confirmationLifetime = reader.duration(
            "DOCKET_CONFIRMATION_LIFETIME", default: .seconds(600), in: .seconds(1) ... .seconds(86_400),
            "How long a confirmation token is valid")
        idempotencyRetention = reader.duration(
            "DOCKET_IDEMPOTENCY_RETENTION", default: .seconds(86_400), in: .seconds(60) ... .seconds(2_592_000),
            "How long a request that named an Idempotency-Key is answered as the first time when it is repeated")
        uploadExpiry = reader.duration(
            "DOCKET_UPLOAD_EXPIRY", default: .seconds(86_400), in: .seconds(1) ... .seconds(2_592_000),
            "How long a resumable upload may take from its first request to its last; then it is given up")
        allowsPrivateEndpoints = reader.bool(
            "DOCKET_WEBHOOK_ALLOW_PRIVATE", default: false,
            "Lets the address of a webhook or a call-out be private or loopback, and its URL plain http; for development")
        runFolder = reader.optionalString(
            "DOCKET_RUN",
            "Folder of this gateway alone, best in memory, where it notes what it is reading: the next start tells it after a death"
        )
        operations = OperationsConfiguration(reading: &reader)
        journeys = Self.journeys(&reader, allowsPrivate: allowsPrivateEndpoints)
        mail = MailConfiguration.optional(reading: &reader, journeys)
        signing = SigningConfiguration.keys(reading: &reader)
        heads = WriteOnceConfiguration(
            "DOCKET_CUSTODY_FOLDER",
            "Folder, or s3://bucket/prefix, that each signed head of a tenant's log is kept in, as a file of its own",
            reading: &reader)
        stamps = StampConfiguration(reading: &reader, isSigning: signing != nil)
        let looks = reader.optionalString(
            "DOCKET_LOOKS", "YAML file that says how the pages of tenants look: name, logo, colour, help, footer and words")
        do throws(LookFile.Faults) {
            if let looks { self.looks = try LookFile.looks(at: looks) }
        } catch {
            reader.fault("DOCKET_LOOKS", "cannot be used as it is:\n\(error)")
        }
    }

    private static func journeys(_ reader: inout ConfigurationReader, allowsPrivate: Bool) -> JourneyRegistry {
        let folder = reader.optionalString(
            "DOCKET_JOURNEYS", "Folder of YAML files that declare journeys beside the built-in ones, or in their place")
        do {
            return try JourneyFolder.registry(folder, allowsPrivate: allowsPrivate)
        } catch {
            reader.fault("DOCKET_JOURNEYS", "cannot be used as it is; `docket journeys check` tries it:\n\(error)")
            return .builtIn
        }
    }

    /// The server's configuration, with the gateway's common headers and trusted proxies.
    var completeServer: HTTPServerConfiguration {
        var server = server
        server.answerHeaders = SecurityHeaders.all
        server.problemTitle = { ProblemType(rawValue: $0)?.title }
        server.cors = TenantOrigins(named: edge.cors, hosts: returnHosts).policy
        server.proxies = edge.proxies
        return server
    }
}
