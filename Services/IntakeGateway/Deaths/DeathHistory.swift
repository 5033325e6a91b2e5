import Shared

/// Who was being read when processes of this gateway died, and who is refused for it, for how long.
///
/// One death proves nothing against anybody: everybody whose request was in flight was there. So only those whose requests were seen
/// to last are kept, for what a request does to its process it does at once; and a suspect is refused only after a second death, a
/// short while, and after each further one twice as long. Who was there by chance is back soon, and is not there each time. The longest
/// refusal is short, too: a process that dies for reasons of its own dies while its best customers are there.
struct DeathHistory: Hashable, Sendable {
    struct Death: Hashable, Sendable {
        /// Seconds since 1970.
        let at: Int64
        let suspects: [Suspect]
    }

    /// How many of the requests that were seen to last are held to have been able to do it.
    static let suspectsOfADeath = 4
    /// Seconds for which a death is remembered.
    static let memory: Int64 = 600
    static let maximumDeaths = 32
    /// Seconds for which a suspect is refused after the second death.
    static let firstRefusal: Int64 = 15
    static let longestRefusal: Int64 = 120

    /// The oldest first.
    private(set) var deaths: [Death] = []

    /// Those whose requests were seen to last come first; each once.
    static func suspects(of requests: [NotedRequest]) -> [Suspect] {
        var found: [Suspect] = []
        for request in requests.sorted(by: { $0.seenAt > $1.seenAt }) {
            guard let suspect = request.suspect, !found.contains(suspect) else { continue }
            found.append(suspect)
            if found.count == suspectsOfADeath { break }
        }
        return found
    }

    mutating func add(_ death: Death) {
        deaths.append(Death(at: death.at, suspects: Array(death.suspects.prefix(Self.suspectsOfADeath))))
        forget(at: death.at)
    }

    /// Drops what is too old, or lies in the future because the clock was set.
    mutating func forget(at now: Int64) {
        deaths.removeAll { $0.at < 0 || $0.at > now || now - $0.at > Self.memory }
        deaths = deaths.suffix(Self.maximumDeaths)
    }

    /// Until when each suspect is refused. Seconds since 1970.
    var refusals: [Suspect: Int64] {
        var found: [Suspect: (deaths: Int, last: Int64)] = [:]
        for death in deaths {
            for suspect in Set(death.suspects) {
                found[suspect] = (min((found[suspect]?.deaths ?? 0) + 1, Self.maximumDeaths), death.at)
            }
        }
        return found.compactMapValues { deaths, last in
            deaths < 2 ? nil : last + min(Self.firstRefusal << Int64(deaths - 2), Self.longestRefusal)
        }
    }

    // MARK: - As text

    init() {}

    /// A line for each death: its second, then the names of the suspects. Other lines do not count.
    init(text: String) {
        deaths = text.split(at: "\n").suffix(Self.maximumDeaths).compactMap { line in
            let words = line.split(at: " ")
            guard let first = words.first, let at = Int64(first), at >= 0 else { return nil }
            return Death(at: at, suspects: words.dropFirst().prefix(Self.suspectsOfADeath).compactMap { Suspect(name: $0) })
        }
    }

    var text: String {
        deaths.map { death in ([String(death.at)] + death.suspects.map(\.name)).joined(separator: " ") + "\n" }.joined()
    }
}
