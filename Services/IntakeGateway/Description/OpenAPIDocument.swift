import HTTPServer
import Shared

/// The gateway's resources in OpenAPI 3.1: the answer of `/openapi.json`, and of `/v1/admin/openapi.json` for operators.
struct OpenAPIDocument: Sendable {
    let value: JSONValue

    /// `journeys` are those for new submissions.
    init(journeys: [JourneyID], publicURL: String?) {
        self.init(
            of: Endpoint.all, title: "Docket", summary: "Takes in the documents that a legal or financial process needs.",
            Self.introduction, schemas: { _ in Schemas.all(journeys: journeys).mapValues(\.value) }, at: publicURL)
    }

    /// The operators' endpoints. This description is on their listener, and contains only the schemas that it names.
    static let ofOperators = OpenAPIDocument(
        of: Endpoint.admin, title: "Docket, for operators", summary: "Runs an installation, for all tenants.",
        operatorsIntroduction, schemas: { reached(from: $0, Schemas.all(journeys: []).mapValues(\.value)) }, at: nil)

    private init(
        of endpoints: [Endpoint], title: String, summary: String, _ introduction: String,
        schemas: (JSONValue) -> [String: JSONValue], at publicURL: String?
    ) {
        var paths: [String: JSONValue] = [:]
        for endpoint in endpoints {
            guard case .object(var methods) = paths[endpoint.pattern] ?? [:] else { continue }
            methods[endpoint.method.rawValue.lowercased()] = Self.value(of: endpoint)
            paths[endpoint.pattern] = .object(methods)
        }
        value = [
            "openapi": "3.1.0",
            "info": [
                "title": .string(title),
                "version": "1",
                "summary": .string(summary),
                "description": .string(introduction),
            ],
            "servers": [["url": .string(publicURL ?? "/")]],
            "tags": .array(
                Endpoint.Topic.allCases.filter { topic in endpoints.contains { $0.topic == topic } }.map {
                    ["name": .string($0.rawValue), "description": .string($0.summary)]
                }),
            "paths": .object(paths),
            "components": [
                "schemas": .object(schemas(.object(paths))),
                "securitySchemes": [
                    "token": [
                        "type": "http", "scheme": "bearer",
                        "description":
                            "A token of the tenant's back end, one signed by the tenant's own sign-in, or that of a link.",
                    ]
                ],
            ],
        ]
    }

    private static let introduction = """
        Open a submission for a journey, add documents, send a file for each page, submit it, and read its outcome. \
        Every failure is a problem (RFC 9457): `type` says which, `detail` what to do. \
        Moments are RFC 3339 in UTC with milliseconds, days are YEAR-MONTH-DAY, ids are UUIDs. \
        Listings have `items`, and `next` when there is more. Members that you do not know are to be passed over.
        """

    private static let operatorsIntroduction = """
        Everything is done in the name of whoever is signed in, and is in the audit trail by that name. What destroys answers 428 \
        first, with what a person should read, and acts when it is repeated with `Docket-Confirmation: TOKEN`. \
        Listings have `items`, and `next` when there is more. Members that you do not know are to be passed over.
        """

    // MARK: - Schemas

    /// The schemas that these paths name, directly or through other schemas.
    private static func reached(from paths: JSONValue, _ schemas: [String: JSONValue]) -> [String: JSONValue] {
        var found: [String: JSONValue] = [:]
        var open = names(in: paths)
        while let name = open.popFirst() {
            guard found[name] == nil, let schema = schemas[name] else { continue }
            found[name] = schema
            open.formUnion(names(in: schema))
        }
        return found
    }

    private static func names(in value: JSONValue) -> Set<String> {
        switch value {
        case .object(let members):
            members.reduce(into: Set()) { names, member in
                if member.key == "$ref", case .string(let reference) = member.value {
                    names.insert(String(reference.split(at: "/").last ?? ""))
                } else {
                    names.formUnion(Self.names(in: member.value))
                }
            }
        case .array(let values): values.reduce(into: Set()) { $0.formUnion(names(in: $1)) }
        default: []
        }
    }

    // MARK: - Endpoints

