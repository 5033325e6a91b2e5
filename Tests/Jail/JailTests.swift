import DocumentFixtures
import EventLoop
import Glibc
import Jail
import Shared
import Telemetry
import Testing

/// Against the real DecoderJail, beside the test's own executable.
@Suite(.timeLimit(.minutes(1)))
struct JailTests {
    // MARK: - Inspect

    @Test func inspectionDescribesAPhoto() async throws {
        let photo = try Photo.jpeg(.cornered(width: 120, height: 80), orientation: 6)
        let facts = try await withJail { jail, _ in try await jail.inspect(.bytes(photo)) }
        #expect(facts.detectedMediaType == .jpeg)
        #expect(facts.content == .image)
        #expect(facts.pageCount == 1)
        #expect(facts.pageSizes == [InspectionFacts.PageSize(width: 80, height: 120)])
        #expect(facts.refusal == nil)
    }

    @Test func inspectionDescribesAPDF() async throws {
        let pdf = HandmadePDF.cornered(pages: 3, catalog: "/OpenAction<</S/JavaScript/JS(1)>>")
        let facts = try await withJail { jail, _ in try await jail.inspect(.bytes(pdf.bytes), mediaType: .pdf) }
        #expect(facts.content == .pdf)
        #expect(facts.pageCount == 3)
        #expect(facts.pageSizes.first == InspectionFacts.PageSize(width: 300, height: 200))
        #expect(facts.hasJavaScript)
        #expect(facts.hasAutomaticActions)
        #expect(facts.encryption == .none)
    }

    @Test func inspectionSaysWhyContentCannotBeUsed() async throws {
        let locked = try HandmadePDF.cornered().encrypted(userPassword: "secret", ownerPassword: "owner")
        let photo = try Photo.jpeg()
        try await withJail { jail, _ in
            let facts = try await jail.inspect(.bytes(locked))
            #expect(facts.encryption == .userPassword)
            #expect(facts.refusal == .passwordProtected)

            let text = try await jail.inspect(.bytes(Array("hello\n".utf8)))
            #expect(text.refusal == MediaType("text/plain").map { .unsupported(mediaType: $0) })

            let contradiction = try await jail.inspect(.bytes(photo), mediaType: .pdf)
            #expect(contradiction.detectedMediaType == .jpeg)
            #expect(contradiction.refusal?.code == "damaged")

            let long = try await jail.inspect(.bytes(photo), budget: DocumentBudget(bytes: 100))
            #expect(long.detectedMediaType == .jpeg)
            #expect(long.refusal == .overBudget(.bytes, found: photo.count, limit: 100))

            #expect(try await jail.inspect(.bytes([])).refusal?.code == "damaged")
        }
    }

    @Test func inputIsReadFromItsStartWhereverTheDescriptorStands() async throws {
        let photo = try Photo.jpeg()
        let path = "/tmp/docket-jail-\(UInt64.random(in: 0...UInt64.max))"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        defer {
            close(descriptor)
            unlink(path)
        }
        #expect(write(descriptor, photo, photo.count) == photo.count)
        try await withJail { jail, _ in
            for _ in 0..<2 {
                let facts = try await jail.inspect(.descriptor(descriptor))
                #expect(facts.pageCount == 1)
            }
        }
        #expect(lseek(descriptor, 0, SEEK_CUR) == off_t(photo.count))
    }

    // MARK: - Decode

