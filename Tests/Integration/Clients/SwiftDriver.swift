import FoundationEssentials
import IntakeClient
import IntakeTransport
import Shared
import Support
import Synchronization

/// Runs the steps of a case with `IntakeClient`.
struct SwiftDriver {
    struct Unknown: Error, CustomStringConvertible {
        let description: String
    }

    let transport: any GatewayTransport
    var variables: [String: JSONValue]

    mutating func run(_ steps: [JSONValue]) async throws -> [JSONValue] {
        var results: [JSONValue] = []
        for step in steps {
            do {
                results.append(try await carryOut(step))
            } catch let error as IntakeClientError {
                results.append(Self.told(error))
            } catch let refusal as WebhookRefusal {
                results.append(.object(["refused": .string(refusal.rawValue)]))
            } catch is WebhookVerifier.InvalidSecret {
                results.append(.object(["error": "invalid-request"]))
            }
        }
        return results
    }

    private static func told(_ error: IntakeClientError) -> JSONValue {
        guard let problem = error.problem else {
            let code =
                switch error.code {
                case .unreachable: "unreachable"
                case .invalidAddress, .invalidRequest: "invalid-request"
                case .timedOut: "timed-out"
                default: error.code.rawValue
                }
            return .object(["error": .string(code)])
        }
        return .object([
            "problem": .string(problem.type), "status": .number(Double(problem.status)),
            "missing": .strings(problem.missing.map(\.rule.rawValue)),
            "pointers": .strings(problem.errors.compactMap(\.pointer)),
        ])
    }

    private static func shown(_ view: SubmissionView) -> JSONValue {
        .object([
            "state": .string(view.state.rawValue), "documents": .number(Double(view.documents.count)),
            "pages": .number(Double(view.documents.reduce(0) { $0 + $1.pages.count })),
        ])
    }

    private static func size(_ page: PageView?) -> JSONValue {
        .object(["size": page?.size.map { .number(Double($0)) } ?? .null])
    }

    // MARK: - Steps

    private func given(_ step: JSONValue, _ name: String) -> String? { step[name]?.replaced(by: variables).text }

    private func name<Owner>(_ step: JSONValue, _ member: String, as kind: Name<Owner>.Type) throws -> Name<Owner> {
        guard let name = step[member]?.text.flatMap({ Name<Owner>(rawValue: $0) }) else {
            throw Unknown(description: "there is no \(member)")
        }
        return name
    }

    private func known<ID>(_ name: String, _ make: (String) -> ID?) throws -> ID {
        guard let id = variables[name]?.text.flatMap(make) else { throw Unknown(description: "there is no \(name)") }
        return id
    }

    private func client(_ step: JSONValue) throws -> IntakeClient {
        if step["op"]?.text == "linked" {
            return try IntakeClient(
                link: given(step, "link") ?? variables["link"]?.text ?? "", transport: transport, time: LoopTime())
        }
        let address = step["gateway"]?.text ?? variables["gateway"]?.text ?? ""
        return try IntakeClient(baseURL: address, token: nil, transport: transport, time: LoopTime())
    }

