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

    /// For a record without an event of the log, whatever its content claims. One that is too large for any event is
    /// truncated, to leave room for its cause.
    init(_ record: LostRecord, stage: Stage, origin: Origin?, failure: ProcessingFailure, attempts: Int, at time: Date) {
        self.init(
            stage: stage, event: nil, key: Array(record.key.prefix(Self.longestKey)),
            value: Array(record.value.prefix(EventReader.maximumSize)), headers: Self.kept(record.headers), origin: origin,
            attempts: attempts, code: failure.code, problem: failure.description, failedAt: time)
    }

    /// In bytes, far longer than any key of Docket.
    private static let longestKey = 4096
    private static let mostHeaders = 32
    private static let longestHeader = 1024

    /// The first headers, each truncated.
    private static func kept(_ headers: [KafkaHeader]) -> [Header] {
        headers.prefix(mostHeaders).map { header in
            Header(name: String(header.name.prefix(longestHeader)), value: Array(header.value.prefix(longestHeader)))
        }
    }
}

/// A record that becomes no work, as it was read.
struct LostRecord {
    let key: [UInt8]
    let value: [UInt8]
    let headers: [KafkaHeader]

    init(_ record: ConsumedRecord) {
        (key, value, headers) = (record.key ?? [], record.value ?? [], record.headers)
    }

    /// From an event that was read.
    init(_ event: StageEvent) {
        (key, value, headers) = (Array(event.header.submission.description.utf8), event.payload, event.recordHeaders)
    }
}

extension DeadLetterRow {
    var message: KafkaMessage {
        var headers = [
            KafkaHeader(RecordHeader.deadLetter, String(position)), KafkaHeader(RecordHeader.stage, notice.stage.rawValue),
            KafkaHeader(RecordHeader.attempts, String(notice.attempts)), KafkaHeader(RecordHeader.errorCode, notice.code),
            KafkaHeader(RecordHeader.error, notice.problem),
            KafkaHeader(RecordHeader.failedAt, Timestamp(notice.failedAt).description),
        ]
        if let origin = notice.origin {
            headers.append(KafkaHeader(RecordHeader.originalTopic, origin.topic))
            headers.append(KafkaHeader(RecordHeader.originalPartition, String(origin.partition)))
            headers.append(KafkaHeader(RecordHeader.originalOffset, String(origin.offset)))
        }
        return KafkaMessage(topic: Topic.deadLetters.name, key: notice.key, value: notice.value, headers: headers)
    }
}