    @Test func aPhotoBecomesAnUprightPageAndAPreview() async throws {
        let photo = try Photo.jpeg(.cornered(width: 400, height: 200), orientation: 8)
        let request = DecodeRequest(mediaType: .jpeg, rotation: .quarter, preview: PreviewRequest(longestSide: 64))
        let pages = try await withJail { jail, _ in try await jail.pages(of: photo, request) }
        let page = try #require(pages.first)
        #expect(pages.count == 1)
        #expect((page.number, page.total, page.width, page.height) == (1, 1, 400, 200))
        #expect(try Pixels(decoding: page.jpeg).corners.isClose(to: .upright))
        let preview = try Pixels(decoding: try #require(page.preview))
        #expect((preview.width, preview.height) == (64, 32))
        #expect(preview.corners.isClose(to: .upright))
    }

    @Test func aPDFsPagesComeOneByOne() async throws {
        let pdf = HandmadePDF.cornered(pages: 5).bytes
        let request = DecodeRequest(mediaType: .pdf, box: PageBox(shortSide: 200, longSide: 300), preview: nil)
        let pages = try await withJail { jail, _ in try await jail.pages(of: pdf, request) }
        #expect(pages.map(\.number) == [1, 2, 3, 4, 5])
        #expect(pages.allSatisfy { $0.total == 5 && $0.width == 300 && $0.height == 200 && $0.preview == nil })
        #expect(try Pixels(decoding: pages[4].jpeg).corners.isClose(to: .upright))
    }

    @Test func onlyTheFirstPagesAreDecodedWhenThatIsAsked() async throws {
        let request = DecodeRequest(mediaType: .pdf, box: PageBox(shortSide: 20, longSide: 30), maximumPages: 1)
        let pages = try await withJail { jail, _ in try await jail.pages(of: HandmadePDF.cornered(pages: 5).bytes, request) }
        #expect(pages.map(\.total) == [1])
    }

    @Test func leavingEarlyEndsTheDecodingAndFreesItsPlace() async throws {
        let request = DecodeRequest(mediaType: .pdf)
        try await withJail(JailConfiguration(maximumConcurrentJobs: 1)) { jail, _ in
            for _ in 0..<3 {
                let first = try await jail.withDecodedPages(of: .bytes(HandmadePDF.cornered(pages: 100).bytes), request) {
                    pages in
                    try await pages.next()
                }
                #expect(first?.number == 1)
            }
        }
    }

    @Test func contentThatCannotBeUsedIsRefused() async throws {
        let photo = try Photo.jpeg(.cornered(width: 400, height: 300))
        let locked = try HandmadePDF.cornered().encrypted(userPassword: "secret", ownerPassword: "owner")
        let pdf = HandmadePDF.cornered(pages: 2).bytes
        let cases: [(bytes: [UInt8], request: DecodeRequest, code: String)] = [
            (Array(photo.prefix(photo.count / 2)), DecodeRequest(mediaType: .jpeg), "damaged"),
            (photo, DecodeRequest(mediaType: .png), "unsupported"),
            (photo, DecodeRequest(mediaType: .pdf), "damaged"),
            (locked, DecodeRequest(mediaType: .pdf), "password-protected"),
            (photo, DecodeRequest(mediaType: .jpeg, budget: DocumentBudget(pixelsPerPage: 1000)), "over-budget"),
            (pdf, DecodeRequest(mediaType: .pdf, budget: DocumentBudget(pages: 1)), "over-budget"),
        ]
        try await withJail { jail, _ in
            for (bytes, request, code) in cases {
                let error = await #expect(throws: JailError.self) { try await jail.pages(of: bytes, request) }
                #expect(error?.refusal?.code == code)
                #expect(error?.isRetriable == false)
            }
        }
    }

    // MARK: - Salvage

    @Test func whatIsLeftOfACutOffPhotoIsTakenWhenThatIsAsked() async throws {
        // With grain, so that an empty part can be told from a picture; and turned, so that it lies at the left.
        let whole = try Photo.jpeg(.grainy(width: 400, height: 300), orientation: 6)
        let cut = Array(whole.prefix(whole.count / 2))
        try await withJail { jail, _ in
            let error = await #expect(throws: JailError.self) { try await jail.pages(of: cut, DecodeRequest(mediaType: .jpeg)) }
            #expect(error?.refusal?.code == "damaged")
            let request = DecodeRequest(mediaType: .jpeg, salvages: true)
            let (pages, repairs) = try await jail.report(of: cut, request)
            #expect(pages.map(\.width) == [300] && pages.map(\.height) == [400])
            guard case .incompletePage(1, let missing?) = repairs.first, repairs.count == 1 else {
                Issue.record("\(repairs)")
                return
            }
            #expect((35...65).contains(missing))
            // The same again, byte for byte; and a sound file is not touched.
            #expect(try await jail.report(of: cut, request).pages == pages)
            let sound = try await jail.report(of: whole, request)
            #expect(sound.repairs == [])
            #expect(try await jail.pages(of: whole, DecodeRequest(mediaType: .jpeg)) == sound.pages)
        }
    }

    /// Of a photo that is nothing but its header no page is made.
    @Test func ofNothingNothingIsTaken() async throws {
        let photo = try Photo.jpeg(.cornered(width: 400, height: 300))
        try await withJail { jail, _ in
            for bytes in [Array(photo.prefix(300)), Array("%PDF-1.4\n%%EOF\n".utf8)] {
                let type: MediaType = bytes.starts(with: [0xff]) ? .jpeg : .pdf
                let error = await #expect(throws: JailError.self) {
                    try await jail.pages(of: bytes, DecodeRequest(mediaType: type, salvages: true))
                }
                #expect(error?.refusal?.code == "damaged")
            }
        }
    }