    private mutating func carryOut(_ step: JSONValue) async throws -> JSONValue {
        let operation = step["op"]?.text ?? ""
        if operation == "verify" { return try verify(step) }
        if operation == "pauses" { return try await StreamPauses.of(step) }
        let client = try client(step)
        switch operation {
        case "linked": return Self.shown(try await client.linkedSubmission())
        case "create":
            let journey = try name(step, "journey", as: JourneyID.self)
            let new = NewSubmission(journey: journey, reference: given(step, "reference"))
            let view = try await client.createSubmission(new, key: given(step, "key"))
            variables["submission"] = .string(view.id.description)
            return Self.shown(view)
        case "list":
            var filters = FilterManager<SubmissionFilter>()
            filters.set(.referenceContains(given(step, "reference") ?? ""), named: "reference")
            return .object(["count": .number(Double(try await client.submissions(matching: filters).items.count))])
        default: break
        }
        let submission =
            if let own = step["submission"]?.text.flatMap({ SubmissionID($0) }) { own } else {
                try known("submission") { SubmissionID($0) }
            }
        switch operation {
        case "addDocument":
            let day = given(step, "issueDate").flatMap { CalendarDate($0) }
            let new = NewDocument(type: try name(step, "type", as: DocumentTypeID.self), issueDate: day)
            let view = try await client.addDocument(new, to: submission)
            variables["document"] = .string(view.id.description)
            return .object(["type": .string(view.type.rawValue)])
        case "upload": return try await upload(given(step, "file") ?? "", to: submission, client)
        case "addPage": return Self.size(try await addPage(step, to: submission, client))
        case "submit":
            return Self.shown(try await client.submit(submission, version: step["version"]?.number.map { Int($0) }))
        case "wait":
            let limit = Duration.milliseconds(Int64((step["timeout"]?.number ?? 60) * 1000))
            return Self.shown(try await client.waitUntilEnded(submission, timeout: limit))
        case "read": return Self.shown(try await client.submission(submission))
        case "follow": return try await follow(step, submission, client)
        case "withdraw":
            return try await confirmed(try await client.withdraw(submission), step["confirm"]?.isTrue == true)
        case "removeDocument":
            let removal = try await client.removeDocument(try known("document") { DocumentID($0) }, of: submission)
            return try await confirmed(removal, step["confirm"]?.isTrue == true)
        case "removeDocumentLate":
            let removal = try await client.removeDocument(try known("document") { DocumentID($0) }, of: submission)
            _ = try await addPage(step, to: submission, client)
            return try await confirmed(removal, true)
        default: throw Unknown(description: "no step is called \(operation)")
        }
    }

    private func addPage(_ step: JSONValue, to submission: SubmissionID, _ client: IntakeClient) async throws -> PageView {
        try await client.addPage(
            UploadFile(path: given(step, "file") ?? ""), to: try known("document") { DocumentID($0) }, of: submission)
    }

    /// As an app does: the draft takes over what the gateway holds, and sends what it does not.
    private func upload(_ path: String, to submission: SubmissionID, _ client: IntakeClient) async throws -> JSONValue {
        let document = try known("document") { DocumentID($0) }
        let journey = try await client.journey(try await client.submission(submission).journey).definition
        let controller = try await DocumentController(
            journey: journey, in: MemoryStorage(), client: client, submission: submission, time: LoopTime())
        _ = try await controller.refresh()
        guard let draft = controller.documents.first(where: { $0.sent?.id == document }) else {
            throw Unknown(description: "the draft does not have the document")
        }
        try await controller.add([CandidateFile(path: path)], to: draft.id)
        try await controller.uploadAll()
        return Self.size(try await client.submission(submission).document(document)?.pages.last)
    }

    private func follow(_ step: JSONValue, _ submission: SubmissionID, _ client: IntakeClient) async throws -> JSONValue {
        let types = Mutex<[String]>([])
        let last = step["until"]?.text ?? ""
        try await client.follow(submission, after: step["after"]?.text) { event in
            if event.id != nil { types.withLock { $0.append(event.type) } }
            return event.type != last
        }
        return .object(["types": .strings(types.withLock { $0 })])
    }

    private func confirmed<Output>(
        _ question: consuming ConfirmationRequired<Output>, _ isMeant: Bool
    ) async throws -> JSONValue {
        let prompt = question.prompt
        let isAsked = !prompt.title.isEmpty && !prompt.message.isEmpty && !prompt.actionLabel.isEmpty
        let output = try await question.confirm(asking: "a person") { _ in isMeant }
        return .object(["asked": .boolean(isAsked), "confirmed": .boolean(output != nil)])
    }

    private func verify(_ step: JSONValue) throws -> JSONValue {
        guard case .array(let secrets)? = step["secrets"], case .object(let headers)? = step["headers"] else {
            throw Unknown(description: "there is nothing to verify")
        }
        let verifier = try WebhookVerifier(secrets: secrets.compactMap(\.text))
        try verifier.verify(
            headers: headers.compactMapValues(\.text), body: Array((step["body"]?.text ?? "").utf8),
            now: Date(timeIntervalSince1970: step["now"]?.number ?? 0))
        return .object(["verified": .boolean(true)])
    }
}
