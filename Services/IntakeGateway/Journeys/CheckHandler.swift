import Crypto
import HTTPServer
import Shared

/// `POST /v1/journeys/{journey}/check`: checks files with the rules. It stores nothing.
///
/// The body is a form, read in order: a field `type` begins a document, `issueDate`, `expiryDate`, `periodStart`,
/// `periodEnd` and `source` describe it, and each `file` is a page of it; `consent` is the submission's. `type` is
/// optional if the journey has only one. The gateway has no jail: `undecided` has the rules that need one.
struct CheckHandler: Sendable {
    let gateway: GatewayServices

    static let maximumFiles = 100
    private static let maximumFieldBytes = 200

    func check(_ call: Call) async throws -> HTTPResponse {
        guard let id = call.parameters["journey"].flatMap(JourneyID.init(rawValue:)), let journey = gateway.journeys[id] else {
            throw Problem.notFound
        }
        let language = call.language()
        let facts = try await facts(of: call.request, journey: journey.said(in: language))
        return .resource(Encoded(DryRun(facts, in: language)), headers: .content(in: language))
    }

    // Apart from the handler, and so are the functions below: the optimiser of Swift 6.3 cannot split it all as one coroutine.
    @inline(never)
    private func facts(of request: HTTPRequest, journey: JourneyDefinition) async throws -> SubmissionFacts {
        let reader = try MultipartReader(request, maximumParts: Self.maximumFiles * 2)
        var form = CheckForm(journey: journey, today: journey.day(at: gateway.now()))
        var budget = gateway.maximumFileBytes
        while let part = try await reader.nextPart() {
            if part.fileName != nil || part.name == "file" {
                form.add(try await file(part, budget: &budget))
            } else {
                form.set(part.name ?? "", try await text(part))
            }
        }
        return try form.finish()
    }

    @inline(never)
    private func text(_ part: MultipartPart) async throws -> String {
        var bytes: [UInt8] = []
        while let piece = try await part.next() {
            bytes += piece
            guard bytes.count <= Self.maximumFieldBytes else {
                throw Problem(.tooLarge, detail: "A field of the form may have at most \(Self.maximumFieldBytes) bytes.")
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// All files together may be as large as one stored file.
    @inline(never)
    private func file(_ part: MultipartPart, budget: inout Int) async throws -> PageFacts {
        var gatherer = FileGatherer(limits: gateway.fileLimits)
        var digest = Digest(.sha256)
        while let piece = try await part.next() {
            budget -= piece.count
            guard budget >= 0 else {
                throw Problem(
                    .tooLarge,
                    detail: "All files of a check together may have at most \(ByteCount.text(gateway.maximumFileBytes)).",
                    members: ["limit": .integer(gateway.maximumFileBytes)])
            }
            gatherer.take(piece)
            digest.update(piece)
        }
        return gatherer.facts(
            id: .random(), digest: ContentDigest(bytes: digest.finalize()), declared: part.contentType.flatMap { MediaType($0) },
            fileExtension: part.fileName.flatMap(MediaType.fileExtension(ofName:)))
    }
}

/// The documents of a form, field by field. It is pure.
struct CheckForm {
    let journey: JourneyDefinition
    private let today: CalendarDate
    private var documents: [DocumentFacts] = []
    private var ends: (start: CalendarDate?, end: CalendarDate?) = (nil, nil)
    private var consent: String?
    private var faults: [ProblemItem] = []

    init(journey: JourneyDefinition, today: CalendarDate) {
        self.journey = journey
        self.today = today
    }

    /// Takes a field of the form. `finish` reports all faults at once.
    mutating func set(_ name: String, _ value: String) {
        switch name {
        case "type":
            guard let type = DocumentTypeID(rawValue: value), journey.documentType(type) != nil else {
                let known = journey.documentTypes.map(\.id.rawValue).joined(separator: ", ")
                return fault(name, "The journey asks for \(known).")
            }
            ends = (nil, nil)
            documents.append(DocumentFacts(id: .random(), type: type))
        case "issueDate": current(name) { $0.issueDate = StatedDate(value) }
        case "expiryDate": current(name) { $0.expiryDate = StatedDate(value) }
        case "periodStart", "periodEnd":
            guard let day = CalendarDate(value) else { return fault(name, "Give the day as YEAR-MONTH-DAY, such as 2026-10-31.") }
            if name == "periodStart" { ends.start = day } else { ends.end = day }
            guard let start = ends.start, let end = ends.end else { return }
            current(name) { $0.period = DatePeriod(start: start, end: end) }
        case "source":
            guard let source = DocumentSource(rawValue: value) else {
                return fault(name, "This must be one of \(DocumentSource.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            current(name) { $0.source = source }
        case "consent": consent = value
        default:
            fault(
                name,
                "The form has no field of this name; it has type, issueDate, expiryDate, periodStart, periodEnd, source, file, consent."
            )
        }
    }

    mutating func add(_ file: PageFacts) { current("file") { $0.pages.append(file) } }

    private mutating func current(_ name: String, _ change: (inout DocumentFacts) -> Void) {
        if documents.isEmpty, journey.documentTypes.count == 1 {
            documents.append(DocumentFacts(id: .random(), type: journey.documentTypes[0].id))
        }
        guard !documents.isEmpty else { return fault(name, "A field “type” must come before it, which says what it is.") }
        change(&documents[documents.count - 1])
    }

    private mutating func fault(_ name: String, _ detail: String) {
        // One for each name: a form of a hundred files without a type has one fault.
        guard !faults.contains(where: { $0.parameter == name && $0.detail == detail }) else { return }
        faults.append(ProblemItem(parameter: name, detail: detail, rule: "form"))
    }

    func finish() throws(Problem) -> SubmissionFacts {
        guard faults.isEmpty else {
            throw Problem(.invalidRequest, detail: "The form cannot be used; `errors` says why.", errors: faults)
        }
        return SubmissionFacts(journey: journey, documents: documents, today: today, consent: consent)
    }
}
