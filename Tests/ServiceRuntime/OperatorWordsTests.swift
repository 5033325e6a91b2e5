import Domain
import Kafka
import Postgres
import ServiceRuntime
import Testing

/// Operators are told the cause, and whose words it is in.
@Suite struct OperatorWordsTests {
    @Test func theWordsOfTheLayerBelowFollow() {
        let postgres = PostgresError(
            code: .connectionFailed, sqlState: "28P01", description: "The database refused the user or the password.",
            detail: "FATAL: password authentication failed (SQLSTATE 28P01)")
        #expect(
            OperatorWords.of(postgres)
                == "The database refused the user or the password: FATAL: password authentication failed (SQLSTATE 28P01)")
        let kafka = KafkaError(
            code: .unreachable, isRetriable: true, description: "the Kafka broker cannot be reached",
            detail: "reading metadata: _TRANSPORT: Connection refused")
        #expect(
            OperatorWords.of(kafka) == "the Kafka broker cannot be reached: reading metadata: _TRANSPORT: Connection refused")
        let store = StoreError(
            code: .schemaMismatch, isRetriable: true, description: "It is older.", detail: "2 steps are missing")
        #expect(OperatorWords.of(store) == "It is older: 2 steps are missing")
    }

    @Test func whatSaysNothingMoreIsNotPadded() {
        #expect(
            OperatorWords.of(PostgresError(code: .poolClosed, description: "The connection was closed."))
                == "The connection was closed.")
        #expect(OperatorWords.of(CancellationError()) == "CancellationError()")
    }
}
