import HTTPServer
import Support
import Testing

@testable import IntakeGateway

@Suite struct NoteLayoutTests {
    private let routes = ["GET /assets/{file}", "PATCH /v1/uploads/{upload}"]

    /// A file with some slots, each as a process would have stored it.
    private func file(slots: Int = 4, _ notes: [Int: [UInt64]] = [:]) -> [UInt64] {
        var words = NoteLayout.header(slots: slots, boot: "boot-1", routes: routes)
        words += [UInt64](repeating: 0, count: slots * NoteLayout.slotWords)
        for (number, note) in notes { words.replaceSubrange(NoteLayout.slot(number)..<NoteLayout.slot(number + 1), with: note) }
        return words
    }

    private func note(
        route: Int?, actor: String = "", address: IPAddress = .none, seenAt: UInt64 = 0
    ) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: NoteLayout.slotWords)
        words[NoteLayout.addressWord] = address.high
        words[NoteLayout.addressWord + 1] = address.low
        words[NoteLayout.seenWord] = seenAt
        let length = NoteLayout.pack(actor: actor) { words[$0] = $1 }
        words[NoteLayout.headWord] = NoteLayout.head(NoteLayout.head(route: route, actorLength: 0), withActorLength: length)
        return words
    }

    @Test func whatIsNotedIsRead() throws {
        let address = try #require(IPAddress(parsing: "2001:db8::1"))
        let link = "link:01990000-0000-7000-8000-000000000000"
        let notes = [
            0: note(route: 0, address: address, seenAt: 7), 2: note(route: 1, actor: link, seenAt: 9), 3: note(route: nil),
        ]
        let earlier = try #require(NoteLayout.read(file(notes)))
        #expect(!earlier.hasStopped)
        #expect(earlier.boot == "boot-1")
        #expect(
            earlier.requests == [
                NotedRequest(route: "GET /assets/{file}", address: address, seenAt: 7),
                NotedRequest(route: "PATCH /v1/uploads/{upload}", actor: link, seenAt: 9),
                NotedRequest(seenAt: 0),
            ])
    }

    @Test func aProcessThatWasStoppedSaysSo() {
        var words = file()
        words[NoteLayout.stateWord] = NoteLayout.State.stopped.rawValue
        #expect(NoteLayout.read(words)?.hasStopped == true)
    }

    @Test func aSlotWhoseFirstWordIsNotThereIsEmpty() {
        var torn = note(route: 1, actor: "key:1f2e3d", seenAt: 9)
        torn[NoteLayout.headWord] = 0
        #expect(NoteLayout.read(file([1: torn]))?.requests == [])
    }

    @Test func aSlotThatDiedBeforeItsActorHasNone() {
        // The actor's words are there, and the first word does not count them yet.
        var torn = note(route: 1, actor: "key:1f2e3d", seenAt: 9)
        torn[NoteLayout.headWord] = NoteLayout.head(route: 1, actorLength: 0)
        #expect(NoteLayout.read(file([1: torn]))?.requests == [NotedRequest(route: routes[1], seenAt: 9)])
    }

    @Test func aLongNameIsCutAndItsSuspectIsTheSame() throws {
        let long = "token:" + String(repeating: "a", count: 200)
        let read = try #require(NoteLayout.read(file([0: note(route: 0, actor: long)]))?.requests.first)
        #expect(read.actor?.utf8.count == NoteLayout.actorBytes)
        #expect(read.suspect == Suspect(actor: long))
    }

    @Test func routesThatHaveNoRoomAreUnnamed() throws {
        let many = (0..<5000).map { "GET /route-\($0)" }
        let words = NoteLayout.header(slots: 1, boot: "", routes: many) + note(route: 4999)
        let earlier = try #require(NoteLayout.read(words))
        #expect(earlier.requests == [NotedRequest(seenAt: 0)])
    }

    @Test func nothingThatALogCannotHoldIsReadFromASlot() throws {
        let read = try #require(NoteLayout.read(file([0: note(route: 0, actor: "key:a\u{1B}[31m")]))?.requests.first)
        #expect(read.actor == "key:a?[31m")
    }

    @Test func noFileEndsWhoReadsIt() {
        var random = SeededGenerator(seed: 5)
        let numbers: [UInt64] = [0, 1, 1 << 31, 1 << 32, 1 << 53, 1 << 63, .max, .max - 1, NoteLayout.magic]
        #expect(NoteLayout.read([]) == nil)
        #expect(NoteLayout.read([UInt64](repeating: .max, count: NoteLayout.headerWords)) == nil)
        for _ in 0..<300 {
            var words = file(slots: 8, [1: note(route: 1, actor: "key:1f2e3d", seenAt: .max)])
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                let place = Int.random(in: 1..<words.count, using: &random)
                words[Bool.random(using: &random) ? place : place % 12 + 1] = numbers.randomElement(using: &random) ?? 0
            }
            // As the process before may have grown it, or a full disk cut it.
            let count = Bool.random(using: &random) ? words.count : Int.random(in: 0...words.count, using: &random)
            for request in NoteLayout.read(Array(words.prefix(count)))?.requests ?? [] {
                #expect((request.actor ?? "").utf8.allSatisfy { (0x21...0x7E).contains($0) })
            }
        }
    }
}
