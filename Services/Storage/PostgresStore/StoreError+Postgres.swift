import Domain
import Postgres
import Sealing

extension StoreError {
    /// Runs `body` and converts any error to the type that the ports promise.
    static func wrapping<T>(_ operation: String, _ body: () async throws -> T) async throws(StoreError) -> T {
        do {
            return try await body()
        } catch let error as StoreError {
            throw error
        } catch let error as PostgresError where error.isOfCount {
            throw .changedMeanwhile("\(operation): what was read before has changed")
        } catch let error as PostgresError {
            throw StoreError(error, during: operation)
        } catch let error as SealingError {
            throw StoreError(error)
        } catch is CancellationError {
            throw StoreError(
                code: .cancelled, isRetriable: false, description: "The request to the database was cancelled.", detail: operation
            )
        } catch {
            throw StoreError(
                code: .internal, isRetriable: false, description: "The database could not be used as intended.",
                detail: "\(operation): \(error)")
        }
    }

    private init(_ error: PostgresError, during operation: String) {
        let code: Code =
            switch error.code {
            case .connectionLost where error.isOfKeysElsewhere: .keysUnavailable
            case .connectionFailed, .connectionLost, .poolExhausted, .serverUnavailable, .timedOut, .serializationFailure,
                .poolClosed, .readOnly:
                .unavailable
            case .commitOutcomeUnknown: .outcomeUnknown
            case .cancelled: .cancelled
            case .decoding, .damaged: .corrupt
            case .uniqueViolation, .foreignKeyViolation, .checkViolation, .notNullViolation, .invalidValue, .misuse, .server:
                .internal
            }
        self.init(
            code: code, isRetriable: error.isRetriable, description: error.description,
            detail: "\(operation): \(error.debugDescription)")
    }
}

extension StoreError {
    /// What was changed, or has lost its key, stays so; any other key may be there later.
    init(_ error: SealingError) {
        switch error.code {
        case .damaged, .gone:
            self.init(
                code: .unopenable, isRetriable: false, description: "What is sealed there cannot be opened any more.",
                detail: error.description)
        case .unavailable, .databaseUnavailable, .unknownKey:
            self.init(
                code: error.code == .databaseUnavailable ? .unavailable : .keysUnavailable, isRetriable: true,
                description: "The keys that files are sealed with cannot be used.",
                detail: error.description)
        }
    }
}
