import HTTPServer
import Shared

/// A JSON object of a request, read member by member. Faults are collected, and unknown members are faults.
///
/// ```swift
/// var object = try await request.jsonObject()
/// let type = object.requiredString("type", maximum: 64)
/// let source = object.choice("source", of: DocumentSource.self)
/// try object.finish()
/// ```
/// A faulty member reads as nil; use nothing before `finish()` has passed.
struct RequestObject {
    private let members: [String: JSONValue]
    private let pointer: JSONPointer
    private var read: Set<String> = []
    private(set) var faults: [ProblemItem] = []
    /// A fault with a problem type of its own, which clients handle separately.
    private var special: Problem?

    init(_ members: [String: JSONValue], at pointer: JSONPointer = JSONPointer()) {
        self.members = members
        self.pointer = pointer
    }

    // MARK: - Members

    /// Whether the member exists, even as null, for a PATCH.
    func contains(_ name: String) -> Bool { members[name] != nil }

    mutating func requiredString(_ name: String, maximum: Int) -> String? {
        guard let value = take(name), value != .null else {
            fault(name, "This member is required: a string of 1 to \(maximum) characters.", rule: "required")
            return nil
        }
        return text(name, value, maximum: maximum)
    }

    /// Allows line breaks and tabs, for a file's text.
    mutating func requiredFile(_ name: String, maximum: Int) -> String? {
        guard case .string(let text)? = take(name), (1...max(1, maximum)).contains(text.utf8.count),
            !text.utf8.contains(where: { $0 < 0x20 && ![9, 10, 13].contains($0) })
        else {
            fault(name, "This member is required: the text of a file, of 1 to \(maximum) bytes.", rule: "required")
            return nil
        }
        return text
    }

