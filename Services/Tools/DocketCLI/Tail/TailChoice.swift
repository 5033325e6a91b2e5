import CommandSupport
import Kafka
import Operations
import Shared

/// Which events are printed, and in which form.
struct TailChoice: Sendable {
    enum Form: Sendable {
        case line
        case json
        case template(EventTemplate)
    }

    var form = Form.line
    /// Whether personal data is printed, too.
    var isUnmasked = false
    var tenants: Set<TenantID> = []
    var journeys: Set<JourneyID> = []
    var states: Set<SubmissionState> = []
    var submission: String?
    var filter: FilterExpression<EventPredicate>?
    var since: Timestamp?
    var until: Timestamp?

    /// Whether events are printed unchanged and need not be parsed.
    var takesBytesAlone: Bool {
        if case .json = form { !readsHeaders && filter == nil } else { false }
    }

    private var readsHeaders: Bool { !tenants.isEmpty || !journeys.isEmpty || !states.isEmpty }

    /// Whether more than the header has to be parsed.
    var readsBodies: Bool {
        if case .template = form { true } else { filter != nil }
    }

    /// Whether the printed form has the first reason.
    var showsReasons: Bool {
        if case .line = form { true } else { false }
    }

    /// Whether each record's value is copied unchanged.
    var copiesAll: Bool { takesBytesAlone && takesAllRecords && isUnmasked }

    /// Whether `takes` is true for every record.
    var takesAllRecords: Bool { submission == nil && since == nil && until == nil }

    /// Decides by the record's key and timestamp.
    func takes(_ record: ConsumedRecord) -> Bool {
        if let submission, record.key.map({ String(decoding: $0, as: UTF8.self) }) != submission { return false }
        guard let time = record.timestamp.map(Timestamp.init(millisecondsSinceEpoch:)) else { return true }
        return since.map { time >= $0 } ?? true && until.map { time <= $0 } ?? true
    }

    /// Decides by the event's content; nil if that cannot be decided.
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

/// Converts records to printed text.
struct TailPrinter {
    let choice: TailChoice
    let style: Style
    /// The number of events for which the choice could not be decided.
    private(set) var unjudged = 0

    init(_ choice: TailChoice, style: Style) {
        self.choice = choice
        self.style = style
    }

    /// Appends a line; returns false if the record is not wanted.
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
