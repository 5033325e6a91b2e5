import Imaging
import Jail
import Magic
import PDF
import Shared
import Zygote

/// A request that the child carries out. Faults of the content are thrown as `ContentRefusal`.
struct Job {
    enum Fault: Error {
        case inputs(found: Int)
        /// The request is for another jail.
        case foreignRequest
    }

    let decoders: Decoders
    let inputs: [InputFile]
    let stream: FrameStream

    func answer(_ request: JailRequest) throws {
        switch request {
        case .inspect(let mediaType, let budget): try inspect(as: mediaType, budget)
        case .decode(let request): try decode(request)
        case .redraw(let budget, let maximumBytes): try redraw(budget, maximumBytes: maximumBytes)
        case .proveText(let maximumBytes): try proveText(maximumBytes: maximumBytes)
        case .extract(let pages, let budget, let maximumBytes): try extract(pages, budget, maximumBytes: maximumBytes)
        case .read, .mail: throw Fault.foreignRequest
        }
    }

    private func onlyInput() throws -> InputFile {
        guard inputs.count == 1, let input = inputs.first else { throw Fault.inputs(found: inputs.count) }
        return input
    }

    // MARK: - Inspect

    private func inspect(as believed: MediaType?, _ budget: DocumentBudget) throws {
        let input = try onlyInput()
        let bytes: [UInt8]
        do {
            bytes = try input.contents(atMost: budget.bytes)
        } catch let refusal as ContentRefusal {
            let detected = decoders.mediaType(of: try input.head(atMost: FileTyper.usefulBytes))
            var facts = InspectionFacts(detectedMediaType: detected)
            facts.refusal = refusal
            return try stream.send(.facts(facts))
        }
        try stream.send(.facts(facts(of: bytes, as: believed, budget)))
    }

    private func facts(of bytes: [UInt8], as believed: MediaType?, _ budget: DocumentBudget) throws -> InspectionFacts {
        let detected = decoders.mediaType(of: bytes)
        var facts = InspectionFacts(detectedMediaType: detected)
        if let decoder = decoders.decoder(for: believed ?? detected) {
            facts.content = decoder.content
            do {
                try decoder.describe(bytes, budget, in: &facts)
            } catch let refusal as ContentRefusal {
                facts.refusal = refusal
            }
        } else {
            facts.refusal = .unsupported(mediaType: believed ?? detected)
        }
        return facts
    }

    // MARK: - Decode

    private func decode(_ request: DecodeRequest) throws {
        guard let decoder = decoders.decoder(for: request.mediaType) else {
            throw ContentRefusal.unsupported(mediaType: request.mediaType)
        }
        let bytes = try onlyInput().contents(atMost: request.budget.bytes)
        if request.describes, decoder.content == .image {
            try stream.send(.described(facts(of: bytes, as: request.mediaType, request.budget)))
        }
        let document = try decoder.open(bytes, as: request.mediaType, request.budget)
        let total = min(document.pageCount, request.maximumPages ?? .max)
        for repair in document.repairs { try stream.send(.repaired(repair)) }
        var sent = 0
        var refusal: ContentRefusal?
        for index in 0..<total {
            do {
                try sendPage(index, of: document, total: total, request)
                sent += 1
            } catch let damage as ContentRefusal {
                guard request.salvages, damage.isDamage else { throw damage }
                refusal = damage
                try stream.send(.repaired(.lostPage(index + 1)))
            }
        }
        if sent == 0, let refusal { throw refusal }
        try stream.send(.finished(pages: sent))
    }

    /// - Throws: `ContentRefusal` before anything of the page was sent.
    private func sendPage(_ index: Int, of document: any DecodedDocument, total: Int, _ request: DecodeRequest) throws {
        let whole: PageJPEG
        do {
            whole = try document.page(index, request, leniently: false)
        } catch let damage as ContentRefusal {
            guard request.salvages, damage.isDamage else { throw damage }
            let part = try document.page(index, request, leniently: true)
            let missing = document.showsWhatIsMissing ? part.measured?.emptyMargin : nil
            // Damage that leaves no part empty has an extent that nobody knows.
            try stream.send(.repaired(.incompletePage(index + 1, missing: missing == 0 ? nil : missing)))
            return try send(part, index, of: document, total: total, request)
        }
        try send(whole, index, of: document, total: total, request)
    }

    private func send(
        _ page: PageJPEG, _ index: Int, of document: any DecodedDocument, total: Int, _ request: DecodeRequest
    ) throws {
        let preview = try request.preview.map { try page.preview(longestSide: $0.longestSide, quality: $0.quality) } ?? []
        let header = DecodedPageHeader(
            number: index + 1, total: total, pageCount: document.pageCount, width: page.size.width, height: page.size.height,
            pageBytes: page.bytes.count, previewBytes: preview.count,
            paper: document.paper(of: index)?.turned(by: request.rotation), isBlank: try page.isBlank(),
            signals: request.measures ? page.measured.map(PageSignals.init(measuring:)) : nil, isSigned: document.isSigned)
        try stream.send(.page(header), payload: preview.isEmpty ? page.bytes : page.bytes + preview)
    }

    // MARK: - Redraw

    private func redraw(_ budget: DocumentBudget, maximumBytes: Int) throws {
        let bytes = try onlyInput().contents(atMost: budget.bytes)
        let (drawn, pages) = try PDFDecoder().redrawn(bytes, budget, maximumBytes: maximumBytes)
        try send(drawn, pages: pages)
    }

    private func extract(_ pages: Range<Int>, _ budget: DocumentBudget, maximumBytes: Int) throws {
        let bytes = try onlyInput().contents(atMost: budget.bytes)
        try send(try PDFDecoder().extracted(pages, of: bytes, maximumBytes: maximumBytes), pages: pages.count)
    }

    private func send(_ file: [UInt8], pages: Int) throws {
        for part in file.parts(of: JailFrame.maximumPayloadBytes) { try stream.send(.chunk, payload: part) }
        try stream.send(.finished(pages: pages))
    }

    private func proveText(maximumBytes: Int) throws {
        let bytes = try onlyInput().contents(atMost: maximumBytes)
        let examination = TextPDFExamination(of: bytes) { (try? CleanJPEG(validating: $0)) != nil }
        try stream.send(
            .proof(
                PDFProof(
                    pageCount: examination.pageCount, objectCount: examination.objectCount, findings: examination.findings)))
    }
}

extension PageJPEG {
    /// The grey picture for its measures.
    fileprivate var measured: GreyPicture? {
        grey.flatMap { GreyPicture(width: $0.size.width, height: $0.size.height, pixels: $0.bytes) }
    }
}

extension ContentRefusal {
    fileprivate var isDamage: Bool { if case .damaged = self { true } else { false } }
}

extension [UInt8] {
    fileprivate func parts(of size: Int) -> [[UInt8]] {
        count <= size ? [self] : stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