    private static func value(of endpoint: Endpoint) -> JSONValue {
        var members: [String: JSONValue] = [
            "operationId": .string(endpoint.id),
            "tags": [.string(endpoint.topic.rawValue)],
            "summary": .string(endpoint.summary),
            "responses": .object(responses(of: endpoint)),
        ]
        members["description"] = .string([endpoint.detail, endpoint.whoMay].compactMap { $0 }.joined(separator: " "))
        members["security"] = .array(endpoint.needsToken ? [["token": []]] : [])
        members["x-docket-access"] = endpoint.accessValue
        if !endpoint.parameters.isEmpty { members["parameters"] = .array(endpoint.parameters.map(value(of:))) }
        if let body = endpoint.body {
            var value: [String: JSONValue] = ["required": .boolean(body.isRequired), "content": content(body.content)]
            value["description"] = body.summary.map(JSONValue.string)
            members["requestBody"] = .object(value)
        }
        return .object(members)
    }

    private static func value(of parameter: Endpoint.Parameter) -> JSONValue {
        var members: [String: JSONValue] = [
            "name": .string(parameter.name), "in": .string(parameter.place.rawValue), "schema": parameter.schema.value,
            "description": .string(parameter.summary), "required": .boolean(parameter.isRequired),
        ]
        if parameter.isList {
            members["style"] = "form"
            members["explode"] = false
        }
        return .object(members)
    }

    private static func content(_ content: [(mediaType: String, schema: Schema)]) -> JSONValue {
        .object(Dictionary(content.map { ($0.mediaType, ["schema": $0.schema.value]) }) { _, last in last })
    }

    private static func responses(of endpoint: Endpoint) -> [String: JSONValue] {
        var responses: [String: JSONValue] = [:]
        for answer in endpoint.answers {
            var members: [String: JSONValue] = ["description": .string(answer.summary)]
            if !answer.content.isEmpty { members["content"] = content(answer.content) }
            if !answer.headers.isEmpty {
                members["headers"] = .object(
                    Dictionary(
                        answer.headers.map {
                            ($0.name, ["description": .string($0.summary), "schema": ["type": "string"]])
                        }, uniquingKeysWith: { $1 }))
            }
            responses[String(answer.status)] = .object(members)
        }
        for (status, problems) in Dictionary(grouping: endpoint.allProblems, by: \.status) {
            let titles = problems.map { "`\($0.name)`: \($0.title)." }.sorted().joined(separator: " ")
            responses[String(status)] = [
                "description": .string(titles),
                "content": ["application/problem+json": ["schema": Schema.named("Problem").value]],
            ]
        }
        return responses
    }
}

extension Endpoint {
    /// Problems of any request.
    static let commonProblems: Set<ProblemType> = [.internalError, .unavailable, .methodNotAllowed]
    /// Problems of any request that needs identification.
    static let commonProblemsOfAccess: Set<ProblemType> = [.unauthenticated, .forbidden, .tooManyRequests]

    /// All problems of the endpoint, including the common ones.
    var allProblems: Set<ProblemType> {
        var all = Set(problems).union(Self.commonProblems)
        all.formUnion(accessProblems)
        if parameters.contains(where: { $0.place == .path }) { all.formUnion([.notFound, .malformedPath]) }
        if parameters.contains(where: { $0.place == .query }) { all.insert(.invalidParameter) }
        for parameter in parameters where parameter.place == .header {
            switch parameter.name {
            case "If-Match": all.insert(.preconditionFailed)
            case "Idempotency-Key": all.formUnion([.idempotencyKeyInvalid, .idempotencyKeyInUse, .idempotencyKeyReused])
            case "Docket-Confirmation": all.formUnion([.confirmationRequired, .confirmationInvalid])
            default: break
            }
        }
        if body != nil { all.insert(.unsupportedMediaType) }
        if body?.content.contains(where: { $0.mediaType == "application/json" }) == true {
            all.formUnion([.malformedJSON, .invalidRequest, .tooLarge])
        }
        return all
    }
}

extension ProblemType {
    /// The last part of its URI, for people.
    var name: String { rawValue.split(whereSeparator: { $0 == "#" || $0 == "/" }).last.map(String.init) ?? rawValue }
}
