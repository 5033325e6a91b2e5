import Domain
import FoundationEssentials
import Kafka
import Shared

extension DeadLetterNotice {
    init(event: StageEvent, stage: Stage, origin: Origin?, failure: ProcessingFailure, at time: Date) {
        self.init(
            stage: stage, event: event.header.id, key: Array(event.header.submission.description.utf8), value: event.payload,
            origin: origin, attempts: event.attempt, code: failure.code, problem: failure.description, failedAt: time)
    }

    /// Of a record that holds no event of the log, whatever it says of itself. One that is too large for any event is cut off, so
    /// that there is room for its cause beside it.
    init(value: [UInt8], key: [UInt8], stage: Stage, origin: Origin?, failure: ProcessingFailure, attempts: Int, at time: Date) {
        self.init(
            stage: stage, event: nil, key: Array(key.prefix(Self.longestKey)),
            value: Array(value.prefix(EventReader.maximumSize)), origin: origin, attempts: attempts, code: failure.code,
            problem: failure.description, failedAt: time)
    }

    /// Far longer than any key of Docket's.
    private static let longestKey = 4096
}

extension DeadLetterRow {
    var message: KafkaMessage {
        var headers = [
            KafkaHeader("docket-dead-letter", String(position)), KafkaHeader("docket-stage", notice.stage.rawValue),
            KafkaHeader("docket-attempts", String(notice.attempts)), KafkaHeader("docket-error-code", notice.code),
            KafkaHeader("docket-error", notice.problem), KafkaHeader("docket-failed-at", Timestamp(notice.failedAt).description),
        ]
        if let origin = notice.origin {
            headers.append(KafkaHeader("docket-original-topic", origin.topic))
            headers.append(KafkaHeader("docket-original-partition", String(origin.partition)))
            headers.append(KafkaHeader("docket-original-offset", String(origin.offset)))
        }
        return KafkaMessage(topic: Topic.deadLetters.name, key: notice.key, value: notice.value, headers: headers)
    }
}
