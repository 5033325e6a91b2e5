package import Domain
import EventLoop
import HTTPClient
package import Kafka
package import Postgres
import ServiceRuntime

/// Failures of servers: which server, as which user, its own message, and what to do. Pure.
extension CommandFailure {
    /// Postgres. `place` names server, database and user, and no password.
    package static func database(_ error: PostgresError, at place: String) -> CommandFailure {
        CommandFailure(
            .unavailable, "Postgres at \(place): \(OperatorWords.of(error))",
            advice: advice(sqlState: error.sqlState, code: error.code))
    }

    /// What to do if Postgres refused the connection, or none could be made.
    package static func advice(sqlState: String?, code: PostgresError.Code = .connectionFailed) -> String? {
        switch (sqlState, code) {
        case ("28P01", _): "Is it the right user, with its password, in DATABASE_URL (or the file of DATABASE_URL_FILE)?"
        case ("28000", _): "Is there such a role, and does pg_hba.conf let it in from here? DATABASE_URL names it."
        case ("3D000", _): "Make the database with createdb, or name another one in DATABASE_URL."
        case ("42501", _): "Let the user in: GRANT CONNECT ON DATABASE … TO …."
        case ("53300", _): "Raise max_connections, or lower DOCKET_DATABASE_CONNECTIONS of the services."
        case ("57P03", _): "Wait until the server has started."
        case (nil, .connectionFailed): "Does Postgres run there, and does DATABASE_URL name its host and port?"
        default: nil
        }
    }

    /// An error of the store after the database was reached.
    package static func database(_ error: StoreError) -> CommandFailure {
        CommandFailure(
            error.code == .schemaMismatch ? .configuration : .unavailable, "the database: \(OperatorWords.of(error))",
            advice: error.code == .unavailable ? "Does Postgres run, and does DATABASE_URL name it?" : nil)
    }

    package static func kafka(_ error: KafkaError, at servers: String) -> CommandFailure {
        CommandFailure(.unavailable, "Kafka at \(servers): \(OperatorWords.of(error))", advice: advice(error.code))
    }

    package static func advice(_ code: KafkaError.Code) -> String {
        switch code {
        case .authentication:
            "Do KAFKA_SECURITY_PROTOCOL, KAFKA_SASL_… and KAFKA_SSL_… fit the brokers, user and password included?"
        case .authorization: "Let this user do it: the brokers' ACLs say who may."
        case .unknownTopic: "Make the topics with `docket migrate --topics`."
        case .unreachable, .timedOut:
            "Does it run, and do KAFKA_BOOTSTRAP_SERVERS and KAFKA_SECURITY_PROTOCOL fit it?"
        default: "Do KAFKA_BOOTSTRAP_SERVERS and the other KAFKA_ variables fit it?"
        }
    }
}

/// An address for messages: without user, password and query.
package enum ShownURL {
    package static func text(_ url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let scheme = path.firstRange(of: "://") else { return String(path) }
        let rest = path[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return String(path) }
        return String(path[..<scheme.upperBound]) + rest[rest.index(after: at)...]
    }
}
