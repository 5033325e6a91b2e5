import CommandSupport
import DevServer
import EventLoop
import FoundationEssentials
import Glibc
import IntakeClient
import Shared

/// The demo: it submits photos and examines the results closely.
struct DemoRun: Sendable {
    private let context: CommandContext
    private let settings: RunSettings
    private let receiver: WebhookReceiver
    private let report: DemoReport
    private let client: IntakeClient
    private let sender: SubmissionSender

    private static let outcomeLimit = Duration.seconds(120)
    private static let webhookLimit = Duration.seconds(30)
    private static let journey: JourneyID = "proof-of-address"

    /// For `docket up`.
    static func errand(_ context: CommandContext) throws -> UpRun.Errand {
        let receiver = try WebhookReceiver.start(context)
        return UpRun.Errand(webhookTarget: receiver.target) { settings in
            guard let demo = try? DemoRun(context: context, settings: settings, receiver: receiver) else { return .failure }
            return await demo.run()
        } end: {
            await receiver.stop()
        }
    }

    private init(context: CommandContext, settings: RunSettings, receiver: WebhookReceiver) throws(IntakeClientError) {
        self.context = context
        self.settings = settings
        self.receiver = receiver
        report = DemoReport(terminal: context.output)
        client = try GatewayOptions.client(url: settings.gatewayURL, token: settings.token, context)
        sender = SubmissionSender(client: client, terminal: context.output)
    }

    private func run() async -> ExitCode {
        do {
            try await steps()
        } catch is CancellationError {
            return .demoFailed
        } catch {
            report.check("the demo goes through", fault: String(describing: error))
        }
        return report.conclude()
    }

    private func steps() async throws {
        report.title("Photos, as a phone and a scanner make them")
        let photos = try await DemoPhotos.make(in: settings.home.demo, on: context.loop)
        for path in [photos.heic, photos.turnedJPEG, photos.png, photos.pdf] { report.line(path) }

        report.title("A letter in three photos: HEIC, a JPEG that lies on its side, PNG")
        let letter = try await send("utility-bill", daysOld: 10, [photos.heic, photos.turnedJPEG, photos.png])
        check(letter, is: .accepted)

        report.title("A statement as a PDF of two pages")
        let statement = try await send("bank-letter", daysOld: 20, [photos.pdf])
        check(statement, is: .accepted)

        report.title("A bill that is too old, to be refused")
        let old = try await send("utility-bill", daysOld: 400, [photos.png])
        check(old, is: .needsInput)
        for line in SubmissionScreen.reasons(old.allReasons, style: context.output.style) { context.output.line(line) }
        report.check("it is told why", !old.allReasons.isEmpty, otherwise: "there are no reasons")

        if settings.isReadingOn { try await readings() }

        report.title("The letter's timeline")
        let events = try await TimelineReader(context: context, home: settings.home).events(of: letter.id)
        for line in Timeline.lines(events, style: context.output.style) { context.output.line(line) }
        check(timeline: events.map(\.header))

        report.title("Webhooks")
        for view in [letter, statement, old] { try await checkWebhook(of: view, isShown: view.id == letter.id) }

        let results = DemoResults(client: client, folder: settings.home.demo, report: report, loop: context.loop)
        report.title("Pages")
        try await results.checkPages(of: letter, originals: [photos.heic, photos.turnedJPEG, photos.png])
        try await results.checkPages(of: statement, originals: [])
        report.title("PDFs")
        for view in [letter, statement] { try await results.checkPDFs(of: view, sender) }
    }

    /// Checks the declared values against the text on the paper.
    private func readings() async throws {
        let letters = try await DemoLetters.make(in: settings.home.demo, today: today, on: context.loop)
        let reading = DemoReading(
            client: client, folder: settings.home.demo, report: report, terminal: context.output, loop: context.loop)

        report.title("A bill whose printed date is not the one that was entered")
        let bill = try await send("utility-bill", daysOld: 10, [letters.bill])
        check(bill, is: .accepted)
        try await reading.check(
            bill, rule: "document.issue-date-printed", what: "the other date", shown: .issued)

        report.title("A passport that has expired, entered as valid")
        let passport = try await send(
            NewDocument(type: "passport", expiryDate: today.adding(days: 900)), [letters.passport], journey: "identity",
            expected: ExpectedPerson(name: "Anna Maria Eriksson"))
        check(passport, is: .needsInput)
        try await reading.check(passport, rule: "document.not-expired", what: "its last day", shown: .validUntil)

        report.title("A holiday photo, sent as a bill")
        let holiday = try await send("utility-bill", daysOld: 10, [letters.holiday])
        check(holiday, is: .accepted)
        try await reading.check(holiday, rule: "document.readable", what: "a page without a word", shown: nil)
    }

    private var today: CalendarDate { CalendarDate(Timestamp(Date()), in: .utc) }

    private func send(_ type: DocumentTypeID, daysOld: Int, _ paths: [String]) async throws -> SubmissionView {
        try await send(NewDocument(type: type, issueDate: today.adding(days: -daysOld)), paths, journey: Self.journey)
    }

    private func send(
        _ new: NewDocument, _ paths: [String], journey: JourneyID, expected: ExpectedPerson? = nil
    ) async throws -> SubmissionView {
        let files = try paths.map { path throws(IntakeClientError) in NamedFile(name: path, file: try UploadFile(path: path)) }
        let document = SubmissionSender.Document(new: new, files: files)
        let submission = try await sender.send(
            NewSubmission(journey: journey, subject: "demo", expected: expected), [document])
        return try await sender.follow(submission.id, limit: Self.outcomeLimit)
    }

    // MARK: - Checks

    private func check(_ view: SubmissionView, is state: SubmissionState) {
        report.check(
            "submission \(view.id) ends as \(state.rawValue)", view.state == state,
            otherwise: "it is \(view.state.rawValue): \(view.allReasons.map(\.message).joined(separator: " "))")
    }

    private func check(timeline events: [EventHeader]) {
        let sequences = events.map(\.sequence)
        let isWhole = sequences == Array(sequences.indices.map { $0 + 1 }) && !sequences.isEmpty
        report.check("its versions have no gap", isWhole, otherwise: "they are \(sequences)")
    }

    private func checkWebhook(of view: SubmissionView, isShown: Bool) async throws {
        let what = "the webhook that tells \(view.state.rawValue) has a valid signature"
        do {
            let type = EventType(entering: view.state)
            let delivery = try await withDeadline(Self.webhookLimit, on: context.loop) {
                try await receiver.delivery(of: type, for: view.id)
            }
            report.check(what, fault: delivery.fault)
            guard isShown else { return }
            report.line("  webhook-id: \(delivery.id)")
            report.line("  webhook-signature: \(delivery.signature)")
            report.line("  \(String(decoding: delivery.body.prefix(2000), as: UTF8.self))")
        } catch is DeadlineExceeded {
            report.check(what, fault: "none came within \(Self.webhookLimit.shortText)")
        }
    }
}
