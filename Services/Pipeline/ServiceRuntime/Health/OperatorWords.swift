import BlobStore
import Domain
import HTTPClient
import Kafka
import Postgres

/// What an operator is told of an error: what it says to anyone, and the words of the layer below (Postgres's, librdkafka's, libcurl's,
/// the system's). No layer puts a password or contents into them.
public enum OperatorWords {
    public static func of(_ error: any Error) -> String {
        switch error {
        case let error as StoreError: join("\(error)", error.detail)
        case let error as PostgresError: join("\(error)", error.detail)
        case let error as KafkaError: join("\(error)", error.detail)
        case let error as BlobError: join("\(error)", error.detail)
        case let error as HTTPClientError: error.words
        default: String(describing: error)
        }
    }

    private static func join(_ description: String, _ detail: String) -> String {
        detail.isEmpty ? description : "\(description.hasSuffix(".") ? String(description.dropLast()) : description): \(detail)"
    }
}
