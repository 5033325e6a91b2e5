import Shared

@testable import IntakeClient

// What it answers to whom, and what that changes.

extension GatewayDouble {
    static let preview: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]

    func answer(_ request: GatewayRequest, _ state: inout State) -> GatewayResponse {
        // Whatever stands before it, as a gateway under a path of another server has.
        let path = request.url.split(separator: "?")[0].split(separator: "/").drop { !["v1", "u"].contains($0) }.map(String.init)
        guard path.count >= 2 else { return Self.problem(404, "not-found") }
        if path[0] == "u" {
            return state.isLinkOver ? Self.problem(410, "link-ended") : view(state)
        }
        let bytes: [UInt8] = if case .bytes(let bytes) = request.body { bytes } else { [] }
        switch path[1] {
        case "journeys": return Self.json(200, journeyView)
        case "uploads": return upload(request, path, bytes, &state)
        case "submissions" where path.count == 2:
            state.submissions.append(.random())
            return view(state, 201)
        case "submissions":
            guard SubmissionID(path[2]).map(state.submissions.contains) == true else { return Self.problem(404, "not-found") }
            return submission(request, Array(path.dropFirst(3)), bytes, &state)
        default: return Self.problem(404, "not-found")
        }
    }

    func submission(
        _ request: GatewayRequest, _ path: [String], _ bytes: [UInt8], _ state: inout State
    ) -> GatewayResponse {
        let isReading = request.method == "GET"
        if path.isEmpty, isReading { return view(state) }
        if !isReading, let tag = request.headers["if-match"], tag != "\"v\(state.version)\"" {
            return Self.problem(412, "precondition-failed")
        }
        guard isReading || state.submission.allowsChanges else { return Self.problem(409, "not-a-draft") }
        let json = try? CanonicalJSON.decode(JSONValue.self, from: bytes)
        switch (request.method, path.first, path.count) {
        case ("POST", "submit", 1):
            let missing = missing(state, consent: json?["consent"]?.text)
            guard missing.isEmpty else {
                let reasons = String(decoding: Self.encoded(missing), as: UTF8.self)
                return Self.json(
                    422, #"{"type":"/problems/incomplete","title":"No","status":422,"detail":"No.","reasons":\#(reasons)}"#)
            }
            state.consent = json?["consent"]?.text ?? state.consent
            state.submission = .submitted
            for index in state.documents.indices { state.documents[index].state = .checking }
            state.version += 1
            return view(state, 202)
        case ("POST", "documents", 1):
            guard let new = try? CanonicalJSON.decode(NewDocument.self, from: bytes),
                journey.documentType(new.type) != nil
            else { return Self.problem(422, "unknown-document-type") }
            let document = StoredDocument(id: .random(), new: new)
            state.documents.append(document)
            state.version += 1
            return Self.json(201, Self.view(of: document))
        case (_, "documents", 2...): return document(request, path, json, &state)
        default: return Self.problem(404, "not-found")
        }
    }

    func document(
        _ request: GatewayRequest, _ path: [String], _ json: JSONValue?, _ state: inout State
    ) -> GatewayResponse {
        guard let index = state.documents.firstIndex(where: { $0.id.description == path[1] }) else {
            return Self.problem(404, "not-found")
        }
        let page = path.count > 3 ? state.documents[index].pages.firstIndex { $0.id.description == path[3] } : nil
        guard path.count <= 3 || page != nil else { return Self.problem(404, "not-found") }
        if request.method == "GET", path.last == "preview" {
            return GatewayResponse(status: 200, headers: ["content-type": "image/jpeg"], body: Self.preview)
        }
        if request.method == "GET" { return Self.json(200, Self.view(of: state.documents[index])) }
        guard state.documents[index].state.allowsChanges else { return Self.problem(409, "not-a-draft") }
        switch request.method {
        case "DELETE":
            guard let token = request.headers["docket-confirmation"] else {
                return Self.json(
                    428,
                    #"{"type":"/problems/confirmation-required","title":"t","status":428,"message":"m","actionLabel":"a","#
                        + #""token":"token \#(state.version)","expiresAt":"2026-10-31T09:05:07Z"}"#)
            }
            guard token == "token \(state.version)" else { return Self.problem(403, "confirmation-invalid") }
            if let page { state.documents[index].pages.remove(at: page) } else { state.documents.remove(at: index) }
            state.version += 1
            return GatewayResponse(status: 204)
        case "PUT":
            let order = json?["pages"]?.items.compactMap(\.text) ?? []
            let pages = state.documents[index].pages
            guard Set(order) == Set(pages.map(\.id.description)), order.count == pages.count else {
                return Self.json(
                    422,
                    #"{"type":"/problems/invalid-request","title":"No","status":422,"errors":[{"pointer":"/pages","detail":"No.","#
                        + #""rule":"order"}]}"#)
            }
            state.documents[index].pages = order.compactMap { id in pages.first { $0.id.description == id } }
        default:
            if let page {
                if let crop = json?["crop"] {
                    let points = crop.items.map { $0.items.compactMap(\.whole) }
                    state.documents[index].pages[page].crop = PageCrop(points: points)
                    state.version += 1
                    return Self.json(200, Self.view(of: state.documents[index].pages[page]))
                }
                guard let rotation = json?["rotation"]?.whole.flatMap({ Rotation(rawValue: $0) }) else {
                    return Self.problem(422, "invalid-request")
                }
                state.documents[index].pages[page].rotation = rotation
                state.version += 1
                return Self.json(200, Self.view(of: state.documents[index].pages[page]))
            }
            if let type = json?["type"]?.text {
                guard let type = DocumentTypeID(rawValue: type), journey.documentType(type) != nil else {
                    return Self.problem(422, "unknown-document-type")
                }
                state.documents[index].new.type = type
            }
            // Null takes a date away.
            if let day = json?["issueDate"] { state.documents[index].new.issueDate = day.text.flatMap { CalendarDate($0) } }
            if let day = json?["expiryDate"] { state.documents[index].new.expiryDate = day.text.flatMap { CalendarDate($0) } }
            if let day = json?["periodStart"] { state.documents[index].new.periodStart = day.text.flatMap { CalendarDate($0) } }
            if let day = json?["periodEnd"] { state.documents[index].new.periodEnd = day.text.flatMap { CalendarDate($0) } }
        }
        state.version += 1
        return Self.json(200, Self.view(of: state.documents[index]))
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
    fileprivate var whole: Int? { if case .number(let number) = self { Int(number) } else { nil } }
}