    @Test func aPDFWithoutItsEndIsPutTogetherAgain() async throws {
        let pdf = HandmadePDF.cornered(pages: 3).bytes
        let table = try #require(pdf.indices.last { pdf[$0...].starts(with: Array("xref\n0".utf8)) })
        try await withJail { jail, _ in
            let box = PageBox(shortSide: 200, longSide: 300)
            let whole = try await jail.report(of: pdf, DecodeRequest(mediaType: .pdf, box: box))
            let cut = Array(pdf[..<table])
            #expect(try await jail.inspect(.bytes(cut), mediaType: .pdf).repairs == [.crossReferences])
            let mended = try await jail.report(of: cut, DecodeRequest(mediaType: .pdf, box: box, salvages: true))
            #expect(mended.repairs == [.crossReferences])
            #expect(mended.pages == whole.pages)
            #expect(whole.repairs == [])
        }
    }

    @Test func thePagesThatAreLeftOfAPDFAreTakenAndTheOthersNamed() async throws {
        // The last of three pages is named, and is not there.
        let text = String(decoding: HandmadePDF.cornered(pages: 3).bytes, as: UTF8.self)
        let broken = text.replacing("5 0 R 7 0 R", with: "5 0 R 9 0 R")
        #expect(broken != text)
        let request = DecodeRequest(mediaType: .pdf, box: PageBox(shortSide: 200, longSide: 300))
        var salvaging = request
        salvaging.salvages = true
        try await withJail { jail, _ in
            #expect(try await jail.inspect(.bytes(Array(broken.utf8)), mediaType: .pdf).repairs == [.lostPage(3)])
            let error = await #expect(throws: JailError.self) { try await jail.pages(of: Array(broken.utf8), request) }
            #expect(error?.refusal?.code == "damaged")
            let (pages, repairs) = try await jail.report(of: Array(broken.utf8), salvaging)
            #expect(pages.map(\.number) == [1, 2] && pages.map(\.total) == [3, 3])
            #expect(repairs == [.lostPage(3)])
        }
    }

    // MARK: - Letters

    @Test func aPDFIsDrawnAnewWithItsLettersAndNothingElseOfIt() async throws {
        let hostile = HandmadePDF.written(
            "Dear Ms Doe", catalog: "/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>/AcroForm<</Fields[]>>")
        try await withJail { jail, _ in
            let pdf = try await jail.redraw(.bytes(hostile.bytes))
            #expect(pdf.pageCount == 2 && pdf.proof.isClean)
            let bytes = try pdf.bytes()
            #expect(try await jail.redraw(.bytes(hostile.bytes)).bytes() == bytes)
            try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": bytes])
            let text = try Tool.pdftotext.output(of: ["in.pdf", "-"], files: ["in.pdf": bytes])
            #expect(text.contains("Dear Ms Doe"))
            let plain = try Tool.qpdf.run(["--qdf", "in.pdf", "out.pdf"], files: ["in.pdf": bytes], yields: "out.pdf")
            for trace in ["JavaScript", "OpenAction", "AcroForm", "/Info", "/Metadata", "alert", "cairo"] {
                #expect(plain.firstRange(of: Array(trace.utf8)) == nil, "\(trace)")
            }
            let facts = try await jail.inspect(.bytes(bytes), mediaType: .pdf)
            #expect(!facts.hasJavaScript && !facts.hasAutomaticActions && !facts.hasForm && facts.attachmentCount == 0)
        }
    }

