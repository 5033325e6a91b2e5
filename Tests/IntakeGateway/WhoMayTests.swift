import Domain
import HTTPServer
import Shared
import Support
import Testing

@testable import IntakeGateway

/// Every endpoint as everybody: who is let in, who is told that they may not, and to whom a thing does not exist. What is expected
/// stands here by itself, so that a change of the table of endpoints has to be meant.
@Suite(.timeLimit(.minutes(5)))
struct WhoMayTests {
    /// In the order of the columns below.
    private enum Visitor: String, CaseIterable {
        case nobody
        case uploadLink, statusLink, anothersLink
        case person, anotherPerson
        case reviewer, auditor, backend
        case foreignBackend
        case `operator`
        /// A developer, by the cookie of a link to the portal.
        case portal

        /// Comes by a link, which is a bearer or stands in the path.
        var isLink: Bool { [.uploadLink, .statusLink, .anothersLink].contains(self) }
    }

    private enum Outcome: Character {
        case allowed = "+"
        /// 401
        case unknown = "1"
        /// 403
        case forbidden = "3"
        /// 404, as if it were not there.
        case hidden = "4"
    }

    /// nobody; a link for uploads, one for the status, one for uploads of another submission; the person, another person; a
    /// reviewer, an auditor, a back end; a back end of another tenant. An operator and a developer at the portal follow from these.
    private func expected(_ id: String) -> String {
        let row = others(id)
        // Of what tenants have, an operator sees nothing; what everybody sees they do, too.
        let ofOperator = row.hasPrefix("+") ? "+" : row.hasPrefix("-") ? "-" : row.hasSuffix("11 111 1") ? "1" : "3"
        return "\(row) \(ofOperator) \(Self.ofPortal.contains(id) ? "+" : ofOperator)"
    }

    /// All that a developer at the portal may, beside what everybody may.
    private static let ofPortal: Set = [
        "createEndpoint", "listEndpoints", "readEndpoint", "changeEndpoint", "removeEndpoint", "rotateEndpoint", "testEndpoint",
        "recoverEndpoint", "listDeliveries", "readDelivery", "retryDelivery", "listIntegrationAudit", "listRefusedRequests",
        "readPortalSession",
    ]

    private func others(_ id: String) -> String {
        switch id {
        case "listJourneys", "readJourney": "1 +++ ++ +++ +"
        case "checkFiles": "1 333 ++ 33+ +"
        case "createSubmission": "1 333 ++ 33+ +"
        case "listSubmissions", "listScreen": "1 333 ++ +++ +"

        case "readSubmission", "readScreen", "checkSubmission", "followSubmission": "1 ++4 +4 +++ 4"
        case "readDocument", "readPage": "1 ++4 +4 +++ 4"
        case "readManifest", "readSignedManifest", "readFacts", "readPDF", "readOriginal": "1 333 +4 +++ 4"
        case "readImage", "readPreview": "1 +34 +4 +++ 4"

        case "addDocument", "addPage", "readCoverSheet": "1 +34 +4 33+ 4"
        case "createUpload", "uploadOffset", "readUpload", "appendToUpload", "cancelUpload", "overrideUploadMethod":
            "1 +34 +4 33+ 4"
        case "withdrawSubmission", "submit": "1 +34 +4 33+ 4"
        case "changeDocument", "removeDocument", "orderPages": "1 +34 +4 33+ 4"
        case "changePage", "removePage", "replacePage": "1 +34 +4 33+ 4"

        case "decide", "takeBackDecision", "claimSubmission", "releaseSubmission", "readReview", "readDecisionDraft",
            "keepDecisionDraft", "removeDecisionDraft":
            "1 333 33 +3+ 4"
        case "readMail", "readMailFile", "assignMail", "discardMail": "1 333 33 +3+ 4"
        case "listMail", "listReviewQueue", "claimNext", "followReviewQueue", "readReviewNumbers": "1 333 33 +3+ +"
        case "createLink", "listLinks", "revokeLink", "passTime": "1 333 33 33+ 4"

        // The link is in the path. Whoever has none brings one that never was.
        case "openLink", "openStatus": "1 +++ 11 111 1"
        // By the link alone, which says what it is about.
        case "readIntake": "1 +++ 33 333 3"
        case "addDocumentByLink": "1 +3+ 11 111 1"
        case "sendForm", "sendFileForm", "addPageByLink": "1 +34 11 111 1"

        case "followEvents": "1 333 33 +++ +"
        case "listAudit", "listCustodyHeads": "1 333 33 3++ +"
        case "readLatestCustodyHead", "proveInclusion", "proveConsistency", "readCustody", "readErasure": "1 333 33 3++ 4"
        case "createEndpoint", "listEndpoints", "listDeliveries", "listIntegrationAudit", "listRefusedRequests",
            "createPortalLink", "listPortalLinks", "readUsage":
            "1 333 33 33+ +"
        case "readEndpoint", "changeEndpoint", "removeEndpoint", "rotateEndpoint", "testEndpoint", "recoverEndpoint":
            "1 333 33 33+ 4"
        case "readDelivery", "retryDelivery", "revokePortalLink": "1 333 33 33+ 4"

        case "isAlive", "isReady", "readSigningKeys", "readDescription", "readEventDescription", "readDocumentation", "readAsset",
            "readElement",
            "readLook",
            "readDeskAsset", "openDesk", "openDeskView", "openDeskItem", "explainProblem", "readPortalAsset", "openPortal",
            "openPortalView":
            "+ +++ ++ +++ +"
        case "uploadOptions", "oneUploadsOptions", "pagesOptions": "+ +++ ++ +++ +"

        // By a cookie alone, whatever else they bring.
        case "readDeskSession", "readPortalSession": "1 111 11 111 1"
        case "beginSignIn", "openDeskSession", "endDeskSession", "finishSignIn", "openPortalSession", "endPortalSession":
            "+ +++ ++ +++ +"
        // A new endpoint is for nobody until it has a line here.
        default: "- --- -- --- -"
        }
    }

