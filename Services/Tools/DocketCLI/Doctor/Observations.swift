import HTTPClient
import Jail
import Kafka
import Operations
import Postgres
import PostgresStore
import ServiceRuntime

/// What `docket doctor` saw of an installation. What it makes of that is `Diagnosis`.
struct Observations: Sendable {
    var variables = Variables()
    /// Nil where nothing names it.
    var database: Database?
    var kafka: Cluster?
    var gateway: Gateway?
    var blobs: Blobs?
    var services: [Service] = []
    var jail = LocalJail.missing
    var kernel = ""
    var folders: [Space] = []

    struct Variables: Sendable {
        /// The folder that completes the process's own variables, and whether a `docket up` says there that it runs.
        var home = ""
        var isHomeRunning = false
        var faults: [Fault] = []
        /// Such that no program of the suite reads: most likely typing errors.
        var unknown: [String] = []

        /// What is wrong with a variable; never its value, where that is a secret.
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
            /// In seconds, how far this machine's clock is ahead of the database's; 0 within what the question took.
            var ahead = 0.0
            var connections = 0
            var mostConnections = 100
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
        /// Of `/health/ready`.
        var status = 0
        /// Of a request with the token that there is.
        var accessStatus = 0
        var hasToken = false
    }

    struct Blobs: Sendable {
        var place: String
        /// Why they cannot be written; in the words of the store.
        var fault: String?
        /// Whether the store is there at all.
        var isThere = true
    }

    struct Service: Sendable {
        var name: String
        var url: String
        /// Why there is no report.
        var silence: String?
        var isReady = false
        /// What is not as it should be: the part and its reason.
        var faults: [ServiceCondition.Part] = []
        var version: String?
        /// In seconds, how far its clock is ahead of this machine's.
        var ahead: Double?
    }

    /// The decoder jail, tried on this machine.
    enum LocalJail: Sendable {
        /// There is no decoder beside docket.
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
        /// Of the files that it can hold, how many more; nil where the file system has no such limit.
        var freeFiles: Double?
    }
}