    @Test func whatCannotBeDrawnAnewIsRefused() async throws {
        let locked = try HandmadePDF.cornered().encrypted(userPassword: "secret", ownerPassword: "owner")
        let long = HandmadePDF.cornered(pages: 3).bytes
        try await withJail { jail, _ in
            for (bytes, budget, code) in [
                (locked, DocumentBudget(), "password-protected"), (long, DocumentBudget(pages: 2), "over-budget"),
                (Array("hello".utf8), DocumentBudget(), "damaged"),
            ] {
                let error = await #expect(throws: JailError.self) { try await jail.redraw(.bytes(bytes), budget: budget) }
                #expect(error?.refusal?.code == code)
            }
        }
    }

    // MARK: - Measuring

    @Test func pagesAreMeasuredWhereThatIsAsked() async throws {
        let photo = try Photo.jpeg(.grainy(width: 400, height: 200), orientation: 6)
        try await withJail { jail, _ in
            let page = try #require(try await jail.pages(of: photo, DecodeRequest(mediaType: .jpeg)).first)
            let signals = try #require(page.signals)
            #expect(signals.proportion == 2000)
            #expect(signals.tiles == 7 * 13)
            #expect(!signals.isDark && !signals.isBlurred && !signals.isLikelyScreenshot)
            let bare = try await jail.pages(of: photo, DecodeRequest(mediaType: .jpeg, measures: false))
            #expect(bare.map(\.signals) == [nil])
            #expect(bare.first?.jpeg == page.jpeg)
        }
    }

    // MARK: - Assemble

