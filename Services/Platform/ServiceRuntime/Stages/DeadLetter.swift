import FoundationEssentials
import Kafka
import Shared

/// What could not be processed, for operators: where it came from, how often it was tried, and why it was given up. The record's
/// value is the original one, so that it can be sent again as it is.
struct DeadLetter: Sendable {
    let key: [UInt8]
    let value: [UInt8]
    let topic: String?
    let partition: Int32?
    let offset: Int64?
    let failure: ProcessingFailure
    let attempts: Int
    let at: Date

    init(event: StageEvent, topic: String, origin: RecordOrigin?, failure: ProcessingFailure, attempts: Int, at: Date) {
        key = Array(event.header.submission.description.utf8)
        value = event.payload
        self.topic = topic
        partition = origin?.partition.partition
        offset = origin?.offset
        self.failure = failure
        self.attempts = attempts
        self.at = at
    }

    init(record: ConsumedRecord, failure: ProcessingFailure, attempts: Int, at: Date) {
        key = record.key ?? []
        value = record.value ?? []
        topic = record.topicPartition.topic
        partition = record.topicPartition.partition
        offset = record.offset
        self.failure = failure
        self.attempts = attempts
        self.at = at
    }

    func message(stage: Stage) -> KafkaMessage {
        var headers = [
            KafkaHeader("docket-stage", stage.rawValue), KafkaHeader("docket-attempts", String(attempts)),
            KafkaHeader("docket-error-code", failure.code), KafkaHeader("docket-error", failure.description),
            KafkaHeader("docket-failed-at", Timestamp(at).description),
        ]
        if let topic { headers.append(KafkaHeader("docket-original-topic", topic)) }
        if let partition { headers.append(KafkaHeader("docket-original-partition", String(partition))) }
        if let offset { headers.append(KafkaHeader("docket-original-offset", String(offset))) }
        return KafkaMessage(topic: Topic.deadLetters.name, key: key, value: value, headers: headers)
    }
}

struct DeadLetterWriter: Sendable {
    let producer: any RecordProducer
    let stage: Stage

    func write(_ letter: DeadLetter) async throws(KafkaError) {
        guard let report = await producer.produce([letter.message(stage: stage)]).first else { return }
        _ = try report.get()
    }
}