    @Test func everyEndpointLetsInWhomItIsForAndNobodyElse() async throws {
        let folder = try TemporaryFolder("keys")
        let issuer = try TokenIssuer()
        var options = GatewayUnderTest.Options(journeys: [EndpointJourney.reviewed], signed: try issuer.access(in: folder))
        options.looks = TenantLooks(["acme": SampleLook.look])
        // Nobody is asked at this address.
        options.desk.openID = OpenIDConfiguration(issuer: "http://127.0.0.1:9", client: "docket")
        try await GatewayUnderTest.run(options) { gateway in
            let tokens: [Visitor: String] = [
                .person: try issuer.token("ann", ["person"]), .anotherPerson: try issuer.token("ben", ["person"]),
                .reviewer: try issuer.token("rosa", ["reviewer"]), .auditor: try issuer.token("otto", ["auditor"]),
                .backend: try issuer.token("program", ["backend"]),
                .foreignBackend: try issuer.token("program", ["backend"], tenant: "other"),
                .operator: try issuer.token("olga", ["operator"]),
                .portal: try await TestPortalLink.make(gateway).token,
            ]
            let person = gateway.client.with(token: tokens[.person])
            let elsewhere = try await DraftThings.make(gateway, by: gateway.client.with(token: tokens[.anotherPerson]))
            let somewhere = try await DraftThings.make(gateway, by: person)
            let ofSomewhere = try await links(to: somewhere.submission, gateway)
            let anothersLink = try await link("upload", elsewhere.submission, gateway)
            for id in Endpoint.all.map(\.id) {
                let request = try await EndpointRequest.make(for: id, gateway, by: person)
                var links = ofSomewhere
                if let submission = request.submission { links = try await self.links(to: submission, gateway) }
                links[.anothersLink] = anothersLink
                try await visit(request, tokens.merging(links) { own, _ in own }, gateway)
            }
        }
    }

    private func links(to submission: String, _ gateway: GatewayUnderTest) async throws -> [Visitor: String] {
        [
            .uploadLink: try await link("upload", submission, gateway),
            .statusLink: try await link("status", submission, gateway),
        ]
    }

