import Domain
import HTTPServer
import PostgresStore
import Shared
import Webhooks

// What requests say of webhook endpoints. Pure.

extension NewWebhookEndpoint {
    /// `{"url", "name"?, "events"?, "journeys"?, "fields"?, "contact"?, "signature"?}`
    init(
        reading object: RequestObject, of tenant: TenantID, offered: JourneyRegistry, allowsPrivate: Bool
    ) throws(Problem) {
        var object = object
        let url = object.endpointAddress(isRequired: true, allowsPrivate: allowsPrivate)
        let name = object.optionalString("name", maximum: EndpointHandlers.nameLength)
        let events = object.endpointEvents() ?? []
        let journeys = object.endpointJourneys(offered) ?? []
        let fields = object.endpointFields() ?? []
        let contact = object.optionalString("contact", maximum: EndpointHandlers.nameLength)
        let kind = object.choice("signature", of: WebhookKey.Kind.self) ?? .symmetric
        try object.finish()
        guard let url else { throw .internalError }
        self.init(
            tenant: tenant, url: url, name: name, events: events, journeys: journeys,
            fields: fields,
            contact: contact, kind: kind)
    }
}

extension WebhookEndpointChange {
    /// Absent members stay unchanged.
    init(reading object: RequestObject, offered: JourneyRegistry, allowsPrivate: Bool) throws(Problem) {
        var object = object
        self.init()
        url = object.endpointAddress(isRequired: false, allowsPrivate: allowsPrivate)
        if object.contains("name") { name = .some(object.optionalString("name", maximum: EndpointHandlers.nameLength)) }
        if object.contains("contact") { contact = .some(object.optionalString("contact", maximum: EndpointHandlers.nameLength)) }
        if object.contains("events") { events = object.endpointEvents() ?? [] }
        if object.contains("journeys") { journeys = object.endpointJourneys(offered) ?? [] }
        if object.contains("fields") { fields = object.endpointFields() ?? [] }
        isEnabled = object.optionalBoolean("enabled")
        try object.finish()
    }
}

/// `{"sample"?: type}`
struct EndpointTest: Hashable, Sendable {
    /// Nil for an empty message.
    let sample: WebhookEvent?

    init(reading object: RequestObject) throws(Problem) {
        var object = object
        let text = object.optionalString("sample", maximum: EndpointHandlers.nameLength)
        sample = text.map(WebhookEvent.init).flatMap { WebhookEvent.all.contains($0) ? $0 : nil }
        if text != nil, sample == nil {
            object.fault("sample", "This must be one of \(EndpointHandlers.eventTypes.joined(separator: ", ")).", rule: "choice")
        }
        try object.finish()
    }
}

/// `{"overlap"?: seconds, "signature"?: "v1" | "v1a"}`
struct EndpointRotation: Hashable, Sendable {
    /// Seconds for which the old secret signs beside the new one.
    let overlap: Int
    let kind: WebhookKey.Kind?

    init(reading object: RequestObject) throws(Problem) {
        var object = object
        let overlap = object.optionalInteger("overlap", in: WebhookEndpointStore.overlaps)
        kind = object.choice("signature", of: WebhookKey.Kind.self)
        try object.finish()
        self.overlap = overlap ?? WebhookEndpointStore.standardOverlap
    }
}

/// `{"since": moment}`
struct EndpointRecovery: Hashable, Sendable {
    let since: Timestamp

    init(reading object: RequestObject) throws(Problem) {
        var object = object
        let since = object.moment("since", isRequired: true)
        try object.finish()
        guard let since else { throw .internalError }
        self.since = since
    }
}

extension RequestObject {
    fileprivate mutating func endpointEvents() -> [WebhookEvent]? {
        optionalChoices("events", of: EndpointHandlers.eventTypes)?.map(WebhookEvent.init)
    }

    /// Journeys that are not offered are a fault: an endpoint for one would never get a delivery.
    fileprivate mutating func endpointJourneys(_ offered: JourneyRegistry) -> [JourneyID]? {
        let words = "a journey that is offered (\(offered.offered.map(\.id.rawValue).joined(separator: ", ")))"
        return optionalEntries("journeys", maximumCount: EndpointHandlers.mostJourneys, words) { text in
            JourneyID(rawValue: text).map { offered[$0] != nil } ?? false
        }?.compactMap(JourneyID.init(rawValue:))
    }

    fileprivate mutating func endpointFields() -> [String]? {
        optionalEntries(
            "fields", maximumCount: PayloadFields.maximumCount,
            "a path of an outcome's data, such as state or results.pdf.digest",
            where: PayloadFields.isKnown)
    }

    fileprivate mutating func endpointAddress(isRequired: Bool, allowsPrivate: Bool) -> String? {
        let text =
            isRequired
            ? requiredString("url", maximum: EndpointAddress.maximumLength)
            : optionalString("url", maximum: EndpointAddress.maximumLength)
        guard let text else { return nil }
        do throws(EndpointAddressFault) {
            return try EndpointAddress(text, allowsPrivate: allowsPrivate).text
        } catch {
            fault("url", "The URL \(error.description).", rule: "endpoint-url")
            return nil
        }
    }
}
