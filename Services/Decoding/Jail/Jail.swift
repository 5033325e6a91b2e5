public import EventLoop
public import Shared
public import Telemetry

/// The door to the jail: asks a process of its own, forked for one document, for everything that touches the document's bytes
/// with a library for images, PDFs or file types.
///
/// It may be called from any task. Jobs run at most `maximumConcurrentJobs` at a time, in the order in which they were asked for;
/// each has a deadline, after which its process group is killed. What comes back is checked against its bounds before it is used.
public final class Jail: Sendable {
    private let configuration: JailConfiguration
    private let loop: EventLoop
    private let supervisor: ZygoteSupervisor
    private let launcher: JobLauncher
    /// Files that may be there at a time because they were made for a job.
    private let files: AsyncSemaphore

    private init(configuration: JailConfiguration, loop: EventLoop, logger: Logger, metrics: JailMetrics?) {
        self.configuration = configuration
        self.loop = loop
        supervisor = ZygoteSupervisor(configuration: configuration, loop: loop, logger: logger)
        files = AsyncSemaphore(permits: configuration.maximumConcurrentJobs)
        launcher = JobLauncher(configuration: configuration, supervisor: supervisor, loop: loop, logger: logger, metrics: metrics)
    }

    /// Starts the zygote and waits until it has loaded its libraries.
    ///
    /// - Throws: `JailError.unavailable` when the executable is missing or does not come up in time, and on a host without one of the
    ///   locks that are required.
    public static func start(
        configuration: JailConfiguration, group: EventLoopGroup, logger: Logger, metrics: MetricsRegistry? = nil
    ) async throws(JailError) -> Jail {
        let jail = Jail(
            configuration: configuration, loop: group.next(), logger: logger, metrics: metrics.map(JailMetrics.init))
        try await jail.loop.runForJail { () async throws(JailError) in try await jail.supervisor.start() }
        return jail
    }

    /// Whether a zygote is there to fork from.
    public var isReady: Bool {
        get async { (try? await loop.run { self.supervisor.isReady }) ?? false }
    }

    /// How it is, and what of it the host enforces.
    public var condition: JailCondition {
        get async { (try? await loop.run { JailCondition(self.supervisor.isReady ? self.supervisor.locks : nil) }) ?? .replacing }
    }

    /// What the host enforces; nil while no zygote is there.
    public var locks: JailLocks? {
        get async { (try? await loop.run { self.supervisor.locks }) ?? nil }
    }

    /// The zygote's process, for those who watch over it; nil while there is none.
    public var zygoteProcessID: Int32? {
        get async { (try? await loop.run { self.supervisor.processID }) ?? nil }
    }

    /// Versions of the decoding libraries, by name; empty while no zygote is there.
    public var libraries: [String: String] {
        get async { (try? await loop.run { self.supervisor.libraries }) ?? [:] }
    }

    /// Hands `body` a file that is made for it, such as a copy in memory. There are at most as many of them at a time as jobs: what
    /// waits for its turn takes no memory. One of more bytes than the jail takes is not made.
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

    /// Describes a file without decoding it. Content that cannot be used is described, too: `InspectionFacts.refusal` says why.
    /// `mediaType` is what the file is believed to be; nil leaves it to libmagic.
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

    /// Decodes a document and hands its pages to `body`, which asks for them one by one; nothing is decoded much ahead of it.
    /// When `body` returns or throws, the decoding ends, finished or not. With `alone` nothing runs beside it: see `judged`.
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
        do {
            let result = try await body(DecodedPages(job: job, request: request, loop: loop))
            await close(job)
            return result
        } catch {
            await close(job)
            throw error
        }
    }

    private func close(_ job: JailJob) async {
        _ = try? await loop.run { await self.launcher.close(job) }
    }

    /// Draws a PDF anew, so that its letters stay letters, and has another process prove that it holds nothing but drawings. The same
    /// document gives the same bytes.
    ///
    /// - Throws: `unproven` for a document that has something in it that cannot be proven harmless, such as a picture with metadata.
    public func redraw(
        _ document: JailInput, budget: DocumentBudget = DocumentBudget()
    ) async throws(JailError) -> RedrawnPDF {
        let budget = budget.within(configuration)
        return try await judged { alone async throws(JailError) in
            try await Redrawing(launcher: self.launcher, configuration: self.configuration, alone: alone)
                .run(document, budget: budget)
        }
    }

    /// Some pages of a PDF, counted from 0, as a PDF of their own: nothing of it leads to the other pages. The same pages give the same
    /// bytes. They are as untrusted as the document.
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

    /// Words and codes of one page, by a jail that was started of `ReaderJail`.
    ///
    /// - Throws: `refused` for a page that cannot be read within its budget, too.
    public func read(_ input: JailInput, _ request: ReadRequest) async throws(JailError) -> PageText {
        var request = request
        request.budget = request.budget.within(configuration)
        return try await judged { [request] alone async throws(JailError) in
            try await self.launcher.withJob(.read(request), inputs: [input], alone: alone) { job async throws(JailError) in
                let response = try await job.response()
                guard case .text = response.message else { throw job.unexpected() }
                return try PageText(checking: response.payload)
            }
        }
    }

    /// As the static form, on the jail's loop.
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

    /// Ends the zygote and with it every child; jobs that are under way fail with `JailError.zygoteDied`.
    public func shutdown() async {
        _ = try? await loop.run { await self.supervisor.shutdown() }
    }
}
