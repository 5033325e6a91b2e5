import EventLoop
import FoundationEssentials
import IntakeClient
import Shared
import Support
import Testing

/// Tools that npm alone has, where DOCKET_TEST_NODE names a folder in which they were installed
/// (`npm install tus-js-client kafkajs @asyncapi/parser`).
@Suite(
    .sharedDocket, .timeLimit(.minutes(3)),
    .enabled(if: TestSettings.node != nil, "No tool of npm's is tried: DOCKET_TEST_NODE names no folder of them."))
struct NodeToolsTests {
    @Test(arguments: ["tus-v1", "ietf-draft-03", "ietf-draft-05"]) func tusJSClientSendsAPage(_ dialect: String) async throws {
        let docket = try #require(RunningDocket.current)
        let draft = try await docket.draft("proof-of-address", [PlannedDocument("utility-bill", issued: 3, [])])
        let document = try #require(draft.documents.first?.id)
        let photo = try docket.file("\(dialect).jpg", try await SampleFile.turnedPhoto().bytes)
        try await run(
            """
            const tus = require('tus-js-client'), fs = require('fs')
            const [endpoint, protocol, file] = process.argv.slice(2)
            new tus.Upload(fs.readFileSync(file), {
              endpoint, protocol, chunkSize: 10000, metadata: { filename: 'bill.jpg' },
              onError: (error) => { console.error(String(error)); process.exit(1) },
              onSuccess: () => console.log('sent'),
            }).start()
            """, ["\(docket.url)/v1/uploads?document=\(document)", dialect, photo], says: "sent")
        #expect(try await docket.client.submission(draft.id).document(document)?.pages.count == 1)
    }

    @Test func kafkajsReadsATopic() async throws {
        let docket = try #require(RunningDocket.current)
        let result = try await docket.outcome("identity", [PlannedDocument("passport", [.pdf(pages: 1)])])
        try await run(
            """
            const { Kafka, logLevel } = require('kafkajs')
            const [broker, topic, wanted] = process.argv.slice(2)
            const consumer = new Kafka({ brokers: [broker], logLevel: logLevel.NOTHING }).consumer({ groupId: 'kafkajs-' + Date.now() })
            ;(async () => {
              await consumer.connect()
              await consumer.subscribe({ topic, fromBeginning: true })
              await consumer.run({ eachMessage: async ({ message }) => {
                if (!JSON.parse(message.value.toString()).subject.includes(wanted)) return
                console.log('read')
                process.exit(0)
              } })
            })().catch((error) => { console.error(String(error)); process.exit(1) })
            """, [try docket.variable("KAFKA_BOOTSTRAP_SERVERS"), "docket.outcomes", "\(result.id)"], says: "read")
    }

    @Test func theDescriptionOfEventsIsParsed() async throws {
        let docket = try #require(RunningDocket.current)
        let description = try docket.file("asyncapi.json", try await docket.bytes(at: "/asyncapi.json"))
        try await run(
            """
            const { Parser } = require('@asyncapi/parser'), fs = require('fs')
            new Parser().parse(fs.readFileSync(process.argv[2], 'utf8')).then(({ document, diagnostics }) => {
              const errors = diagnostics.filter((one) => one.severity === 0)
              if (errors.length > 0 || !document) { console.error(JSON.stringify(errors)); process.exit(1) }
              console.log('parsed')
            })
            """, [description], says: "parsed")
    }

    private func run(_ script: String, _ arguments: [String], says word: String) async throws {
        let folder = try #require(TestSettings.node)
        let result = try await Program.run(
            "node", ["-e", script, "docket"] + arguments, environment: ["NODE_PATH": "\(folder)/node_modules"],
            limit: .seconds(60))
        #expect(result.status.isSuccess && result.text.contains(word), "\(result.text)\(result.complaints)")
    }
}
