import Shared

@testable import Jail

/// What a child of the jail answers when it was taken over: frames on its stream, and the zygote's messages. What must hold: a
/// message has one spelling; what is taken of a page or of facts can be judged by every rule and kept.
enum JailAnswers: FuzzTarget {
    private static let box = PixelBox(shortSide: 1000, longSide: 1000)
    private static let preview = PreviewRequest(longestSide: 8)
    private static let mail = MailRequest(maximumBytes: 64, maximumAttachments: 2, maximumAttachmentBytes: 32)

    /// The first byte says what was asked for; then come frames.
    static func run(_ input: [UInt8]) {
        guard let first = input.first else { return }
        var rest = input.dropFirst()
        again(ZygoteEvent.self, Array(rest))
        again(ZygoteCommand.self, Array(rest))
        again(JailRequest.self, Array(rest))
        again(PageText.self, Array(rest))
        let request = DecodeRequest(
            mediaType: .pdf, box: box, preview: first & 1 == 0 ? nil : preview, measures: first & 2 != 0)
        var facts: [PageFacts] = []
        var (pages, total) = (0, Int?.none)
        while let prefix = try? JailFramePrefix(parsing: Array(rest.prefix(JailFramePrefix.count))), facts.count < 8 {
            precondition(
                prefix.headerBytes <= JailFrame.maximumHeaderBytes && prefix.payloadBytes <= JailFrame.maximumPayloadBytes)
            rest = rest.dropFirst(JailFramePrefix.count)
            guard rest.count >= prefix.headerBytes + prefix.payloadBytes else { break }
            let header = Array(rest.prefix(prefix.headerBytes))
            let payload = Array(rest.dropFirst(prefix.headerBytes).prefix(prefix.payloadBytes))
            rest = rest.dropFirst(prefix.headerBytes + prefix.payloadBytes)
            guard let response = again(JailResponse.self, header) else { continue }
            switch response {
            case .facts(let found), .described(let found):
                guard let sound = try? found.checked() else { continue }
                var page = PageFacts(id: PageID(UploadModel.document.uuid), size: 10, mediaType: .pdf)
                page.add(sound)
                precondition(sound.origin.checks.count <= FileSignature.maximumCount)
                precondition(sound.origin.checks.allSatisfy { ($0.signer?.utf8.count ?? 0) <= FileSignature.maximumNameBytes })
                facts.append(page)
            case .page(let header):
                guard
                    let page = try? DecodedPage(checking: header, payload, number: pages + 1, total: total, for: request)
                else { continue }
                precondition(page.width <= box.longSide && page.height <= box.longSide && page.jpeg.count <= payload.count)
                (pages, total) = (pages + 1, page.total)
                guard let signals = page.signals else { continue }
                precondition(request.measures && signals.isSound)
                var measured = PageFacts(id: PageID(UploadModel.document.uuid), size: 10, mediaType: .pdf)
                measured.signals = [signals]
                facts.append(measured)
            case .proof(let proof):
                let bounded = proof.bounded()
                precondition(bounded.findings.allSatisfy { $0.utf8.count <= 64 } && bounded.isClean == proof.isClean)
            case .refused(let refusal):
                var page = PageFacts(id: PageID(UploadModel.document.uuid), size: 10, mediaType: .pdf)
                page.add(refusal.bounded())
                facts.append(page)
            case .text:
                guard let text = try? PageText(checking: payload) else { continue }
                precondition(text.bounded() == text, "what is taken of a text keeps to its bounds")
            case .mail(let facts):
                guard (try? facts.check(mail)) != nil else { continue }
                precondition(facts.attachments <= mail.maximumAttachments && facts.from.count <= MailFacts.mostFields)
            case .attachment(let facts):
                guard let attachment = try? ReadMail.Attachment(checking: facts, payload, mail) else { continue }
                precondition(attachment.bytes?.count ?? 0 <= mail.maximumAttachmentBytes)
            case .repaired, .chunk, .finished: break
            }
        }
        judge(facts)
    }

    /// What a worker does with facts: keeps them, reads them again, and asks every rule.
    private static func judge(_ pages: [PageFacts]) {
        guard !pages.isEmpty else { return }
        let journey = JourneyRegistry.builtIn.offered[0]
        let document = DocumentFacts(id: UploadModel.document, type: journey.documentTypes[0].id, pages: pages)
        let facts = SubmissionFacts(journey: journey, documents: [document], today: CalendarDate(daysSinceEpoch: 20_757))
        let again = try? FactsRecord(bytes: FactsRecord(facts).bytes).facts(journey: journey)
        precondition(again == facts, "facts read as they are kept")
        precondition((try? CanonicalJSON.encode(DryRun(facts))) != nil, "a verdict can be written")
        for finding in RuleEngine.decoding.findings(for: facts) { precondition(!Reason(finding).message.isEmpty) }
    }

