import FoundationEssentials
import HTTPServer
import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway

/// What is said of events is what they are.
@Suite(.timeLimit(.minutes(5))) struct EventDescriptionTests {
    private static let document = AsyncAPIDocument()

    @Test func everyTypeIsDescribedOnItsTopic() {
        for type in EventType.allCases {
            let name = type.shortName
            #expect(Self.document.value["components"]?["messages"]?[name]?["name"]?.text == type.rawValue)
            #expect(Self.document.value["channels"]?["live"]?["messages"]?[name] != nil)
            guard let topic = type.topic else { continue }
            let channel = String(topic.name.dropFirst("docket.".count))
            #expect(Self.document.value["channels"]?[channel]?["address"]?.text == topic.name)
            #expect(Self.document.value["channels"]?[channel]?["messages"]?[name] != nil)
        }
    }

    /// A name means the same in both descriptions, for the page shows them side by side.
    @Test func noNameMeansTwoThings() {
        let resources = Schemas.all(journeys: [])
        for (name, schema) in EventSchemas.all {
            #expect(resources[name] == nil || resources[name]?.value == schema.value, "\(name)")
        }
    }

    /// Tools that let a person name a field know those that are described, and no others.
    @Test func everyFieldIsKnownByName() {
        func paths(_ schema: JSONValue?, _ seen: [String] = []) -> Set<[String]> {
            guard let schema else { return [] }
            if let name = schema["$ref"]?.text?.split(separator: "/").last {
                return paths(Self.document.value["components"]?["schemas"]?[String(name)], seen)
            }
            if let items = schema["items"] { return paths(items, seen) }
            guard case .object(let members)? = schema["properties"] else { return [] }
            return members.reduce(into: []) { found, member in
                found.insert(seen + [member.key])
                found.formUnion(paths(member.value, seen + [member.key]))
            }
        }
        let described = EventType.allCases.reduce(into: Set<[String]>()) { all, type in
            all.formUnion(paths(Self.document.value["components"]?["schemas"]?[type.shortName]))
        }
        #expect(described.subtracting(EventFields.all) == [], "these are described, and no expression may name them")
        #expect(Set(EventFields.all).subtracting(described) == [], "no event has these")
        #expect(EventFields.has(["data", "reasons", "values", "anything"]) && !EventFields.has(["data", "reasons", "anything"]))
    }

    /// Of each type an event with all that it can have, and one with the least.
    private static let samples: [[UInt8]] = {
        let (document, page, digest) = (DocumentID.random(), PageID.random(), ContentDigest(of: [1]))
        let full = Document(
            id: document, type: "passport", state: .checking, issueDate: CalendarDate("2026-03-20"), source: .filePicker,
            pages: [], pdf: StoredFile(digest: digest, size: 3, mediaType: .pdf))
        let least = Document(id: document, type: "passport", state: .checking, pages: [])
        let reason = Reason(
            rule: "document.pages", severity: .warn, documentType: "passport", document: document, page: page, found: "9 pages",
            expected: "1 page", message: "Too many.", remedy: "Take some away.")
        let bare = Reason(rule: "document.pages", found: "9 pages", expected: "1 page", message: "Too many.")
        let verdict = SubmissionVerdict(sorting: [reason, bare], under: [document])
        func events(_ datas: any EventData...) -> [[UInt8]] { datas.flatMap { encoded($0) } }
        return events(
            UploadCompleted(
                document: document, page: page, upload: .random(), digest: digest, size: 1, mediaType: .jpeg, source: .camera),
            UploadCompleted(document: document, page: page, digest: digest, size: 0, mediaType: nil),
            UploadRefused(document: document, upload: .random(), reasons: [reason, bare]),
            UploadAborted(document: document, upload: .random(), received: 5, cause: .connectionLost),
            SubmissionCreated(journeyVersion: digest), DocumentChanged(full), DocumentChanged(least),
            DocumentReordered(document: document, pages: [page]), PageChanged(document: document, page: page, rotation: .half),
            PageChanged(
                document: document, page: page, rotation: .none,
                crop: PageCrop(points: [[0, 0], [9000, 0], [9000, 9000], [0, 9000]])),
            SubmissionSubmitted(
                journeyVersion: digest, attempt: 1, documents: [SubmittedDocument(full), SubmittedDocument(least)]),
            SubmissionAsked(
                attempt: 2, callOut: "risk", after: .validation, verdict: verdict,
                work: StageWork(pagesRead: 2, readingMilliseconds: 900)),
            SubmissionValidated(attempt: 2, verdict: verdict),
            SubmissionNormalized(attempt: 2, verdict: verdict, work: StageWork(pagesMade: 3)),
            SubmissionOutcome(
                state: .accepted, attempt: 1, verdict: verdict, results: [DocumentResult(full)].compactMap(\.self),
                work: StageWork(pagesMade: 3, pagesRead: 2),
                record: OutcomeRecord(lasting: digest, originals: digest, facts: digest)),
            SubmissionOutcome(
                state: .accepted, attempt: 1, record: OutcomeRecord(lasting: digest, originals: digest)),
            SubmissionOutcome(state: .withdrawn, attempt: 0))
    }()

    private static func encoded<Content: EventData>(_ data: Content) -> [[UInt8]] {
        Content.eventTypes.flatMap { type in
            [nil, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"].compactMap { traceparent in
                let header = EventHeader(
                    id: .random(), type: type, source: "/docket/gateway", submission: .random(), time: Timestamp(Date()),
                    sequence: 7,
                    tenant: "acme", journey: "identity", previousTime: traceparent.map { _ in Timestamp(Date()) },
                    traceparent: traceparent)
                return try? CloudEvent(header: header, data: data).encoded()
            }
        }
    }

    @Test func whatCanBeSaidIsDescribed() async throws {
        #expect(try Set(Self.samples.map { try EventReader.header(of: $0).type }) == Set(EventType.allCases))
        #expect(try await Self.faults(in: Self.samples) == "")
    }

    /// A check that finds nothing proves nothing.
    @Test func whatIsNotDescribedIsFound() async throws {
        let sound = String(decoding: try #require(Self.samples.first), as: UTF8.self)
        for (old, new) in [(#""size":1"#, #""size":"1""#), (#""size":1,"#, #""size":1,"name":"a.jpg","#), (#""size":1,"#, "")] {
            try #require(sound.contains(old))
            #expect(try await Self.faults(in: [Array(sound.replacing(old, with: new).utf8)]) != "", "\(new)")
        }
    }

    @Test func whatTheGatewayEmitsIsDescribed() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let page = try await gateway.page(document)
            _ = try await gateway.client.send("PATCH", page, json: #"{"rotation": 90}"#)
            let crop = #"{"crop": [[0, 0], [9000, 0], [9000, 9000], [0, 9000]]}"#
            #expect(try await gateway.client.send("PATCH", page, json: crop).status == 200)
            _ = try await gateway.confirmed("DELETE", page)
            let kept = try await gateway.page(document)
            #expect(try await gateway.client.send("PATCH", kept, json: crop).status == 200)
            #expect(try await gateway.client.send("POST", "/v1/submissions/\(draft)/submit").status == 202)
            _ = try await gateway.confirmed("DELETE", "/v1/submissions/\(draft)")
            let events = try await gateway.pool.query("select payload from events order by position")
            #expect(events.count >= 7)
            let payloads = try events.map { try $0.decode("payload", as: [UInt8].self) }
            let served = try await gateway.client.with(token: nil).send("GET", "/asyncapi.json")
            let faults = try await Self.faults(in: payloads, description: served.body)
            #expect(faults == "")
        }
    }

    private static func faults(
        in events: [[UInt8]], description: [UInt8] = JSON.bytes(of: document.value)
    ) async throws -> String {
        do {
            return try await DescribedEvents.faults(in: events, description: description)
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing.description)")
        }
    }
}
