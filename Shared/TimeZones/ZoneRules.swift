/// The content of a compiled time zone (TZif, RFC 8536): the changes of the past, and a rule for the time after them.
struct ZoneRules: OffsetRules, Hashable {
    static let utc = ZoneRules(changes: [], offsets: [0], kinds: [], rest: nil)

    /// When the offset changes, in seconds since 1970, ascending.
    private let changes: [Int64]
    /// The offsets from UTC in seconds. The first applies before the first change.
    private let offsets: [Int]
    /// The index of the offset after each change.
    private let kinds: [UInt8]
    private let rest: RecurringOffset?

    private init(changes: [Int64], offsets: [Int], kinds: [UInt8], rest: RecurringOffset?) {
        self.changes = changes
        self.offsets = offsets
        self.kinds = kinds
        self.rest = rest
    }

    func secondsFromUTC(at secondsSinceEpoch: Int64) -> Int {
        // How many changes had been made by then.
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= secondsSinceEpoch { low = middle + 1 } else { high = middle }
        }
        if low == changes.count, let rest { return rest.secondsFromUTC(at: secondsSinceEpoch) }
        return low == 0 ? offsets[0] : offsets[Int(kinds[low - 1])]
    }
}

// MARK: - Reading

extension ZoneRules {
    /// Nil for anything but a sound file of version 2 or later without leap seconds.
    init?(tzif bytes: [UInt8]) {
        var reader = BigEndianReader(bytes)
        // What comes first is for readers of version 1, in 32 bits; the same follows in 64.
        guard let old = Header(&reader), old.version >= UInt8(ascii: "2"),
            reader.skip(old.length(ofTimes: 4)), let header = Header(&reader), header.isWithinBounds, header.leapSeconds == 0
        else { return nil }
        var changes: [Int64] = []
        var kinds: [UInt8] = []
        var offsets: [Int] = []
        for _ in 0..<header.changes {
            guard let change = reader.integer(bytes: 8), changes.last.map({ $0 < change }) ?? true else { return nil }
            changes.append(change)
        }
        for _ in 0..<header.changes {
            guard let kind = reader.integer(bytes: 1), kind & 0xFF < header.kinds else { return nil }
            kinds.append(UInt8(truncatingIfNeeded: kind))
        }
        for _ in 0..<header.kinds {
            guard let offset = reader.integer(bytes: 4), (-93_600...93_600).contains(offset), reader.skip(2) else { return nil }
            offsets.append(Int(offset))
        }
        guard reader.skip(header.characters + header.indicators), let footer = reader.line() else { return nil }
        var rest: RecurringOffset?
        if !footer.isEmpty {
            guard let rule = RecurringOffset(footer) else { return nil }
            rest = rule
        }
        self.init(changes: changes, offsets: offsets, kinds: kinds, rest: rest)
    }

    /// RFC 8536, section 3.1.
    private struct Header {
        let version: UInt8
        let indicators: Int
        let leapSeconds: Int
        let changes: Int
        let kinds: Int
        let characters: Int

        init?(_ reader: inout BigEndianReader) {
            guard reader.integer(bytes: 4) == 0x545A_6966, let version = reader.integer(bytes: 1), reader.skip(15),
                let ofUTC = reader.integer(bytes: 4), let ofStandard = reader.integer(bytes: 4),
                let leapSeconds = reader.integer(bytes: 4), let changes = reader.integer(bytes: 4),
                let kinds = reader.integer(bytes: 4), let characters = reader.integer(bytes: 4),
                [ofUTC, ofStandard, leapSeconds, changes, kinds, characters].allSatisfy({ (0...10_000).contains($0) })
            else { return nil }
            self.version = UInt8(truncatingIfNeeded: version)
            indicators = Int(ofUTC + ofStandard)
            self.leapSeconds = Int(leapSeconds)
            self.changes = Int(changes)
            self.kinds = Int(kinds)
            self.characters = Int(characters)
        }

        var isWithinBounds: Bool { (1...256).contains(kinds) }

        func length(ofTimes width: Int) -> Int {
            changes * (width + 1) + kinds * 6 + characters + leapSeconds * (width + 4) + indicators
        }
    }
}

/// Reads big-endian integers up to the end.
private struct BigEndianReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// In two's complement.
    mutating func integer(bytes count: Int) -> Int64? {
        guard bytes.count - position >= count else { return nil }
        var value = Int64(Int8(bitPattern: bytes[position]))
        for byte in bytes[position + 1..<position + count] { value = value << 8 | Int64(byte) }
        position += count
        return value
    }

    mutating func skip(_ count: Int) -> Bool {
        guard bytes.count - position >= count else { return false }
        position += count
        return true
    }

    /// The bytes between two line feeds.
    mutating func line() -> ArraySlice<UInt8>? {
        guard integer(bytes: 1) == 0x0A, let end = bytes[position...].firstIndex(of: 0x0A) else { return nil }
        return bytes[position..<end]
    }
}
