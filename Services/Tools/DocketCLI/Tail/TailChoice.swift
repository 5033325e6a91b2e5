import CommandSupport
import Kafka
import Operations
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

    /// Whether what is shown of an event has its first reason.
    var showsReasons: Bool {
        if case .line = form { true } else { false }
    }

    /// Whether each record's value is passed on as it is.
    var copiesAll: Bool { takesBytesAlone && takesAllRecords && isUnmasked }

    /// Whether `takes` is so for every record.
    var takesAllRecords: Bool { submission == nil && since == nil && until == nil }

    /// By what the broker says of it.
    func takes(_ record: ConsumedRecord) -> Bool {
        if let submission, record.key.map({ String(decoding: $0, as: UTF8.self) }) != submission { return false }
        guard let time = record.timestamp.map(Timestamp.init(millisecondsSinceEpoch:)) else { return true }
        return since.map { time >= $0 } ?? true && until.map { time <= $0 } ?? true
    }

    /// By what it says itself; nil when that cannot be told.
    func takes(_ event: WatchedEvent) -> Bool? {
        if readsHeaders {
            guard let header = event.header, tenants.isEmpty || tenants.contains(header.tenant),
                journeys.isEmpty || journeys.contains(header.journey),
                states.isEmpty || event.state.map(states.contains) ?? false
            else { return false }
        }
        guard let filter else { return true }
        return filter.judge(event)
    }
}

/// Turns records into what is printed.
struct TailPrinter {
    let choice: TailChoice
    let style: Style
    /// Of how many it could not be told whether they are wanted.
    private(set) var unjudged = 0

    init(_ choice: TailChoice, style: Style) {
        self.choice = choice
        self.style = style
    }

    /// Appends a line; returns whether it did, as it does not if the record is not wanted.
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
        let event = WatchedEvent(record, readsBody: choice.readsBodies, readsReasons: choice.showsReasons)
        guard let isTaken = choice.takes(event) else {
            unjudged += 1
            return nil
        }
        guard isTaken else { return nil }
        switch choice.form {
        case .json: return choice.isUnmasked ? value : EventMask.masked(value)
        case .template(let template): return Array(template.text(of: choice.isUnmasked ? event : event.masked).utf8)
        case .line: return Array(EventLine.text(event, style: style).utf8)
        }
    }
}