    @Test func pagesBecomeAProvenPDFAndTheSameOneEveryTime() async throws {
        let photo = try Photo.jpeg(.cornered(width: 400, height: 200), orientation: 3)
        try await withJail { jail, _ in
            let page = try #require(try await jail.pages(of: photo, DecodeRequest(mediaType: .jpeg)).first)
            let pdf = try await jail.assemble([.bytes(page.jpeg), .bytes(page.jpeg)])
            #expect(pdf.pageCount == 2)
            #expect(pdf.proof.isClean)
            let bytes = try pdf.bytes()
            #expect(bytes.count == pdf.byteCount)
            try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": bytes])
            #expect(try await jail.assemble([.bytes(page.jpeg), .bytes(page.jpeg)]).bytes() == bytes)

            let again = try await jail.pages(
                of: bytes, DecodeRequest(mediaType: .pdf, box: PageBox(shortSide: 200, longSide: 400)))
            #expect(
                try again.map { try Pixels(decoding: $0.jpeg).corners }.allSatisfy {
                    $0.isClose(to: Corners.upright.displayed(withOrientation: 3))
                })
        }
    }

    @Test func aPageThatHoldsMoreThanAPictureIsNotPutIntoAPDF() async throws {
        let photo = try Photo.jpeg(orientation: 6)
        try await withJail { jail, _ in
            let error = await #expect(throws: JailError.self) { try await jail.assemble([.bytes(photo)]) }
            #expect(error?.refusal?.code == "damaged")
        }
    }

    @Test func manyPagesFitIntoOnePDF() async throws {
        try await withJail { jail, _ in
            let page = try #require(try await jail.pages(of: try Photo.jpeg(), DecodeRequest(mediaType: .jpeg)).first)
            let pdf = try await jail.assemble(Array(repeating: .bytes(page.jpeg), count: 200))
            #expect(pdf.pageCount == 200)
        }
    }

    // MARK: - What goes wrong

    @Test func aJobThatHangsIsKilledAtItsDeadline() async throws {
        let photo = try Photo.jpeg()
        try await withJail(JailConfiguration(maximumConcurrentJobs: 1, stepDeadline: .milliseconds(200))) { jail, _ in
            let endless = try EndlessInput()
            await #expect(throws: JailError.deadlineExceeded) { try await jail.inspect(endless.input) }
            #expect(try await jail.inspect(.bytes(photo)).pageCount == 1)
        }
    }

    @Test func cancellingTheTaskKillsTheJob() async throws {
        let photo = try Photo.jpeg()
        try await withJail(JailConfiguration(maximumConcurrentJobs: 1)) { jail, group in
            let endless = try EndlessInput()
            let task = group.next().spawn {
                await #expect(throws: JailError.cancelled) { try await jail.inspect(endless.input) }
            }
            try await endless.waitForReader(on: group.next())
            task.cancel()
            await task.value
            #expect(try await jail.inspect(.bytes(photo)).pageCount == 1)
        }
    }

    @Test func aZygoteThatDiesIsReplacedAndItsJobsCanBeTriedAgain() async throws {
        let photo = try Photo.jpeg()
        try await withJail { jail, group in
            let endless = try EndlessInput()
            let task = group.next().spawn {
                let error = await #expect(throws: JailError.self) { try await jail.inspect(endless.input) }
                #expect(error?.isRetriable == true)
                #expect(error?.code == "jail.unavailable")
            }
            try await endless.waitForReader(on: group.next())
            let first = try #require(await jail.zygoteProcessID)
            #expect(kill(first, SIGKILL) == 0)
            await task.value
            #expect(try await jail.inspect(.bytes(photo)).pageCount == 1)
            #expect(await jail.zygoteProcessID != first)
        }
    }

    @Test func aChildWithoutMemoryIsNoFindingAboutTheContent() async throws {
        let photo = try Photo.encoded(.cornered(width: 3000, height: 2000), as: "png")
        let limits = JobLimits(addressSpace: 64 << 20)
        try await withJail(JailConfiguration(limits: limits)) { jail, _ in
            let error = await #expect(throws: JailError.self) {
                _ = try await jail.pages(of: photo, DecodeRequest(mediaType: .png))
            }
            #expect(error?.refusal == nil)
            #expect(error?.isRetriable == true)
        }
    }

    @Test func aChildThatUsesTooMuchProcessorTimeIsEnded() async throws {
        let pdf = HandmadePDF.cornered(pages: 200).bytes
        try await withJail(JailConfiguration(limits: JobLimits(cpuSeconds: 1))) { jail, _ in
            let error = await #expect(throws: JailError.self) { try await jail.pages(of: pdf, DecodeRequest(mediaType: .pdf)) }
            #expect(error == .deadlineExceeded)
        }
    }

    @Test func moreJobsThanPlacesWaitTheirTurn() async throws {
        let photo = try Photo.jpeg()
        try await withJail(JailConfiguration(maximumConcurrentJobs: 2)) { jail, _ in
            let counts = try await withThrowingTaskGroup(of: Int.self) { tasks in
                for _ in 0..<20 { tasks.addTask { try await jail.inspect(.bytes(photo)).pageCount } }
                return try await tasks.reduce(0, +)
            }
            #expect(counts == 20)
        }
    }

    @Test func whenTooManyWaitTheNextIsTurnedAway() async throws {
        try await withJail(JailConfiguration(maximumConcurrentJobs: 1, maximumWaitingJobs: 0)) { jail, group in
            let endless = try EndlessInput()
            let task = group.next().spawn { _ = try? await jail.inspect(endless.input) }
            try await endless.waitForReader(on: group.next())
            let error = await #expect(throws: JailError.self) { try await jail.inspect(.bytes([1])) }
            #expect(error?.code == "jail.unavailable")
            task.cancel()
            await task.value
        }
    }

    @Test func aMissingExecutableIsSaidAtOnce() async throws {
        let error = await #expect(throws: JailError.self) {
            try await withJail(JailConfiguration(decoderPath: "/nowhere/DecoderJail")) { _, _ in }
        }
        #expect(error?.code == "jail.unavailable")
    }

    @Test func anExecutableThatIsNoZygoteIsGivenUpOn() async throws {
        let configuration = JailConfiguration(decoderPath: "/bin/true", startDeadline: .milliseconds(300))
        let error = await #expect(throws: JailError.self) { try await withJail(configuration) { _, _ in } }
        #expect(error?.code == "jail.unavailable")
    }

    @Test func afterShutdownNothingIsLeftAndNothingStarts() async throws {
        let group = try EventLoopGroup(threads: 1)
        let jail = try await Jail.start(
            configuration: JailConfiguration(), group: group, logger: Logger(label: "jail", level: .critical))
        let zygote = try #require(await jail.zygoteProcessID)
        #expect(await jail.isReady)
        #expect(await jail.libraries.keys.sorted() == ["cairo", "libmagic", "libvips", "poppler", "qpdf"])
        await jail.shutdown()
        #expect(kill(zygote, 0) == -1)
        #expect(await !jail.isReady)
        let error = await #expect(throws: JailError.self) { try await jail.inspect(.bytes([1])) }
        #expect(error?.code == "jail.unavailable")
        await group.shutdown()
    }
}
