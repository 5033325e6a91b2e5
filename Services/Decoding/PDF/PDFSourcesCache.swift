/// What has been looked at of what pages are drawn from. Pages and drawings share it: without a memory each of a thousand drawings
/// that name the same thousand would look at all of them again.
struct PDFSourcesCache {
    enum Place: Hashable {
        case stream(UInt64)
        case dictionary(UInt64)
        /// A dictionary within resources.
        case category(String, in: UInt64)
        /// A dictionary within resources within a page or a node above pages.
        case owned(String, by: UInt64)

        /// Of a dictionary within others, by the innermost of them that has an identity; nil if none has.
        init?(_ dictionary: UInt64, _ category: String, _ resources: UInt64, _ owner: UInt64) {
            switch (dictionary, resources, owner) {
            case (0, 0, 0): return nil
            case (0, 0, _): self = .owned(category, by: owner)
            case (0, _, _): self = .category(category, in: resources)
            default: self = .dictionary(dictionary)
            }
        }
    }

    /// Something of the page lies too deep to be looked at: of what led to it nobody knows whether it is sound.
    var isCut = false
    /// Places from which nothing is missing, however far one goes from them.
    private var sound: Set<Place> = []
    /// Places that led to damage, and how deep they were then: they do so again, if they are not deeper.
    private var damages: [Place: (damage: String, depth: Int)] = [:]
    /// Of dictionaries, the keys that nobody has taken yet, the next one last. A drawing in a dictionary that names the dictionary again
    /// goes on where it is, as it would come by nothing new before.
    private var keysLeft: [Place: [QpdfHandle.Key]] = [:]
    // Since the last time that everything begun was done:
    private var visited: Set<Place> = []
    private var begun: Set<Place> = []

    func damage(at place: Place, _ depth: Int) -> String? {
        damages[place].flatMap { depth <= $0.depth ? $0.damage : nil }
    }

    mutating func note(_ damage: String, at place: Place, _ depth: Int) {
        if depth > damages[place]?.depth ?? -1 { damages[place] = (damage, depth) }
    }

    /// Whether a place has not been visited yet.
    mutating func visit(_ place: Place) -> Bool {
        !sound.contains(place) && visited.insert(place).inserted
    }

    func hasBegun(_ place: Place) -> Bool { keysLeft[place] != nil }

    mutating func begin(_ place: Place, _ keys: [QpdfHandle.Key]) {
        keysLeft[place] = keys.reversed()
        begun.insert(place)
    }

    mutating func nextKey(at place: Place) -> QpdfHandle.Key? {
        guard let key = keysLeft[place]?.popLast() else { return nil }
        begun.insert(place)
        return key
    }

    /// One of the things that a page itself names is done, with all that it leads to: what has been visited is sound for any page.
    mutating func settle() {
        guard !isCut else { return }
        sound.formUnion(visited)
        visited = []
        begun = []
    }

    /// Where a page was left before its end the next one begins again.
    mutating func endPage(isSound: Bool) {
        if isSound { settle() }
        for place in begun { keysLeft[place] = nil }
        visited = []
        begun = []
        isCut = false
    }
}
