/// A header of a record.
public struct KafkaHeader: Sendable, Hashable {
    public let name: String
    public let value: [UInt8]

    public init(_ name: String, _ value: [UInt8]) {
        self.name = name
        self.value = value
    }

    public init(_ name: String, _ value: String) { self.init(name, Array(value.utf8)) }
}

/// A record to append to a topic. Records with the same key go to the same partition, in the order of the calls.
public struct KafkaMessage: Sendable, Hashable {
    public let topic: String
    public let key: [UInt8]
    public let value: [UInt8]
    public let headers: [KafkaHeader]

    public init(topic: String, key: [UInt8], value: [UInt8], headers: [KafkaHeader] = []) {
        self.topic = topic
        self.key = key
        self.value = value
        self.headers = headers
    }
}

/// The place where the broker appended a message.
public struct DeliveryReport: Sendable, Hashable {
    public let topic: String
    public let partition: Int32
    public let offset: Int64

    public init(topic: String, partition: Int32, offset: Int64) {
        self.topic = topic
        self.partition = partition
        self.offset = offset
    }
}

public struct TopicPartition: Sendable, Hashable, CustomStringConvertible {
    public let topic: String
    public let partition: Int32

    public init(topic: String, partition: Int32) {
        self.topic = topic
        self.partition = partition
    }

    public var description: String { "\(topic)[\(partition)]" }
}

/// A record as it was read.
public struct ConsumedRecord: Sendable, Hashable {
    public let topicPartition: TopicPartition
    public let offset: Int64
    /// Milliseconds since 1970, set by the producer or the broker; nil if the topic has no timestamps.
    public let timestamp: Int64?
    public let key: [UInt8]?
    /// Nil for a tombstone.
    public let value: [UInt8]?
    public let headers: [KafkaHeader]

    public init(
        topicPartition: TopicPartition, offset: Int64, timestamp: Int64? = nil, key: [UInt8]?, value: [UInt8]?,
        headers: [KafkaHeader] = []
    ) {
        self.topicPartition = topicPartition
        self.offset = offset
        self.timestamp = timestamp
        self.key = key
        self.value = value
        self.headers = headers
    }

    /// The value of the first header of the name, as text.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
    }
}