    @discardableResult
    private static func again<Message: WireMessage>(_ type: Message.Type, _ bytes: [UInt8]) -> Message? {
        guard let message = try? WireCoding.decode(type, from: bytes) else { return nil }
        precondition(WireCoding.encode(message) == bytes, "a message has two spellings")
        return message
    }

    /// A frame of eight by eight grey pixels, and a scan of it.
    private static let picture: [UInt8] =
        [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0xd9]

    static var seeds: [[UInt8]] {
        let signals = PageSignals(
            tiles: 4, writtenTiles: 3, blurredTiles: 2, glaringTiles: 1, brightness: 200, flatness: 10, proportion: 1400,
            likeness: PerceptualHash(bits: 7))
        let page = DecodedPageHeader(
            number: 1, total: 1, width: 8, height: 8, pageBytes: picture.count, previewBytes: picture.count,
            paper: Paper(hundredths: 59_528, 84_189), signals: signals)
        var facts = InspectionFacts(detectedMediaType: .pdf, pageCount: 3, encryption: .ownerPassword)
        facts.pageSizes = [.init(width: 595, height: 842)]
        facts.repairs = [.incompletePage(1, missing: 50), .lostPage(2)]
        facts.origin = FileOrigin(
            programs: ["Writer"], signatures: 2, isChangedAfterSigning: true,
            checks: [
                FileSignature(
                    .trusted, coversFile: true, signer: "Ada", claimedAt: Timestamp(millisecondsSinceEpoch: 1),
                    stampedAt: Timestamp(millisecondsSinceEpoch: 2)), FileSignature(.broken),
            ], dates: FileDates(made: CalendarDate("2024-02-29"), changed: CalendarDate("2024-03-01")))
        facts.refusal = .overBudget(.pages, found: 300, limit: 200)
        let messages: [(JailResponse, payload: [UInt8])] = [
            (.facts(facts), []), (.page(page), picture + picture), (.finished(pages: 1), []),
            (.proof(PDFProof(pageCount: 1, objectCount: 9, findings: ["/OpenAction"])), []),
            (.refused(.damaged(detail: "cut")), []), (.repaired(.incompletePage(1, missing: nil)), []),
        ]
        var frames: [[UInt8]] = []
        for (message, payload) in messages {
            for header in HostileNumbers.seeds(binary: WireCoding.encode(message)) {
                let prefix = JailFramePrefix(headerBytes: header.count, payloadBytes: payload.count).bytes
                frames.append([3] + prefix + header + payload)
            }
        }
        let text = PageText(
            source: .recognized, proportion: 0.7,
            words: [
                PageWord(text: "24", box: .whole, confidence: 90, line: 0),
                PageWord(text: "月", box: .whole, confidence: 0, line: 1),
            ], codes: [PageCode(symbology: .qr, bytes: [1, 255], box: .whole)])
        for payload in HostileNumbers.seeds(binary: WireCoding.encode(text)) {
            let header = WireCoding.encode(JailResponse.text)
            frames.append([3] + JailFramePrefix(headerBytes: header.count, payloadBytes: payload.count).bytes + header + payload)
        }
        let events: [ZygoteEvent] = [
            .ready(libraries: ["libvips": "8.14", "qpdf": "11.3"], missingLocks: [MissingLock(lock: "landlock", reason: "old")]),
            .ended(job: 7, status: .exited(code: 0), usage: JobUsage(peakMemory: 1 << 20, processorMicroseconds: 1000)),
        ]
        // Words out of order, and one that comes twice.
        for words in [["qpdf", "1", "libvips", "2"], ["qpdf", "1", "qpdf", "1"]] {
            var wire = WireWriter()
            for tag in [0, WireCoding.version, 1] { wire.tag(tag) }
            wire.write(words)
            wire.write([String]())
            frames.append(wire.bytes)
        }
        // A media type in letters that a header may have and a message may not.
        var loud = WireCoding.encode(JailResponse.facts(facts))
        if let place = loud.firstRange(of: Array("application/pdf".utf8)) {
            loud[place.lowerBound + 1] = UInt8(ascii: "P")
            frames.append([3] + JailFramePrefix(headerBytes: loud.count, payloadBytes: 0).bytes + loud)
        }
        return frames + events.flatMap { HostileNumbers.seeds(binary: WireCoding.encode($0)) }.map { [0] + $0 }
    }
}
