import HTTPServer
import Shared

/// The layout of a process's request records in its file: a header with the names of the routes, then one slot for each
/// connection.
///
/// A dying process may leave half a record. A slot is valid only with its first word, which is stored last and cleared
/// first. An earlier process or another program wrote the file: nothing in it is trusted.
///
/// It consists of words of eight bytes in the machine's byte order.
enum NoteLayout {
    /// "DOCKETN1": the version of this layout.
    static let magic: UInt64 = 0x444F_434B_4554_4E31
    static let headerWords = 4096
    static let slotWords = 16
    static let actorBytes = 64
    static let maximumSlots = 16_384

    /// The words of the header.
    static let stateWord = 1
    private static let slotsWord = 2
    private static let bootWords = 4..<12
    private static let routeWords = 12..<headerWords

    /// The state of the process in the header.
    enum State: UInt64 { case running = 1, stopped = 2 }

    // The words of a slot.
    static let headWord = 0
    static let addressWord = 1
    static let seenWord = 3
    static let actorWord = 4

    private static let headTag: UInt64 = 0xD0C7 << 48
    private static let noRoute: UInt64 = 0xFFFF

    static func words(slots: Int) -> Int { headerWords + slots * slotWords }

    /// The first word of a slot.
    static func slot(_ number: Int) -> Int { headerWords + number * slotWords }

    /// The first word of a valid slot.
    static func head(route: Int?, actorLength: Int) -> UInt64 {
        let number = route.flatMap { (0..<Int(noRoute)).contains($0) ? UInt64($0) : nil } ?? noRoute
        return headTag | UInt64(min(max(actorLength, 0), actorBytes)) << 16 | number
    }

    /// The same request, with an actor.
    static func head(_ head: UInt64, withActorLength length: Int) -> UInt64 {
        head & ~(0xFFFF << 16) | UInt64(min(max(length, 0), actorBytes)) << 16
    }

    /// Packs as much of a text as fits into a slot, and returns its length.
    static func pack(actor: String, _ store: (_ word: Int, UInt64) -> Void) -> Int {
        pack(actor.utf8.prefix(actorBytes)) { store(actorWord + $0, $1) }
    }

    /// The header of a new process.
    static func header(slots: Int, boot: String, routes: [String]) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: headerWords)
        words[0] = magic
        words[stateWord] = State.running.rawValue
        words[slotsWord] = UInt64(slots)
        _ = pack(boot.utf8.prefix(bootWords.count * 8)) { words[bootWords.lowerBound + $0] = $1 }
        var lines: [UInt8] = []
        // The last byte stays zero: it ends the text. Routes that have no room are known by no name.
        for line in routes where lines.count + line.utf8.count + 1 < routeWords.count * 8 { lines += Array(line.utf8) + [10] }
        _ = pack(lines) { words[routeWords.lowerBound + $0] = $1 }
        return words
    }

    private static func pack(_ bytes: some Sequence<UInt8>, _ store: (_ word: Int, UInt64) -> Void) -> Int {
        var (count, word) = (0, UInt64(0))
        for byte in bytes {
            word |= UInt64(byte) << UInt64(count % 8 * 8)
            count += 1
            if count % 8 == 0 {
                store(count / 8 - 1, word)
                word = 0
            }
        }
        if count % 8 != 0 { store(count / 8, word) }
        return count
    }

    // MARK: - Reading

    /// The records of an earlier process; nil for another kind of file.
    static func read(_ words: [UInt64]) -> EarlierProcess? {
        guard words.count >= headerWords, words[0] == magic, let state = State(rawValue: words[stateWord]) else { return nil }
        let room = (words.count - headerWords) / slotWords
        let slots = min(Int(clamping: words[slotsWord]), room, maximumSlots)
        let boot = text(words[bootWords])
        let routes = text(words[routeWords]).split(at: "\n").map(String.init)
        let requests = (0..<slots).compactMap { request(words[slot($0)..<slot($0) + slotWords], routes) }
        return EarlierProcess(hasStopped: state == .stopped, boot: boot, requests: requests)
    }

    private static func request(_ slot: ArraySlice<UInt64>, _ routes: [String]) -> NotedRequest? {
        let words = Array(slot)
        let head = words[headWord]
        let length = head >> 16 & 0xFFFF
        guard head & (0xFFFF << 48) == headTag, head >> 32 & 0xFFFF == 0, length <= UInt64(actorBytes) else { return nil }
        let number = Int(head & 0xFFFF)
        let actor = text(words[actorWord...].prefix(actorBytes / 8), limit: Int(length))
        let address = IPAddress(high: words[addressWord], low: words[addressWord + 1])
        return NotedRequest(
            route: routes.indices.contains(number) ? routes[number] : nil, actor: Suspect(actor: actor)?.name,
            address: address == .none ? nil : address, seenAt: words[seenWord])
    }

    /// Up to the first zero. Only printable ASCII and line breaks, for logs.
    private static func text(_ words: ArraySlice<UInt64>, limit: Int = .max) -> String {
        var bytes: [UInt8] = []
        for word in words {
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                let byte = UInt8(truncatingIfNeeded: word >> shift)
                guard byte != 0, bytes.count < limit else { return String(decoding: bytes, as: UTF8.self) }
                bytes.append((0x20...0x7E).contains(byte) || byte == 10 ? byte : UInt8(ascii: "?"))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The records of an earlier process of this gateway.
struct EarlierProcess: Hashable, Sendable {
    /// Whether it stopped as requested.
    let hasStopped: Bool
    /// The run of the machine's kernel.
    let boot: String
    let requests: [NotedRequest]
}

extension IPAddress {
    /// The unspecified address, which sends nothing.
    static let none = IPAddress(high: 0, low: 0)
}
