import DocumentFixtures
import JourneyFiles
import Postgres
import Shared
import Testing

@testable import IntakeGateway

/// The dry run, and the languages in which reasons are given.
@Suite(.timeLimit(.minutes(1)))
struct CheckTests {
    private static let boundary = "a-boundary"
    /// 16 × 16 pixels, and there to its end.
    private static let picture: [UInt8] =
        Array(SampleFiles.png(size: 0).prefix(29)) + [0, 0, 0, 0] + [0, 0, 0, 3] + Array("IDAT".utf8) + [1, 2, 3, 0, 0, 0, 0]
        + [0, 0, 0, 0] + Array("IEND".utf8) + [0, 0, 0, 0]
    private static let formHeaders = [("Content-Type", "multipart/form-data; boundary=\(boundary)")]

    /// Fields and files in order; a file has a name and a media type.
    private static func form(_ parts: [(name: String, fileName: String?, type: String?, content: [UInt8])]) -> [UInt8] {
        var body: [UInt8] = []
        for part in parts {
            let file = part.fileName.map { "; filename=\"\($0)\"" } ?? ""
            let type = part.type.map { "Content-Type: \($0)\r\n" } ?? ""
            body += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\(type)\r\n".utf8)
            body += part.content + Array("\r\n".utf8)
        }
        return body + Array("--\(boundary)--\r\n".utf8)
    }

    private static func field(_ name: String, _ value: String) -> (String, String?, String?, [UInt8]) {
        (name, nil, nil, Array(value.utf8))
    }

    private static func file(_ content: [UInt8], _ name: String = "a.jpg", _ type: String = "image/jpeg") -> (
        String, String?, String?, [UInt8]
    ) {
        ("file", name, type, content)
    }

    private func check(
        _ gateway: GatewayUnderTest, _ parts: [(String, String?, String?, [UInt8])], journey: String = "proof-of-address",
        language: String? = nil
    ) async throws -> WireResponse {
        try await gateway.client.send(
            "POST", "/v1/journeys/\(journey)/check",
            headers: Self.formHeaders + (language.map { [("Accept-Language", $0)] } ?? []), body: Self.form(parts))
    }

