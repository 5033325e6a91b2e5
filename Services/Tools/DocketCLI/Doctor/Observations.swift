import HTTPClient
import Jail
import Kafka
import Operations
import Postgres
import PostgresStore
import ServiceRuntime

/// The observations of `docket doctor` about an installation. `Diagnosis` derives findings from them.
struct Observations: Sendable {
    var variables = Variables()
    /// Nil if nothing names it.
    var database: Database?
    var kafka: Cluster?
    var gateway: Gateway?
    var blobs: Blobs?
    /// Nil if nothing names keys.
    var keys: Keys?
    /// Nil if nothing names a key that signs.
    var signing: Signing?
    var services: [Service] = []
    var jail = LocalJail.missing
    var kernel = ""
    var folders: [Space] = []

    struct Variables: Sendable {
        /// The folder that completes the process's variables, and whether it says that a `docket up` runs.
        var home = ""
        var isHomeRunning = false
        var faults: [Fault] = []
        /// Variables that no program of the suite reads: most likely typing errors.
        var unknown: [String] = []

        /// The fault of a variable; never holds the value of a secret.
        struct Fault: Sendable, Equatable {
            let name: String
            let problem: String
        }
    }

    enum Database: Sendable {
        case unreachable(at: String, PostgresError)
        case reached(at: String, Server)

        struct Server: Sendable {
            var version = ""
            var schema = SchemaStatus.current
            var takesChanges = true
            /// How many seconds this machine's clock is ahead of the database's; 0 within the duration of the query.
            var ahead = 0.0
            var connections = 0
            var mostConnections = 100
            /// What the variables say that DATABASE_URL leads through.
            var pooling = PostgresPooling.off
            var isBehindPooler = false
        }
    }

    enum Cluster: Sendable {
        case unreachable(at: String, KafkaError)
        case reached(at: String, ClusterMetadata)
    }

    struct Gateway: Sendable {
        var url: String
        /// Why it does not answer.
        var silence: HTTPClientError?
        /// The status of `/health/ready`.
        var status = 0
        /// The status of a request with the known token.
        var accessStatus = 0
        var hasToken = false
    }

    struct Blobs: Sendable {
        var place: String
        /// Why they cannot be written, in the words of the store.
        var fault: String?
        /// Whether the store exists.
        var isThere = true
    }

    struct Keys: Sendable {
        /// Who wraps, as the store's configuration says it.
        var provider: String
        /// Whether the newest key of a tenant was opened, too, and not only one that was wrapped for the purpose.
        var hasOpenedOne = false
        /// Why the provider does not wrap, or does not open what it has wrapped.
        var fault: String?
    }

    /// The key that signs evidence.
    struct Signing: Sendable {
        /// Its id in the key set.
        var id: String
        var fault: String?
    }

    struct Service: Sendable {
        var name: String
        var url: String
        /// Why there is no report.
        var silence: String?
        var isReady = false
        /// The parts at fault with their reasons.
        var faults: [ServiceCondition.Part] = []
        var version: String?
        /// How many seconds its clock is ahead of this machine's.
        var ahead: Double?
    }

    /// The decoder jail, tried on this machine.
    enum LocalJail: Sendable {
        /// No decoder lies beside docket.
        case missing
        case tried(JailLocks)
        /// It does not start.
        case failed(String)
    }

    struct Space: Sendable {
        var what: String
        var path: String
        var freeBytes: UInt64
        var totalBytes: UInt64
        /// How many more files it can hold; nil if the file system has no such limit.
        var freeFiles: Double?
    }
}
