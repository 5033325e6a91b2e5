import BlobStore
import Domain
import HTTPClient
import Kafka
import Postgres

/// The text of an error for an operator: its public text, and the message of the layer below (Postgres, librdkafka,
/// libcurl, the system). No layer includes a password or contents.
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
