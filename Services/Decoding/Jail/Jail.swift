public import EventLoop
public import Shared
public import Telemetry

/// The interface to the jail. Every library for images, PDFs or file types sees a document's bytes only in a process
/// forked for that document.
///
/// Any task may call it. At most `maximumConcurrentJobs` jobs run at a time, in the order of the calls. Each has a
/// deadline, after which its process group is killed. Answers are checked against bounds before they are used.
public final class Jail: Sendable {
    private let configuration: JailConfiguration
    private let loop: EventLoop
    private let supervisor: ZygoteSupervisor
    private let launcher: JobLauncher
    /// Limits the files that exist at a time because a job needed them.
    private let files: AsyncSemaphore

    private init(configuration: JailConfiguration, loop: EventLoop, logger: Logger, metrics: JailMetrics?) {
        self.configuration = configuration
        self.loop = loop
        supervisor = ZygoteSupervisor(configuration: configuration, loop: loop, logger: logger)
        files = AsyncSemaphore(permits: configuration.maximumConcurrentJobs)
        launcher = JobLauncher(configuration: configuration, supervisor: supervisor, loop: loop, logger: logger, metrics: metrics)
    }

    /// Starts the zygote, and waits until it has loaded its libraries.
    ///
    /// - Throws: `JailError.unavailable` if the executable is missing or not ready in time, and on a host without a
    ///   required lock.
    public static func start(
        configuration: JailConfiguration, group: EventLoopGroup, logger: Logger, metrics: MetricsRegistry? = nil
    ) async throws(JailError) -> Jail {
        let jail = Jail(
            configuration: configuration, loop: group.next(), logger: logger, metrics: metrics.map(JailMetrics.init))
        try await jail.loop.runForJail { () async throws(JailError) in try await jail.supervisor.start() }
        return jail
    }

    /// Whether there is a zygote to fork from.
    public var isReady: Bool {
        get async { (try? await loop.run { self.supervisor.isReady }) ?? false }
    }

    /// The jail's condition, and its enforcement by the host.
    public var condition: JailCondition {
        get async { (try? await loop.run { JailCondition(self.supervisor.isReady ? self.supervisor.locks : nil) }) ?? .replacing }
    }

    /// The locks that the host enforces; nil without a zygote.
    public var locks: JailLocks? {
        get async { (try? await loop.run { self.supervisor.locks }) ?? nil }
    }

    /// The zygote's process, for monitoring; nil without a zygote.
    public var zygoteProcessID: Int32? {
        get async { (try? await loop.run { self.supervisor.processID }) ?? nil }
    }

    /// Versions of the decoding libraries, by name, and `build`, which stands for the builds of all that it has loaded; empty
    /// without a zygote.
    public var libraries: [String: String] {
        get async { (try? await loop.run { self.supervisor.libraries }) ?? [:] }
    }

    /// Makes a file for `body`, such as a copy in memory. There are at most as many such files as jobs: a waiting call
    /// takes no memory. A file of more bytes than the jail accepts is not made.
    ///
    /// - Throws: `JailError.refused` for such a file, `JailError.cancelled`, and what `file` and `body` throw.
    public func withFile<Result: Sendable>(
        ofSize size: Int, _ file: () async throws -> OwnedDescriptor, reading body: (JailInput) async throws -> Result
    ) async throws -> Result {
        let limit = configuration.maximumInputBytes
        guard size <= limit else { throw JailError.refused(.overBudget(.bytes, found: size, limit: limit)) }
        do { try await files.acquire() } catch { throw JailError.cancelled }
        defer { files.release() }
        let made = try await file()
        let result = try await body(.descriptor(made.number))
        withExtendedLifetime(made) {}
        return result
    }

    /// Describes a file without decoding it. Unusable content is described, too: `InspectionFacts.refusal` says why.
    /// `mediaType` is the presumed type; nil leaves it to libmagic.
    public func inspect(
        _ input: JailInput, mediaType: MediaType? = nil, budget: DocumentBudget = DocumentBudget()
    ) async throws(JailError) -> InspectionFacts {
        let request = JailRequest.inspect(mediaType: mediaType, budget: budget.within(configuration))
        return try await judged { alone async throws(JailError) in
            try await self.launcher.withJob(request, inputs: [input], alone: alone) { job async throws(JailError) in
                guard case .facts(let facts) = try await job.response().message else { throw job.unexpected() }
                return try facts.checked()
            }
        }
    }

    /// Stands for what the facts of a file follow from besides its bytes: the decoders, to the build, and what the budget allows.
    /// Nil without a zygote.
    public func basis(of budget: DocumentBudget) async -> ContentDigest? {
        let libraries = await libraries
        guard !libraries.isEmpty else { return nil }
        let versions = libraries.map { "\($0.key) \($0.value)\n" }.sorted().joined()
        return ContentDigest(of: Array(versions.utf8) + WireCoding.encode(budget.within(configuration)))
    }

