import BlobStore
import Domain
import EventLoop
import Jail
import Malware
import Shared

/// Gathers the facts of a submission for the rules, from the database and its files.
struct SubmissionInspection: Sendable {
    let blobs: any BlobStore
    let known: any KnownFiles
    /// Inspects the files.
    let inspectors: ProcessorFactory<any FileInspector>
    let rules = RuleEngine.validation
    var limits = FileLimits()
    /// Nil if malware scanning is off.
    var scanner: (any MalwareScanner)?
    /// Whether there are authorities that answer for the signers of documents.
    var knowsSigners = true
    let pool: BlockingPool

    func facts(
        of submission: Submission, journey: JourneyDefinition, at moment: Timestamp
    ) async throws(ProcessingFailure) -> SubmissionFacts {
        var facts = SubmissionFacts(submission, journey: journey, at: moment)
        try expectSigners(of: facts)
        let space = BlobSpace(tenant: submission.tenant, submission: submission.id)
        let pictures = Dictionary(
            submission.documents.flatMap(\.pages).map { ($0.id, $0.look?.picture) }, uniquingKeysWith: { first, _ in first })
        for document in facts.documents.indices where facts.documents[document].settled == nil {
            for page in facts.documents[document].pages.indices {
                let known = facts.documents[document].pages[page]
                facts.documents[document].pages[page] = try await inspected(
                    known, described: pictures[known.id] ?? nil, of: facts.documents[document], journey.id, space)
            }
        }
        try await addEarlierSubmissions(to: &facts, of: submission)
        return facts
    }

    /// Whom nobody answers for because nobody was told of an authority, a person is not to be refused for.
    private func expectSigners(of facts: SubmissionFacts) throws(ProcessingFailure) {
        guard !knowsSigners else { return }
        for document in facts.documents where document.settled == nil {
            guard let type = facts.journey.documentType(document.type), type.signature == .trusted else { continue }
            throw ProcessingFailure(
                code: "signers-unknown", isRetriable: true,
                description: "The journey requires a known signer of \(type.id), and this process knows no authority: "
                    + "name a folder of their certificates by \(SignatureFolder.variable) of the validation worker.")
        }
    }

    /// Adds them only if the journey has a rule about them.
    private func addEarlierSubmissions(
        to facts: inout SubmissionFacts, of submission: Submission
    ) async throws(ProcessingFailure) {
        guard facts.journey.policy(of: FileNotKnown()) != .allow else { return }
        let digests = facts.documents.filter { $0.settled == nil }.flatMap { $0.pages.compactMap(\.digest) }
        let counts: [ContentDigest: Int]
        do {
            counts = try await known.submissionsHolding(digests, tenant: submission.tenant, besides: submission.id)
        } catch {
            throw ProcessingFailure(error)
        }
        for document in facts.documents.indices where facts.documents[document].settled == nil {
            for page in facts.documents[document].pages.indices {
                let digest = facts.documents[document].pages[page].digest
                facts.documents[document].pages[page].seenElsewhere = digest.map { counts[$0] ?? 0 }
            }
        }
    }

    /// Nil if malware scanning is off. If the scanner gives no answer, the file is not judged: the submission is retried,
    /// and then parked.
    private func malware(in file: BlobFile) async throws(ProcessingFailure) -> PageFacts.Malware? {
        guard let scanner else { return nil }
        do {
            let verdict = try await scanner.scan(size: file.size) { [pool] offset, count in
                try await file.read(at: offset, count: count, on: pool)
            }
            return switch verdict {
            case .clean: .clean
            case .infected(let name): .infected(name: name)
            }
        } catch {
            let isAway = if case .unavailable = error { true } else { false }
            throw ProcessingFailure(
                code: error.code, isRetriable: true, description: error.description, detail: error.detail,
                outage: isAway ? Outage(of: .malwareScanner) : nil)
        }
    }

    private func inspected(
        _ known: PageFacts, described picture: PictureDescription?, of document: DocumentFacts, _ journey: JourneyID,
        _ space: BlobSpace
    ) async throws(ProcessingFailure) -> PageFacts {
        guard let digest = known.digest, known.size > 0 else { return known }
        let file: BlobFile
        let structure: FileFacts
        do {
            file = try await blobs.open(space.key(digest))
            structure = try await StructureReader(pool: pool).facts(of: file)
        } catch {
            throw ProcessingFailure(error)
        }
        var facts = known
        // By its bytes, whatever anybody said or stored of it.
        facts.add(structure)
        facts.malware = try await malware(in: file)
        // No decoder is given what is known to be malware.
        if case .infected = facts.malware { return facts }
        facts.excess = limits.earlyRefusal(of: structure).flatMap(PageFacts.Excess.init)
        // What says of itself that it costs too much is not opened to see whether it is true.
        guard let mediaType = facts.mediaType, facts.excess == nil else { return facts }
        let request = ProcessorRequest(
            journey: journey, documentType: document.type, source: document.source, mediaType: mediaType)
        // A type that nobody can look into is one that no journey accepts; the rules say so.
        guard let inspector = try? inspectors.processor(for: request) else { return facts }
        return try await inspector.inspect(file, known: facts, described: picture)
    }
}
