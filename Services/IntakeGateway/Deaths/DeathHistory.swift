import Shared

/// The senders of requests in progress when processes of this gateway died, and for how long each is refused.
///
/// One death proves nothing: every sender with a request in flight was present. So only the senders of the most recently
/// active requests are kept, since a request affects its process at once. A suspect is refused only after a second death,
/// for a short time, which doubles with each further death. An innocent sender is not present each time. The longest
/// refusal is short, too: a process that dies for other reasons dies while its most active clients are present.
struct DeathHistory: Hashable, Sendable {
    struct Death: Hashable, Sendable {
        /// In seconds since 1970.
        let at: Int64
        let suspects: [Suspect]
    }

    /// The number of most recently active requests that count as suspects.
    static let suspectsOfADeath = 4
    /// How long a death is remembered, in seconds.
    static let memory: Int64 = 600
    static let maximumDeaths = 32
    /// How long a suspect is refused after the second death, in seconds.
    static let firstRefusal: Int64 = 15
    static let longestRefusal: Int64 = 120

    /// The oldest first.
    private(set) var deaths: [Death] = []

    /// The senders of the most recently active requests first, each once.
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

    /// Drops deaths that are too old, or in the future after the clock was set.
    mutating func forget(at now: Int64) {
        deaths.removeAll { $0.at < 0 || $0.at > now || now - $0.at > Self.memory }
        deaths = deaths.suffix(Self.maximumDeaths)
    }

    /// The end of each suspect's refusal, in seconds since 1970.
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

    /// A line for each death: its second, then the names of the suspects. Ignores other lines.
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