    /// Decodes a document, and passes its pages to `body`, which requests them one by one. Decoding stays only little
    /// ahead. It ends when `body` returns or throws. With `alone` no other job runs beside it: see `judged`.
    ///
    /// - Throws: What `body` throws, and `JailError` from `DecodedPages.next()` and from starting.
    public func withDecodedPages<Result: Sendable>(
        of input: JailInput, _ request: DecodeRequest, alone: Bool = false, _ body: (DecodedPages) async throws -> Result
    ) async throws -> Result {
        var request = request
        request.budget = request.budget.within(configuration)
        let job = try await loop.runForJail { [request] () async throws(JailError) in
            try await self.launcher.open(.decode(request), inputs: [input], alone: alone)
        }
        return try await ending(with: { await close(job) }) {
            try await body(DecodedPages(job: job, request: request, loop: loop))
        }
    }

    private func close(_ job: JailJob) async {
        _ = try? await loop.run { await self.launcher.close(job) }
    }

    /// Redraws a PDF, in which letters stay letters. Another process proves that it contains nothing but drawings. The
    /// same document gives the same bytes.
    ///
    /// - Throws: `unproven` for a document with content that cannot be proven harmless, such as a picture with metadata.
    public func redraw(
        _ document: JailInput, budget: DocumentBudget = DocumentBudget()
    ) async throws(JailError) -> RedrawnPDF {
        let budget = budget.within(configuration)
        return try await judged { alone async throws(JailError) in
            try await Redrawing(launcher: self.launcher, configuration: self.configuration, alone: alone)
                .run(document, budget: budget)
        }
    }

    /// Extracts pages of a PDF, counted from 0, to a PDF without any reference to the other pages. The same pages give
    /// the same bytes. They are as untrusted as the document.
    ///
    /// - Throws: `refused`, also for pages that the document does not have.
    public func extract(
        _ pages: Range<Int>, of document: JailInput, budget: DocumentBudget = DocumentBudget()
    ) async throws(JailError) -> [UInt8] {
        let (budget, limit) = (budget.within(configuration), configuration.maximumRedrawnBytes)
        return try await judged { alone async throws(JailError) in
            var bytes: [UInt8] = []
            let request = JailRequest.extract(pages: pages, budget: budget, maximumBytes: limit)
            _ = try await self.launcher.collect(request, of: document, alone: alone, atMost: limit) { chunk throws(JailError) in
                bytes += chunk
            }
            return bytes
        }
    }

    /// The words and codes of one page. The jail must have been started from `ReaderJail`.
    ///
    /// - Throws: `refused` also for a page that exceeds its budget.
    public func read(_ input: JailInput, _ request: ReadRequest) async throws(JailError) -> PageText {
        try await measuredRead(input, request).text
    }

    /// The same, with the processor time of the process that has read it, as the kernel tells.
    public func measuredRead(
        _ input: JailInput, _ request: ReadRequest
    ) async throws(JailError) -> (text: PageText, processor: Duration) {
        var request = request
        request.budget = request.budget.within(configuration)
        return try await judged { [request] alone async throws(JailError) in
            let (text, usage) = try await self.launcher.measuringJob(.read(request), inputs: [input], alone: alone) {
                job async throws(JailError) in
                let response = try await job.response()
                guard case .text = response.message else { throw job.unexpected() }
                return try PageText(checking: response.payload)
            }
            return (text, .microseconds(usage?.processorMicroseconds ?? 0))
        }
    }

    /// Runs one judged job on one input, from start to end.
    func withJob<Result: Sendable>(
        _ request: JailRequest, of input: JailInput,
        _ body: @escaping @Sendable (JailJob) async throws(JailError) -> Result
    ) async throws(JailError) -> Result {
        try await judged { alone async throws(JailError) in
            try await self.launcher.withJob(request, inputs: [input], alone: alone, body)
        }
    }

    /// Like the static form, on the jail's loop.
    private func judged<Result: Sendable>(
        _ job: @escaping @Sendable (_ alone: Bool) async throws(JailError) -> Result
    ) async throws(JailError) -> Result {
        try await loop.runForJail { () async throws(JailError) in
            do {
                return try await Self.judged(job)
            } catch {
                throw error as? JailError ?? .unavailable(detail: String(describing: error))
            }
        }
    }

    /// Ends the zygote and every child. Running jobs fail with `JailError.zygoteDied`.
    public func shutdown() async {
        _ = try? await loop.run { await self.supervisor.shutdown() }
    }
}
