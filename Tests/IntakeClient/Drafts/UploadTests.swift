import FoundationEssentials
import Shared
import Support
import Synchronization
import Testing

@testable import IntakeClient

/// A draft on its way to the gateway, over both storages.
@Suite(.timeLimit(.minutes(2))) struct DraftUploadTests {
    /// Two letters, of two pages and of one, and a date.
    private static func fill(_ controller: SampleController, _ size: Int = 400_000) async throws {
        let first = try await controller.append(
            [SampleContent.candidate(1, size), SampleContent.candidate(2, 1000)], as: "letter", issueDate: SampleContent.day)
        try await controller.append([SampleContent.candidate(3, 10)], as: "letter", issueDate: SampleContent.day)
        let pages = controller.draft.document(first)?.pages.map(\.id) ?? []
        try await controller.order(pages.reversed(), of: first)
        if let page = pages.first { try await controller.rotate(page) }
        try await controller.agree(to: "7")
    }

    private static func expected(_ size: Int = 400_000) -> [[[UInt8]]] {
        [[SampleContent.png(2, 1000), SampleContent.png(1, size)], [SampleContent.png(3, 10)]]
    }

    /// Not as an expectation's operands: those are printed, byte by byte.
    private static func isEqual(_ left: [[[UInt8]]], _ right: [[[UInt8]]]) -> Bool { left == right }

    private static func isRight(_ gateway: GatewayDouble, _ said: String) {
        #expect(isEqual(gateway.contents, expected()), "\(said)")
        #expect(gateway.rotations == [[.none, .quarter], [.none]], "\(said)")
        #expect(gateway.submissions.count == 1, "\(said)")
        #expect(gateway.issueDates == [SampleContent.day, SampleContent.day], "\(said)")
    }

    @Test(arguments: StorageKind.allCases) func everythingArrivesInItsOrder(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let gateway = GatewayDouble()
            let controller = try await ControllerTests.controller(reopen(), gateway)
            try await Self.fill(controller)
            #expect(controller.isValid && controller.readiness == .unsent)
            let early = await #expect(throws: IntakeClientError.self) { try await controller.submit() }
            #expect(early?.code == .invalidRequest)
            var fractions: [Double] = []
            for try await progress in controller.upload() { fractions.append(progress.fraction) }
            #expect(fractions == fractions.sorted() && fractions.last == 1 && fractions.contains { $0 > 0 && $0 < 1 })
            Self.isRight(gateway, "\(kind)")
            #expect(controller.isUploaded && controller.progress?.phase == .finished && controller.readiness == .ready)
            #expect(try await controller.submit().state == .submitted)
            #expect(gateway.consent == "7")
            #expect(!controller.allowsChanges)
            let closed = await #expect(throws: DraftFault.self) { try await controller.append(as: "card") }
            #expect(closed?.code == .closed)
            // A second run has nothing to do.
            let count = gateway.requests.count
            try await controller.uploadAll()
            #expect(gateway.requests.count == count + 1)
        }
    }

    /// Whatever request or answer is lost, and however the process ends after it: nothing is lost and nothing is doubled.
    @Test(arguments: StorageKind.allCases, [true, false])
    func aLossAnywhereChangesNothing(_ kind: StorageKind, _ isAnswer: Bool) async throws {
        var number = 0
        while true {
            let lost = Mutex(false)
            let gateway = GatewayDouble { [number] index, _ in
                guard index == number else { return nil }
                lost.withLock { $0 = true }
                return isAnswer ? .loseAnswer : .loseRequest
            }
            try await kind.run { reopen in
                let controller = try await ControllerTests.controller(reopen(), gateway)
                try await Self.fill(controller)
                try await controller.uploadAll()
                Self.isRight(gateway, "\(kind), \(isAnswer ? "answer" : "request") \(number)")
            }
            guard lost.withLock({ $0 }) else { break }
            number += 1
        }
        #expect(number > 10)
    }

    @Test(arguments: StorageKind.allCases) func anotherProcessGoesOnWhereItWas(_ kind: StorageKind) async throws {
        // Stopped after each element of progress in turn, and gone on with by another controller.
        for stop in 1... {
            let gateway = GatewayDouble()
            var isThrough = false
            try await kind.run { reopen in
                let controller = try await ControllerTests.controller(reopen(), gateway)
                try await Self.fill(controller)
                var elements = 0
                for try await progress in controller.upload() {
                    elements += 1
                    isThrough = progress.phase == .finished
                    if elements == stop { break }
                }
                let sent = gateway.requests.reduce(0) { $0 + ($1.method == "PATCH" ? $1.bodyBytes : 0) }
                let next = try await ControllerTests.controller(reopen(), gateway)
                try await next.uploadAll()
                Self.isRight(gateway, "\(kind), stopped after \(stop)")
                let all = gateway.requests.reduce(0) { $0 + ($1.method == "PATCH" ? $1.bodyBytes : 0) }
                // No byte goes twice.
                #expect(all >= sent && all <= 401_058 + 4 * 29 + 100, "\(all)")
            }
            if isThrough { break }
        }
    }

    @Test(arguments: StorageKind.allCases) func whatTheGatewayGaveUpBeginsAnew(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let gateway = GatewayDouble()
            let controller = try await ControllerTests.controller(reopen(), gateway)
            try await Self.fill(controller)
            for try await progress in controller.upload() where progress.sentBytes > 1500 { break }
            gateway.expireUploads()
            try await controller.uploadAll()
            Self.isRight(gateway, "\(kind)")
        }
    }

    @Test func whatDoesNotPassIsThrownAfterManyTries() async throws {
        let time = LeapingTime()
        let gateway = GatewayDouble { number, _ in number > 3 ? .answer(GatewayDouble.problem(503, "unavailable")) : nil }
        let controller = try await ControllerTests.controller(SomeStorage(MemoryStorage()), gateway, time: time)
        try await Self.fill(controller)
        var waits: [Duration] = []
        let error = await #expect(throws: IntakeClientError.self) {
            for try await progress in controller.upload() {
                if case .waiting(let pause, _) = progress.phase { waits.append(pause) }
            }
        }
        #expect(error?.problem?.status == 503 && error?.isRetriable == true)
        #expect(waits == waits.sorted() && waits.count == UploadRecovery.maximumTries - 1)
        #expect(time.pauses == waits)
    }

    @Test func anExpiredTokenIsSaidAndNothingIsLost() async throws {
        let isExpired = Mutex(true)
        let gateway = GatewayDouble { number, _ in
            number > 6 && isExpired.withLock { $0 } ? .answer(GatewayDouble.problem(401, "unauthenticated")) : nil
        }
        let controller = try await ControllerTests.controller(SomeStorage(MemoryStorage()), gateway)
        try await Self.fill(controller)
        let error = await #expect(throws: IntakeClientError.self) { try await controller.uploadAll() }
        #expect(error?.problem?.status == 401)
        isExpired.withLock { $0 = false }
        try await controller.uploadAll()
        Self.isRight(gateway, "after a new token")
    }

    @Test(arguments: StorageKind.allCases) func oneRefusedFileDoesNotHoldUpTheOthers(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let isFirst = Mutex(true)
            let gateway = GatewayDouble { _, request in
                guard request.method == "PATCH", request.url.contains("/uploads/"),
                    isFirst.withLock({ first in
                        defer { first = false }; return first
                    })
                else { return nil }
                return .answer(GatewayDouble.problem(422, "password-protected", detail: "Send it without a password."))
            }
            let controller = try await ControllerTests.controller(reopen(), gateway)
            try await Self.fill(controller)
            try await controller.uploadAll()
            let refused = try #require(controller.unsent.first)
            #expect(controller.unsent.count == 1)
            guard case .refused(let words) = refused.transfer else { throw Missing() }
            #expect(words.contains("without one"))
            // What would refuse to be submitted does not say that it can be.
            #expect(!controller.isValid && controller.missing.map(\.message) == [words])
            #expect(controller.readiness == .incomplete(controller.missing))
            let count = gateway.requests.count
            let error = await #expect(throws: IntakeClientError.self) { try await controller.submit() }
            #expect(error?.problem?.type == "incomplete" && error?.words(in: .english).contains(words) == true)
            #expect(gateway.requests.count == count)
            try await controller.retry(refused.id)
            try await controller.uploadAll()
            Self.isRight(gateway, "\(kind)")
        }
    }

    private struct Missing: Error {}

    @Test(arguments: StorageKind.allCases) func replacingAndRemovingReachTheGateway(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let gateway = GatewayDouble()
            let controller = try await ControllerTests.controller(reopen(), gateway)
            try await Self.fill(controller)
            try await controller.uploadAll()
            let pages = controller.documents[0].pages
            _ = try await controller.replace(pages[1].id, with: SampleContent.candidate(8, 50)).confirm(asking: "p") { _ in true }
            try await controller.remove(controller.documents[1].id).confirm(asking: "p") { _ in true }
            try await controller.set(issueDate: SampleContent.day.adding(days: -1), of: controller.documents[0].id)
            #expect(!controller.isUploaded)
            // Even by another process.
            let next = try await ControllerTests.controller(reopen(), gateway)
            try await next.uploadAll()
            #expect(Self.isEqual(gateway.contents, [[SampleContent.png(2, 1000), SampleContent.png(8, 50)]]))
            #expect(gateway.issueDates == [SampleContent.day.adding(days: -1)])
            #expect(next.isUploaded)
        }
    }

    @Test(arguments: StorageKind.allCases) func whatIsSaidOfADocumentReachesTheGateway(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let gateway = GatewayDouble()
            let controller = try await ControllerTests.controller(reopen(), gateway)
            let pages = (1...2).map { SampleContent.candidate($0) }
            let id = try await controller.append(pages, as: "letter", issueDate: SampleContent.day)
            let period = DatePeriod(start: SampleContent.day.adding(days: -30), end: SampleContent.day)
            try await controller.set(period: period, of: id)
            try await controller.set(expiryDate: SampleContent.day.adding(days: 400), of: id)
            try await controller.uploadAll()
            #expect(gateway.expiryDates == [SampleContent.day.adding(days: 400)])
            #expect(gateway.types == ["letter"] && gateway.issueDates == [SampleContent.day] && gateway.periods == [period])
            try await controller.set(type: "card", of: id)
            try await controller.set(issueDate: nil, of: id)
            try await controller.set(period: nil, of: id)
            try await controller.set(expiryDate: nil, of: id)
            #expect(!controller.isUploaded)
            // Even by another process.
            let next = try await ControllerTests.controller(reopen(), gateway)
            try await next.uploadAll()
            #expect(
                gateway.types == ["card"] && gateway.issueDates == [nil] && gateway.periods == [nil]
                    && gateway.expiryDates == [nil])
            #expect(next.isUploaded && next.documents.map(\.type) == ["card"])
        }
    }

    @Test func aPageRemovedWhileItIsSentDoesNotStay() async throws {
        let gateway = GatewayDouble()
        let controller = try await ControllerTests.controller(SomeStorage(MemoryStorage()), gateway)
        try await Self.fill(controller, 900_000)
        let page = try #require(controller.documents.first?.pages.last?.id)
        for try await progress in controller.upload() where progress.phase == .sending(page) {
            try await controller.remove(page).confirm(asking: "p") { _ in true }
        }
        #expect(Self.isEqual(gateway.contents, [[SampleContent.png(2, 1000)], [SampleContent.png(3, 10)]]))
    }

    @Test func aStoppedFileWaitsForItsPerson() async throws {
        let gateway = GatewayDouble()
        let controller = try await ControllerTests.controller(SomeStorage(MemoryStorage()), gateway)
        try await Self.fill(controller, 900_000)
        let page = try #require(controller.documents.first?.pages.last?.id)
        for try await progress in controller.upload() where progress.phase == .sending(page) {
            if progress.fraction < 0.9 { try await controller.cancel(page) }
        }
        #expect(gateway.openUploads == 0 && controller.unsent.map(\.id) == [page])
        #expect(controller.missing.map(\.rule).contains("app.unsent") && !controller.isValid)
        try await controller.retry(page)
        try await controller.uploadAll()
        #expect(Self.isEqual(gateway.contents, Self.expected(900_000)))
    }

    @Test func aSecondRunEndsTheFirst() async throws {
        let gateway = GatewayDouble()
        let controller = try await ControllerTests.controller(SomeStorage(MemoryStorage()), gateway)
        try await Self.fill(controller)
        var first = controller.upload().makeAsyncIterator()
        _ = try await first.next()
        try await controller.uploadAll()
        let error = await #expect(throws: IntakeClientError.self) { try await first.next() }
        #expect(error?.code == .cancelled)
        Self.isRight(gateway, "by the second run")
    }

    @Test func aCancelledTaskEndsIt() async throws {
        let (gateway, storage) = (GatewayDouble(), SomeStorage(MemoryStorage()))
        let controller = try await ControllerTests.controller(storage, gateway)
        try await Self.fill(controller)
        let error = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await #expect(throws: IntakeClientError.self) { try await controller.uploadAll() }
        }.value
        #expect(error?.code == .cancelled)
        try await controller.uploadAll()
        Self.isRight(gateway, "after the cancelled one")
    }

    @Test func aFileThatChangedOrWentIsNeverSentInParts() async throws {
        let folder = try TemporaryFolder("changing")
        let path = "\(folder.path)/bill.png"
        try Data(SampleContent.png(1, 500_000)).write(to: URL(filePath: path))
        let gateway = GatewayDouble()
        let controller = try await ControllerTests.controller(SomeStorage(MemoryStorage()), gateway)
        let id = try await controller.append([CandidateFile(path: path)], as: "letter", issueDate: SampleContent.day)
        for try await progress in controller.upload() where progress.sentBytes > 0 { break }
        try Data(SampleContent.png(2, 500_000)).write(to: URL(filePath: path))
        try await controller.uploadAll()
        let changed = try #require(controller.unsent.first)
        guard case .refused(let words) = changed.transfer else { throw Missing() }
        #expect(words.contains("bill.png") && words.contains("has changed"))
        try FileManager.default.removeItem(atPath: path)
        try await controller.retry(changed.id)
        try await controller.uploadAll()
        guard case .refused(let gone)? = controller.unsent.first?.transfer else { throw Missing() }
        #expect(gone.contains("not there any more"))
        #expect(Self.isEqual(gateway.contents, [[]]))
        // Chosen again, it is another file.
        try Data(SampleContent.png(2, 500_000)).write(to: URL(filePath: path))
        _ = try await controller.replace(changed.id, with: CandidateFile(path: path)).confirm(asking: "p") { _ in true }
        try await controller.uploadAll()
        #expect(Self.isEqual(gateway.contents, [[SampleContent.png(2, 500_000)]]) && controller.documents.first?.id == id)
    }

    @Test func piecesTakeAboutASecond() {
        var piece = PieceSize()
        for _ in 0..<20 { piece.sent(in: .milliseconds(10)) }
        #expect(piece.bytes == PieceSize.range.upperBound)
        let large = piece.bytes
        piece.sent(in: .seconds(1))
        #expect(piece.bytes == large)
        for _ in 0..<20 { piece.sent(in: .seconds(5)) }
        piece.wasLost()
        #expect(piece.bytes == PieceSize.range.lowerBound)
    }
}

extension GatewayRequest {
    fileprivate var bodyBytes: Int { if case .bytes(let bytes) = body, url.contains("/uploads/") { bytes.count } else { 0 } }
}
