import BlobStore
import Postgres
import Shared
import Testing

@testable import IntakeGateway

/// The bytes that come out again.
@Suite(.timeLimit(.minutes(1)))
struct ResultTests {
    @Test func anOriginalComesBackAsItWasAndHarmless() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let content = SampleFiles.jpeg(5, size: 300_000)
            let path = try await gateway.page(document, content) + "/original"
            let whole = try await gateway.client.send("GET", path)
            #expect(whole.status == 200)
            #expect(whole.body == content)
            #expect(whole.headers["content-type"] == "image/jpeg")
            let page = try await gateway.client.send("GET", String(path.dropLast("/original".count))).json()
            let digest = try #require(page["digest"]?.string.flatMap { ContentDigest($0) })
            #expect(whole.headers["etag"] == "\"\(digest.hex)\"")
            #expect(whole.headers["content-disposition"]?.hasPrefix("attachment; filename=") == true)
            #expect(whole.headers["x-content-type-options"] == "nosniff")
            #expect(whole.headers["content-security-policy"]?.hasPrefix("sandbox") == true)
            #expect(whole.headers["cache-control"]?.contains("private") == true)
            #expect(whole.headers["repr-digest"]?.hasPrefix("sha-256=:") == true)

            let part = try await gateway.client.send("GET", path, headers: [("Range", "bytes=100-199")])
            #expect(part.status == 206)
            #expect(part.body == Array(content[100..<200]))
            #expect(part.headers["content-range"] == "bytes 100-199/300000")
            let end = try await gateway.client.send("GET", path, headers: [("Range", "bytes=-10")])
            #expect(end.body == Array(content.suffix(10)))
            let outside = try await gateway.client.send("GET", path, headers: [("Range", "bytes=300000-")])
            #expect(outside.status == 416)
            #expect(outside.headers["content-range"] == "bytes */300000")
            let stale = try await gateway.client.send(
                "GET", path, headers: [("Range", "bytes=0-1"), ("If-Range", "\"other\"")])
            #expect(stale.status == 200)

            let tag = try #require(whole.headers["etag"])
            let known = try await gateway.client.send("GET", path, headers: [("If-None-Match", tag)])
            #expect(known.status == 304)
            #expect(known.body.isEmpty)
        }
    }

    @Test func headTellsTheLengthWithoutTheBytes() async throws {
        try await GatewayUnderTest.run { gateway in
            let path = try await gateway.page(try await gateway.document(try await gateway.draft())) + "/original"
            let head = try await gateway.client.send("HEAD", path)
            #expect(head.status == 200)
            #expect(head.headers["content-length"] == "2000")
            #expect(head.body.isEmpty)
        }
    }

    @Test func whatIsNotMadeYetIsSaidToBe() async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let page = try await gateway.page(document)
            for path in ["\(document)/pdf", "\(page)/image", "\(page)/preview"] {
                let answer = try await gateway.client.send("GET", path)
                #expect(answer.status == 404)
                #expect(answer.problem == "not-ready")
            }
        }
    }

    @Test func whatWasMadeIsServedInline() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let page = try await gateway.page(document)
            let (documentID, pageID) = try (identifier(document, of: Document.self), identifier(page, of: Page.self))
            let space = BlobSpace(tenant: "acme", submission: try identifier("/\(draft)", of: Submission.self))
            let preview = try await gateway.blobs.put(Array("preview".utf8), in: space)
            let images = [
                try await gateway.blobs.put(Array("first".utf8), in: space),
                try await gateway.blobs.put(Array("second".utf8), in: space),
            ]
            let pdf = try await gateway.blobs.put(Array("all pages".utf8), in: space)
            try await gateway.pool.query(
                """
                update pages set preview_digest = \(Bytes(preview.key.digest.bytes)), preview_size = 7,
                    preview_media_type = 'image/jpeg', preview_width = 10, preview_height = 20 where id = \(pageID.uuid)
                """)
            for (index, image) in images.enumerated() {
                try await gateway.pool.query(
                    """
                    insert into page_images (page_id, number, submission_id, digest, size, media_type, width, height)
                    values (\(pageID.uuid), \(Int32(index + 1)), \(space.submission.uuid), \(Bytes(image.key.digest.bytes)),
                        \(Int64(image.size)), 'image/jpeg', 100, 200)
                    """)
            }
            try await gateway.pool.query(
                """
                update documents set pdf_digest = \(Bytes(pdf.key.digest.bytes)), pdf_size = 9, pdf_media_type = 'application/pdf'
                where id = \(documentID.uuid)
                """)
            try await gateway.pool.query("update submissions set previews = previews + 1 where id = \(space.submission.uuid)")

            let shown = try await gateway.submission(draft)["documents"]?[0]
            let shownPage = shown?["pages"]?[0]
            #expect(shownPage?["state"]?.string == "ready")
            #expect(shownPage?["images"]?.array.count == 2)
            for (link, text, type) in [
                (shownPage?["preview"]?.string, "preview", "image/jpeg"),
                (shownPage?["images"]?[0]?.string, "first", "image/jpeg"),
                (shownPage?["images"]?[1]?.string, "second", "image/jpeg"),
                (shown?["pdf"]?.string, "all pages", "application/pdf"),
            ] {
                let answer = try await gateway.client.send("GET", try #require(link))
                #expect(answer.text == text)
                #expect(answer.headers["content-type"] == type)
                #expect(answer.headers["content-disposition"]?.hasPrefix("inline; filename=") == true)
            }
            #expect(try await gateway.client.send("GET", "\(page)/image?number=3").status == 404)
            #expect(try await gateway.client.send("GET", "\(page)/image?number=0").problem == "invalid-parameter")
        }
    }

    @Test func whatMalwareWasFoundInIsGivenToNobody() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let (clean, infected) = (
                try await gateway.page(document, SampleFiles.jpeg(1)), try await gateway.page(document, SampleFiles.jpeg(2))
            )
            let submission = try identifier("/\(draft)", of: Submission.self)
            let pages = [
                PageFacts(id: .random(), size: 9, digest: ContentDigest(of: SampleFiles.jpeg(1)), mediaType: .jpeg),
                PageFacts(id: .random(), size: 9, digest: ContentDigest(of: SampleFiles.jpeg(2)), mediaType: .jpeg),
            ].enumerated().map { index, page in
                var page = page
                page.malware = index == 0 ? .clean : .infected(name: "Eicar")
                return page
            }
            let record = FactsRecord(
                SubmissionFacts(
                    journey: JourneyDefinition(ProofOfAddress.self),
                    documents: [DocumentFacts(id: .random(), type: "utility-bill", pages: pages)], today: .today))
            try await gateway.pool.query(
                """
                insert into inspections (submission_id, attempt, tenant, journey, journey_version, moment, facts)
                select id, 1, tenant, journey, journey_version, now(), \(Bytes(record.bytes)) from submissions
                where id = \(submission.uuid)
                """)
            #expect(try await gateway.client.send("GET", "\(clean)/original").status == 200)
            let refused = try await gateway.client.send("GET", "\(infected)/original")
            #expect(refused.status == 403 && refused.problem == "quarantined")
            #expect(!refused.text.contains("JFIF"))
        }
    }

    private func identifier<Tag>(_ path: String, of: Tag.Type) throws -> Identifier<Tag> {
        try #require(path.split(separator: "/").last.flatMap { Identifier<Tag>(String($0)) })
    }
}
