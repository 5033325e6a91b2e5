/// Finds machine-readable zones among the lines of a page.
public enum ZoneReader {
    /// The best zone of each page. Includes zones with invalid check digits, if they clearly are zones.
    public static func read(_ document: DocumentText, today: CalendarDate) -> [ReadFact<TravelZone>] {
        document.pages.compactMap { page in
            let looks = [page] + document.secondLooks.filter { $0.number == page.number }
            let found = looks.compactMap { read($0, today: today) }
            return found.max { rank($0.value) < rank($1.value) }
        }
    }

    private static func read(_ page: TextPage, today: CalendarDate) -> ReadFact<TravelZone>? {
        var candidates: [(line: Int, signs: [UInt8])] = []
        // A zone stands at the foot of its page.
        for (index, line) in page.lines.enumerated().reversed() where candidates.count < 48 {
            if let signs = ZoneSign.signs(of: line.words) { candidates.append((index, signs)) }
        }
        candidates.reverse()
        var best: (zone: TravelZone, lines: [Int])?
        for layout in ZoneLayout.all {
            for first in candidates.indices where first + layout.lines.count <= candidates.count {
                let group = candidates[first..<(first + layout.lines.count)]
                // Noise may have been read as a line between two.
                guard let top = group.first, let foot = group.last, foot.line - top.line <= layout.lines.count + 1 else {
                    continue
                }
                guard let zone = zone(layout, group.map(\.signs), today: today) else { continue }
                if rank(zone) > best.map({ rank($0.zone) }) ?? 0 { best = (zone, group.map(\.line)) }
            }
        }
        guard let best, let firstLine = best.lines.first else { return nil }
        let box = best.lines.reduce(page.lines[firstLine].box) { $0.union(page.lines[$1].box) }
        let confidence = best.zone.isValid ? (best.zone.mended.isEmpty ? 99 : 75) : 30
        return ReadFact(best.zone, page: page.number, box: box, confidence: confidence, source: .zone)
    }

    /// Valid zones first, then uncorrected ones and those with more check digits.
    private static func rank(_ zone: TravelZone) -> Int {
        let holding = zone.checks.count(where: \.holds)
        let complete = zone.isValid ? 1000 : 0
        return complete + holding * 10 + (zone.mended.isEmpty ? 5 : 0) + (zone.issuingState == nil ? 0 : 3)
    }

    private static func zone(_ layout: ZoneLayout, _ lines: [[UInt8]], today: CalendarDate) -> TravelZone? {
        let ways = zip(layout.lines, lines).map { $0.fits($1) }
        guard ways.allSatisfy({ !$0.isEmpty }) else { return nil }
        var best: TravelZone?
        // The last line of a TD1 zone is a name, which no check digit depends on.
        for first in ways[0] {
            for second in ways[1] {
                let fields = ZoneFields(layout.format, [first, second] + ways.dropFirst(2).map { $0[0] })
                guard let zone = fields.zone(today: today) else { continue }
                if rank(zone) > best.map(rank) ?? 0 { best = zone }
                if zone.isValid, zone.mended.isEmpty { return zone }
            }
        }
        return best
    }
}