    @Test func filesAreJudgedAndNotKept() async throws {
        try await GatewayUnderTest.run { gateway in
            let today = CalendarDate.today
            let good = try await check(
                gateway,
                [
                    Self.field("type", "utility-bill"), Self.field("issueDate", today.adding(days: -20).description),
                    Self.file(Self.picture, "a.png", "image/png"),
                ])
            #expect(good.status == 200, "\(good.text)")
            let answer = try good.json()
            #expect(answer["verdict"]?.string == "accepted")
            #expect(answer["documents"]?[0]?["files"]?[0]?["mediaType"]?.string == "image/png")
            #expect(answer["documents"]?[0]?["files"]?[0]?["pixels"]?["width"]?.integer == 16)
            #expect(
                answer["documents"]?[0]?["files"]?[0]?["digest"]?.string == ContentDigest(of: Self.picture).description)
            #expect(answer["undecided"]?.array.compactMap(\.string).contains("file.readable") == true)

            let bad = try await check(
                gateway,
                [
                    Self.field("type", "utility-bill"), Self.field("issueDate", today.adding(days: -91).description),
                    Self.file(HandmadePDF.cornered().bytes), Self.field("type", "bank-letter"),
                    Self.file(SampleFiles.jpeg()), Self.file(SampleFiles.jpeg()),
                ]
            ).json()
            #expect(bad["verdict"]?.string == "refused")
            #expect(
                bad["documents"]?[0]?["reasons"]?.array.compactMap { $0["rule"]?.string } == [
                    "document.issue-date-recent", "file.type-agrees",
                ])
            #expect(
                bad["documents"]?[1]?["reasons"]?.array.compactMap { $0["rule"]?.string } == [
                    "file.not-duplicate", "document.issue-date-required",
                ])
            let nothing = try await check(gateway, []).json()
            #expect(nothing["reasons"]?[0]?["rule"]?.string == "submission.document-count")
            for table in ["submissions", "documents", "pages", "events"] as [SQL] {
                #expect(try await gateway.count(table) == 0)
            }
        }
    }

    @Test func whatAFileClaimsIsHeldToTheLimitsAndAddsUp() async throws {
        try await GatewayUnderTest.run { gateway in
            let endless = ExtremeNumbers.pdf(count: UInt64(Int64.max))
            let answer = try await check(
                gateway,
                [
                    Self.field("type", "utility-bill"), Self.field("issueDate", CalendarDate.today.description),
                    Self.file(endless, "a.pdf", "application/pdf"), Self.file(endless + [0x20], "b.pdf", "application/pdf"),
                ])
            #expect(answer.status == 200, "\(answer.text)")
            let rules = try answer.json()["documents"]?[0]?["reasons"]?.array.compactMap { $0["rule"]?.string } ?? []
            #expect(rules.contains("document.page-count"), "\(rules)")
            #expect(rules.contains("file.within-budget"), "\(rules)")
        }
    }

    @Test func formsThatCannotBeUsedSayWhy() async throws {
        try await GatewayUnderTest.run(.init(maximumFileBytes: 5000)) { gateway in
            let wrong = try await check(
                gateway,
                [
                    Self.file(SampleFiles.jpeg()), Self.field("type", "car"), Self.field("colour", "red"),
                    Self.field("periodStart", "31.10.2026"), Self.field("source", "fax"),
                ])
            #expect(wrong.status == 422 || wrong.status == 400)
            #expect(wrong.problem == "invalid-request")
            #expect(
                try wrong.json()["errors"]?.array.compactMap { $0["parameter"]?.string } == [
                    "file", "type", "colour", "periodStart", "source",
                ])
            #expect(try await check(gateway, [], journey: "unknown").status == 404)
            #expect(try await gateway.client.send("POST", "/v1/journeys/identity/check", json: "{}").status == 415)
            #expect(
                try await gateway.client.with(token: nil).send("POST", "/v1/journeys/identity/check", json: "{}").status == 401)
            let large = try await check(
                gateway, [Self.field("type", "passport"), Self.file(SampleFiles.jpeg(size: 5001))], journey: "identity")
            #expect(large.status == 413)
            let long = try await check(gateway, [Self.field("type", String(repeating: "x", count: 201))])
            #expect(long.status == 413)
        }
    }

    @Test func reasonsFollowTheLanguage() async throws {
        try await GatewayUnderTest.run { gateway in
            let parts = [
                Self.field("type", "utility-bill"), Self.field("issueDate", "2020-01-01"), Self.file(SampleFiles.jpeg()),
            ]
            for (header, tag, start) in [
                ("de-AT, en;q=0.5", "de", "„Rechnung eines Versorgers“ darf nicht älter als 90 Tage sein."),
                ("ja", "ja", "「公共料金の請求書」は"), ("fr;q=0.2, es;q=0.4", "es", "«Factura de suministros» no debe"),
                ("zh", "en", "“Utility bill” must not be older"),
            ] {
                let answer = try await check(gateway, parts, language: header)
                #expect(answer.headers["content-language"] == tag)
                #expect(answer.headers["vary"] == "Accept-Language")
                let reason = try answer.json()["documents"]?[0]?["reasons"]?[0]
                #expect(reason?["message"]?.string?.hasPrefix(start) == true, "\(answer.text)")
                #expect(reason?["rule"]?.string == "document.issue-date-recent")
            }
            let created = try await gateway.client.send(
                "POST", "/v1/submissions", json: #"{"journey": "proof-of-address", "locale": "fr-CA"}"#)
            #expect(created.headers["content-language"] == "fr")
            let id = try #require(try created.json()["id"]?.string)
            #expect(try created.json()["missing"]?[0]?["remedy"]?.string == "Ajoutez encore 1 document.")
            let german = try await gateway.client.send(
                "POST", "/v1/submissions/\(id)/submit", headers: [("Accept-Language", "de")])
            #expect(german.status == 422)
            #expect(try german.json()["reasons"]?[0]?["remedy"]?.string == "Fügen Sie 1 weiteres Dokument hinzu.")
            let shown = try await gateway.client.send("GET", "/v1/submissions/\(id)", headers: [("Accept-Language", "es")])
            #expect(try shown.json()["missing"]?[0]?["remedy"]?.string == "Añada 1 documento más.")
            for (path, language, title) in [
                ("/v1/journeys/proof-of-address", "de", "Adressnachweis"),
                ("/v1/journeys/proof-of-address", "zh", "Proof of address"),
            ] {
                let journey = try await gateway.client.send("GET", path, headers: [("Accept-Language", language)])
                #expect(try journey.json()["title"]?.string == title)
                #expect(journey.headers["vary"] == "Accept-Language")
            }
            let all = try await gateway.client.send("GET", "/v1/journeys", headers: [("Accept-Language", "ja")])
            #expect(all.headers["content-language"] == "ja" && all.text.contains("銀行の明細書"))
        }
    }

    @Test func periodsAreKept() async throws {
        try await GatewayUnderTest.run { gateway in
            let id = try await gateway.draft("bank-statements")
            let added = try await gateway.client.send(
                "POST", "/v1/submissions/\(id)/documents",
                json: #"{"type": "bank-statement", "periodStart": "2026-01-01", "periodEnd": "2026-01-31"}"#)
            #expect(added.status == 201)
            #expect(try added.json()["periodEnd"]?.string == "2026-01-31")
            let location = try #require(added.headers["location"])
            let changed = try await gateway.client.send("PATCH", location, json: #"{"periodStart": null, "periodEnd": null}"#)
            #expect(changed.status == 200)
            #expect(try changed.json()["periodStart"] == nil)
            let half = try await gateway.client.send("PATCH", location, json: #"{"periodStart": "2026-01-01"}"#)
            #expect(half.problem == "invalid-request")
        }
    }

    @Test func termsAreAgreedToAndRecorded() async throws {
        let text = """
            title: Terms
            consent: {version: "7", text: I agree to everything.}
            documents: 1
            types:
              letter: {title: Letter}
            """
        let asking = try JourneyFile.parse(Array(text.utf8), path: "asking.yaml").journey
        try await GatewayUnderTest.run(.init(journeys: [asking])) { gateway in
            let shown = try await gateway.client.send("GET", "/v1/journeys/asking").json()
            #expect(shown["consent"]?["version"]?.string == "7")
            #expect(shown["version"]?.string == asking.version.description)
            let id = try await gateway.draft("asking")
            let document = try await gateway.document(id, "letter")
            _ = try await gateway.page(document, SampleFiles.jpeg())
            let refused = try await gateway.client.send("POST", "/v1/submissions/\(id)/submit")
            #expect(try refused.json()["reasons"]?[0]?["rule"]?.string == "submission.consent")
            #expect(try await gateway.client.send("POST", "/v1/submissions/\(id)/submit", json: #"{"consent": 7}"#).status == 422)
            let submitted = try await gateway.client.send("POST", "/v1/submissions/\(id)/submit", json: #"{"consent": "7"}"#)
            #expect(submitted.status == 202, "\(submitted.text)")
            #expect(try submitted.json()["consent"]?["version"]?.string == "7")
            #expect(try submitted.json()["consent"]?["at"]?.string.flatMap { Timestamp($0) } != nil)
        }
    }
}
