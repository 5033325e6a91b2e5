import Kafka
import Shared

/// Which events are shown, and how.
struct TailChoice: Sendable {
    enum Form: Sendable {
        case line
        case json
        case template(EventTemplate)
    }

    var form = Form.line
    /// Whether what is personal is shown, too.
    var isUnmasked = false
    var tenants: Set<TenantID> = []
    var journeys: Set<JourneyID> = []
    var states: Set<SubmissionState> = []
    var submission: String?
    var filter: FilterExpression<EventPredicate>?
    var since: Timestamp?
    var until: Timestamp?

    /// Whether events pass as they are, and nothing of them has to be read.
    var takesBytesAlone: Bool {
        if case .json = form { !readsHeaders && filter == nil } else { false }
    }

    private var readsHeaders: Bool { !tenants.isEmpty || !journeys.isEmpty || !states.isEmpty }

    /// Whether more than the header is asked for.
    var readsBodies: Bool {
        if case .template = form { true } else { filter != nil }
    }

    /// Whether `takes` is so for every record.
    var takesAllRecords: Bool { submission == nil && since == nil && until == nil }

    /// By what the broker says of it.
    func takes(_ record: ConsumedRecord) -> Bool {
        if let submission, record.key.map({ String(decoding: $0, as: UTF8.self) }) != submission { return false }
        guard let time = record.timestamp.map(Timestamp.init(millisecondsSinceEpoch:)) else { return true }
        return since.map { time >= $0 } ?? true && until.map { time <= $0 } ?? true
    }

    /// By what it says itself.
    func takes(_ event: WatchedEvent) -> Bool {
        (tenants.isEmpty || tenants.contains(event.header.tenant))
            && (journeys.isEmpty || journeys.contains(event.header.journey))
            && (states.isEmpty || event.state.map(states.contains) ?? false)
            && filter.map { $0.matches(event) } ?? true
    }

    /// Whether a record that is no event of Docket is shown: unless only certain events are wanted.
    var takesFaults: Bool { !readsHeaders && filter == nil }
}

/// Turns records into what is printed.
struct TailPrinter {
    let choice: TailChoice
    let style: Style
    private var steps = StepTimes()

    /// Whether each record's value is printed as it is.
    private let copiesAll: Bool

    init(_ choice: TailChoice, style: Style) {
        self.choice = choice
        self.style = style
        copiesAll = choice.takesBytesAlone && choice.takesAllRecords && choice.isUnmasked
    }

    /// Appends a line; returns whether it did, as it does not if the record is not wanted.
    mutating func print(_ record: borrowing RecordView, to output: inout [UInt8]) -> Bool {
        guard copiesAll else { return print(record.copy(), to: &output) }
        record.appendValue(to: &output)
        output.append(UInt8(ascii: "\n"))
        return true
    }

    @discardableResult
    mutating func print(_ record: ConsumedRecord, to output: inout [UInt8]) -> Bool {
        guard choice.takes(record) else { return false }
        let value = record.value ?? []
        if choice.takesBytesAlone {
            output += choice.isUnmasked ? value : EventMask.masked(value)
        } else {
            guard let text = line(record, value) else { return false }
            output += text
        }
        output.append(UInt8(ascii: "\n"))
        return true
    }

    private mutating func line(_ record: ConsumedRecord, _ value: [UInt8]) -> [UInt8]? {
        let place = record.topicPartition
        let event: WatchedEvent
        do throws(EventFault) {
            event = try read(record, value)
        } catch {
            guard choice.takesFaults else { return nil }
            return Array(
                EventLine.text(
                    fault: error, topic: place.topic, partition: place.partition, offset: record.offset, style: style
                ).utf8)
        }
        guard choice.takes(event) else { return nil }
        switch choice.form {
        case .json: return choice.isUnmasked ? value : EventMask.masked(value)
        case .template(let template): return Array(template.text(of: choice.isUnmasked ? event : event.masked).utf8)
        case .line: return Array(EventLine.text(event, style: style).utf8)
        }
    }

    private mutating func read(_ record: ConsumedRecord, _ value: [UInt8]) throws(EventFault) -> WatchedEvent {
        let header = try EventReader.header(of: value)
        return WatchedEvent(
            header: header, topic: record.topicPartition.topic, partition: record.topicPartition.partition,
            offset: record.offset, published: record.timestamp.map(Timestamp.init(millisecondsSinceEpoch:)),
            step: steps.step(to: header),
            body: choice.readsBodies ? (try? CanonicalJSON.decode(JSONValue.self, from: value)) ?? .null : .null)
    }
}