    private func link(_ purpose: String, _ submission: String, _ gateway: GatewayUnderTest) async throws -> String {
        let made = try await gateway.client.send("POST", "\(submission)/links", json: #"{"purpose": "\#(purpose)"}"#)
        guard made.status == 201, let token = try made.json()["token"]?.string else { throw UnexpectedAnswer(made) }
        return token
    }

    /// First those come who may not, and nothing changes by it; then the others.
    private func visit(_ request: EndpointRequest, _ secrets: [Visitor: String], _ gateway: GatewayUnderTest) async throws {
        let row = expected(request.id).filter { $0 != " " }.map(Outcome.init(rawValue:))
        try #require(row.count == Visitor.allCases.count, "\(request.id)")
        let columns = try zip(Visitor.allCases, row).map { ($0, try #require($1, "\(request.id)")) }
        let before = try await state(request, gateway)
        for (visitor, outcome) in columns where outcome != .allowed {
            let answer = try await send(request, as: visitor, secrets, gateway)
            expect(answer, outcome, "\(request.id) as \(visitor.rawValue)")
            if outcome == .hidden, let nothing = request.ofNothing {
                let unknown = try await send(nothing, as: visitor, secrets, gateway)
                #expect(answer.status == unknown.status && answer.body == unknown.body, "\(request.id) as \(visitor.rawValue)")
                let differing = answer.headers.filter {
                    !["date", "traceparent"].contains($0.key) && unknown.headers[$0.key] != $0.value
                }
                #expect(differing.isEmpty, "\(request.id) as \(visitor.rawValue)")
            }
        }
        #expect(try await state(request, gateway) == before, "\(request.id) was done by somebody who may not")
        for (visitor, outcome) in columns where outcome == .allowed {
            expect(try await send(request, as: visitor, secrets, gateway), outcome, "\(request.id) as \(visitor.rawValue)")
        }
    }

    private func state(_ request: EndpointRequest, _ gateway: GatewayUnderTest) async throws -> [[UInt8]] {
        var bodies: [[UInt8]] = []
        for path in request.watched { bodies.append(try await gateway.client.send("GET", path).body) }
        return bodies
    }

    private func send(
        _ request: EndpointRequest, as visitor: Visitor, _ secrets: [Visitor: String], _ gateway: GatewayUnderTest
    ) async throws -> WireResponse {
        var (path, token) = (request.path, secrets[visitor])
        if path.contains("{link}") {
            let secret = visitor.isLink ? secrets[visitor] : OpaqueToken(.link).text
            path = path.replacing("{link}", with: try #require(secret))
            if visitor.isLink { token = nil }
        }
        var headers = request.headers
        if visitor == .portal, let secret = token {
            headers += [("Cookie", "docket-portal=\(secret)"), ("Docket-Portal", "1"), ("Sec-Fetch-Site", "same-origin")]
            token = nil
        }
        // With one request id, so that the answers have nothing of their own.
        return try await gateway.client.with(token: token).send(
            Endpoint.named(request.id).method.rawValue, path, headers: headers + [("X-Request-Id", "the-same-for-all")],
            body: request.body)
    }

    private func expect(_ answer: WireResponse, _ outcome: Outcome, _ what: String) {
        let found: Outcome =
            switch answer.status {
            case 401: .unknown
            // They may, and these things are none of a sandbox.
            case 403 where answer.problem == ProblemType.onlyInSandbox.rawValue: .allowed
            case 403: .forbidden
            case 404: .hidden
            default: .allowed
            }
        #expect(found == outcome, "\(what): \(answer.status) \(answer.text.prefix(300))")
        // What went wrong within shows nothing of who may.
        #expect(answer.status < 500, "\(what): \(answer.status) \(answer.text.prefix(300))")
    }

    // MARK: - The table

    /// A role that is new has to come as a visitor.
    @Test func everyRoleAndLinkIsAVisitor() {
        let visitors = Set(Visitor.allCases.map(\.rawValue))
        #expect(visitors.isSuperset(of: Role.allCases.map(\.rawValue)))
        #expect(visitors.isSuperset(of: LinkPurpose.allCases.map { "\($0.rawValue)Link" }))
    }

    /// What the page and the description say of who may is what is expected here.
    @Test func theDescriptionSaysWhoMay() {
        let document = OpenAPIDocument(journeys: ["identity"], publicURL: nil)
        for endpoint in Endpoint.all {
            let id = endpoint.id
            let row = Array(expected(id).filter { $0 != " " })
            func isExpected(_ visitor: String) -> Bool {
                Visitor.allCases.firstIndex { $0.rawValue == visitor }.map { row[$0] == "+" } ?? false
            }
            for role in Role.allCases { #expect((endpoint.part(for: role) != .nothing) == isExpected(role.rawValue), "\(id)") }
            for purpose in LinkPurpose.allCases {
                #expect((endpoint.part(for: purpose) != .nothing) == isExpected("\(purpose.rawValue)Link"), "\(id)")
            }
            // By its cookie it learns whom it is open for.
            if id != "readPortalSession" { #expect((endpoint.partForPortal != .nothing) == isExpected("portal"), "\(id)") }
            // What another person does not find is a person's own.
            if row[4] == "+", row[5] == "4" { #expect(endpoint.part(for: .person) == .own, "\(id)") }
            let operation = document.value["paths"]?[endpoint.pattern]?[endpoint.method.rawValue.lowercased()]
            let statuses = ["401": row.contains("1"), "403": row.contains("3"), "404": row.contains("4")]
            for (status, isTold) in statuses where isTold {
                #expect(operation?["responses"]?[status] != nil, "\(id) does not say that it may end in \(status)")
            }
            let isPublic = row.allSatisfy { $0 == "+" }
            #expect(operation?["x-docket-access"]?["public"] == .boolean(isPublic), "\(id)")
            // A wrong key in a body is no lack of a token.
            if id != "openDeskSession", id != "openPortalSession" {
                #expect(isPublic == (operation?["responses"]?["401"] == nil), "\(id)")
            }
        }
    }
}