    /// Nil when it is absent or null.
    mutating func optionalString(_ name: String, maximum: Int) -> String? {
        guard let value = take(name), value != .null else { return nil }
        return text(name, value, maximum: maximum)
    }

    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String, of: Choice.Type) -> Choice? {
        guard let value = take(name), value != .null else { return nil }
        let allowed = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        guard case .string(let text) = value, let choice = Choice(rawValue: text) else {
            fault(name, "This must be one of \(allowed).", rule: "choice")
            return nil
        }
        return choice
    }

    mutating func requiredChoice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String, of: Choice.Type) -> Choice? {
        guard let value = members[name], value != .null else {
            read.insert(name)
            let allowed = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            fault(name, "This member is required: one of \(allowed).", rule: "required")
            return nil
        }
        return choice(name, of: Choice.self)
    }

    /// Nil when it is absent or null.
    mutating func optionalInteger(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let value = take(name), value != .null else { return nil }
        guard case .number(let number) = value, let integer = Int(exactly: number), range.contains(integer) else {
            fault(name, "This must be a whole number from \(range.lowerBound) to \(range.upperBound).", rule: "range")
            return nil
        }
        return integer
    }

    /// Nil when it is absent or null.
    mutating func optionalInteger(_ name: String, oneOf allowed: [Int]) -> Int? {
        guard let value = take(name), value != .null else { return nil }
        guard case .number(let number) = value, let integer = Int(exactly: number), allowed.contains(integer) else {
            fault(name, "This must be one of \(allowed.map(String.init).joined(separator: ", ")).", rule: "choice")
            return nil
        }
        return integer
    }

    /// Nil when it is absent or null.
    mutating func crop(_ name: String) -> PageCrop? {
        guard let value = take(name), value != .null else { return nil }
        guard case .array(let points) = value, points.count == 4, let crop = PageCrop(points: points.map(Self.wholeNumbers))
        else {
            fault(
                name,
                """
                This must be four points [x, y] of whole numbers from 0 to \(PageCrop.whole): the corners from the top left clockwise, \
                around a hundredth of the photo at least.
                """, rule: "crop")
            return nil
        }
        return crop
    }

    /// Empty for any other value.
    private static func wholeNumbers(_ value: JSONValue) -> [Int] {
        guard case .array(let elements) = value, elements.count == 2 else { return [] }
        return elements.compactMap { if case .number(let number) = $0 { Int(exactly: number) } else { nil } }
    }

    /// Strings by name; empty when absent or null.
    mutating func stringMap(_ name: String, maximumCount: Int, maximumKey: Int, maximumValue: Int) -> [String: String] {
        guard let value = take(name), value != .null else { return [:] }
        guard case .object(let entries) = value, entries.count <= maximumCount else {
            fault(name, "This must be an object of at most \(maximumCount) strings.", rule: "metadata")
            return [:]
        }
        var map: [String: String] = [:]
        for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
            guard case .string(let text) = entry, PlainText.isValid(key, length: 1...max(1, maximumKey)),
                PlainText.isValid(text, length: 0...max(0, maximumValue))
            else {
                faults.append(
                    ProblemItem(
                        pointer: pointer.appending(name).appending(key).description,
                        detail: "A name of 1 to \(maximumKey) characters with a string of at most \(maximumValue) is allowed.",
                        rule: "metadata"))
                continue
            }
            map[key] = text
        }
        return map
    }

    /// A nested object, read by `body`; nil if absent or null.
    mutating func object<Value>(_ name: String, _ body: (inout RequestObject) -> Value) -> Value? {
        guard let value = take(name), value != .null else { return nil }
        guard case .object(let members) = value else {
            fault(name, "This must be an object, not \(value.kind).", rule: "type")
            return nil
        }
        var inner = RequestObject(members, at: pointer.appending(name))
        let result = body(&inner)
        inner.refuseUnread()
        take(faultsOf: inner)
        return result
    }

    /// Objects by name, each read by `body`; required.
    mutating func objects<Value>(
        _ name: String, maximumCount: Int, _ body: (String, inout RequestObject) -> Value
    ) -> [(name: String, value: Value)] {
        guard case .object(let entries)? = take(name), entries.count <= maximumCount else {
            fault(name, "This member is required: an object of at most \(maximumCount) objects.", rule: "required")
            return []
        }
        var values: [(name: String, value: Value)] = []
        for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
            let place = pointer.appending(name).appending(key)
            guard case .object(let members) = entry else {
                faults.append(
                    ProblemItem(
                        pointer: place.description, detail: "This must be an object, not \(entry.kind).", rule: "type"))
                continue
            }
            var inner = RequestObject(members, at: place)
            values.append((key, body(key, &inner)))
            inner.refuseUnread()
            take(faultsOf: inner)
        }
        return values
    }

    mutating func optionalBoolean(_ name: String) -> Bool? {
        guard let value = take(name), value != .null else { return nil }
        guard case .boolean(let flag) = value else {
            fault(name, "This must be true or false, not \(value.kind).", rule: "type")
            return nil
        }
        return flag
    }

    /// Each is one of `allowed`, without repetitions. Nil if absent or null.
    mutating func optionalChoices(_ name: String, of allowed: [String]) -> [String]? {
        optionalEntries(name, maximumCount: allowed.count, "one of \(allowed.joined(separator: ", "))", where: allowed.contains)
    }

    /// Distinct texts, each as `words` describe. Any other is a fault with its place.
    mutating func optionalEntries(
        _ name: String, maximumCount: Int, _ words: String, where isGood: (String) -> Bool
    ) -> [String]? {
        guard let value = take(name), value != .null else { return nil }
        guard case .array(let elements) = value, elements.count <= maximumCount else {
            fault(name, "This must be an array of at most \(maximumCount) strings.", rule: "type")
            return nil
        }
        var entries: [String] = []
        for (index, element) in elements.enumerated() {
            if case .string(let text) = element, isGood(text), !entries.contains(text) {
                entries.append(text)
            } else {
                faults.append(
                    ProblemItem(
                        pointer: pointer.appending(name).appending(index).description,
                        detail: "This must be \(words), and no other element the same.", rule: "choice"))
            }
        }
        return entries
    }

    /// Nil when it is absent or null.
    mutating func optionalTexts(_ name: String, maximumCount: Int, maximum: Int) -> [String]? {
        guard let value = take(name), value != .null else { return nil }
        guard case .array(let elements) = value, !elements.isEmpty, elements.count <= maximumCount else {
            fault(name, "This must be an array of 1 to \(maximumCount) strings.", rule: "type")
            return nil
        }
        return elements.compactMap { text(name, $0, maximum: maximum) }
    }

    mutating func requiredIdentifiers<Tag>(_ name: String, of: Tag.Type, maximumCount: Int) -> [Identifier<Tag>]? {
        guard case .array(let elements)? = take(name), elements.count <= maximumCount else {
            fault(name, "This must be an array of at most \(maximumCount) ids.", rule: "required")
            return nil
        }
        var identifiers: [Identifier<Tag>] = []
        for (index, element) in elements.enumerated() {
            guard case .string(let text) = element, let identifier = Identifier<Tag>(text) else {
                faults.append(
                    ProblemItem(
                        pointer: pointer.appending(name).appending(index).description, detail: "This is not an id.",
                        rule: "identifier"))
                continue
            }
            identifiers.append(identifier)
        }
        return identifiers
    }

    /// A calendar date. An invalid one is a problem of its own type, `invalid-date`.
    mutating func calendarDate(_ name: String) -> CalendarDate? {
        guard let value = take(name), value != .null else { return nil }
        guard case .string(let text) = value, let date = CalendarDate(text) else {
            let detail = "Give the day as YEAR-MONTH-DAY, such as 2026-10-31."
            special = Problem(
                .invalidDate, detail: detail,
                errors: [ProblemItem(pointer: pointer.appending(name).description, detail: detail, rule: "date")])
            return nil
        }
        return date
    }

    /// A moment; nil if it is absent and not required.
    mutating func moment(_ name: String, isRequired: Bool = false) -> Timestamp? {
        let text = isRequired ? requiredString(name, maximum: 40) : optionalString(name, maximum: 40)
        guard let text else { return nil }
        guard let moment = Timestamp(text) else {
            fault(name, "This must be a moment such as 2026-10-31T09:05:07Z.", rule: "moment")
            return nil
        }
        return moment
    }

    /// `periodStart` and `periodEnd`, both or none. The rules check their order.
    mutating func period() -> DatePeriod? {
        let (start, end) = (calendarDate("periodStart"), calendarDate("periodEnd"))
        if (start == nil) != (end == nil), special == nil {
            fault(start == nil ? "periodStart" : "periodEnd", "A period needs both of its ends.", rule: "period")
        }
        guard let start, let end else { return nil }
        return DatePeriod(start: start, end: end)
    }

    // MARK: - Faults

    mutating func add(_ fault: ProblemItem) { faults.append(fault) }

    mutating func fault(_ name: String, _ detail: String, rule: String) {
        faults.append(ProblemItem(pointer: pointer.appending(name).description, detail: detail, rule: rule))
    }

    /// Throws if a member has a fault or is unknown.
    mutating func finish() throws(Problem) {
        refuseUnread()
        if !faults.isEmpty {
            let count = faults.count == 1 ? "One member" : "\(faults.count) members"
            throw Problem(
                .invalidRequest, detail: "\(count) of the request cannot be used; `errors` says which and why.", errors: faults)
        }
        if let special { throw special }
    }

    private mutating func refuseUnread() {
        for name in members.keys.sorted() where !read.contains(name) {
            fault(name, "No member of this name is known here. Check its spelling, or leave it out.", rule: "unknown-member")
        }
    }

    private mutating func take(faultsOf inner: RequestObject) {
        faults += inner.faults
        special = special ?? inner.special
    }

    private mutating func take(_ name: String) -> JSONValue? {
        read.insert(name)
        return members[name]
    }

    private mutating func text(_ name: String, _ value: JSONValue, maximum: Int) -> String? {
        guard case .string(let text) = value else {
            fault(name, "This must be a string, not \(value.kind).", rule: "type")
            return nil
        }
        guard PlainText.isValid(text, length: 1...max(1, maximum)) else {
            fault(name, "This must be 1 to \(maximum) characters, without control characters.", rule: "length")
            return nil
        }
        return text
    }
}
