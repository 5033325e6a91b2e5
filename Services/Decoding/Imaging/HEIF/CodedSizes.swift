import Shared

/// The picture sizes inside compressed data, apart from any header of the file. A decoder allocates its memory by them.
enum CodedSizes {
    /// From the sequence parameter sets in a HEVC configuration record (ISO/IEC 14496-15, 8.3.3.1).
    static func ofHEVC(configuration: Range<Int>, of bytes: [UInt8], _ budget: inout Int) -> [PixelSize] {
        guard configuration.count > 23 else { return [] }
        var sizes: [PixelSize] = []
        var cursor = ByteCursor(configuration.dropFirst(23))
        for _ in 0..<bytes[configuration.lowerBound + 22] {
            guard cursor.number(1, of: bytes.span) != nil, let count = cursor.number(2, of: bytes.span) else { break }
            for _ in 0..<count {
                budget -= 1
                guard budget > 0, let length = cursor.number(2, of: bytes.span),
                    length <= configuration.upperBound - cursor.position
                else {
                    return sizes
                }
                if let size = ofHEVC(unit: bytes[cursor.position..<cursor.position + length]) { sizes.append(size) }
                cursor.skip(length)
            }
        }
        return sizes
    }

    /// From the sequence parameter sets among the slices of a picture. Each unit follows its length of `lengthBytes`
    /// bytes.
    static func ofHEVC(data: ArraySlice<UInt8>, lengthBytes: Int, _ budget: inout Int) -> [PixelSize] {
        var sizes: [PixelSize] = []
        var position = data.startIndex
        while budget > 0, data.endIndex - position > lengthBytes {
            budget -= 1
            guard let length = data.span.bigEndian(at: position - data.startIndex, bytes: lengthBytes) else { break }
            position += lengthBytes
            let end = position + min(length, data.endIndex - position)
            if let size = ofHEVC(unit: data[position..<end]) { sizes.append(size) }
            position = end
        }
        return sizes
    }

    /// Nil unless the unit is a sequence parameter set (ITU-T H.265, 7.3.2.2).
    private static func ofHEVC(unit: ArraySlice<UInt8>) -> PixelSize? {
        guard let first = unit.first, first >> 1 & 0x3f == 33 else { return nil }
        // The size stands near the beginning. A three after two zeros is there to be left out, and begins their count anew (7.4.2).
        var payload: [UInt8] = []
        var zeros = 0
        for byte in unit.dropFirst(2).prefix(256) {
            if byte == 3, zeros >= 2 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            payload.append(byte)
        }
        var reader = BitReader(payload)
        reader.skip(4)
        guard let subLayers = reader.bits(3) else { return nil }
        // One flag; then profile, tier and level (7.3.3) of the whole and of each layer below it.
        reader.skip(1 + 88 + 8)
        var described = 0
        for _ in 0..<subLayers {
            guard let hasProfile = reader.flag(), let hasLevel = reader.flag() else { return nil }
            described += (hasProfile ? 88 : 0) + (hasLevel ? 8 : 0)
        }
        reader.skip((subLayers > 0 ? 2 * (8 - subLayers) : 0) + described)
        guard reader.exponential() != nil, let chroma = reader.exponential() else { return nil }
        if chroma == 3 { reader.skip(1) }
        guard let width = reader.exponential(), let height = reader.exponential() else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// From the sequence headers among the units of AV1 (AV1 bitstream specification, 5.3 and 5.5.1).
    static func ofAV1(_ data: ArraySlice<UInt8>, _ budget: inout Int) -> [PixelSize] {
        var sizes: [PixelSize] = []
        var position = data.startIndex
        while budget > 0, position < data.endIndex {
            budget -= 1
            let header = data[position]
            position += header & 4 != 0 ? 2 : 1
            var length = data.endIndex - position
            if header & 2 != 0 {
                guard let told = leb128(data, &position) else { return sizes }
                length = told
            }
            guard length >= 0, length <= data.endIndex - position else { return sizes }
            if header >> 3 & 15 == 1, let size = ofAV1(sequence: Array(data[position..<position + length].prefix(1024))) {
                sizes.append(size)
            }
            position += length
        }
        return sizes
    }

    private static func leb128(_ data: ArraySlice<UInt8>, _ position: inout Int) -> Int? {
        var value = 0
        for index in 0..<8 {
            guard position < data.endIndex else { return nil }
            let byte = data[position]
            position += 1
            value |= Int(byte & 0x7f) << (7 * index)
            if byte < 0x80 { return value }
        }
        return nil
    }

    private static func ofAV1(sequence: [UInt8]) -> PixelSize? {
        var reader = BitReader(sequence)
        reader.skip(4)
        guard let isReduced = reader.flag() else { return nil }
        if isReduced { reader.skip(5) } else { guard skipOperatingPoints(&reader) else { return nil } }
        guard let widthBits = reader.bits(4), let heightBits = reader.bits(4), let width = reader.bits(widthBits + 1),
            let height = reader.bits(heightBits + 1)
        else { return nil }
        return PixelSize(width: width + 1, height: height + 1)
    }

    private static func skipOperatingPoints(_ reader: inout BitReader) -> Bool {
        var delayBits: Int?
        guard let hasTiming = reader.flag() else { return false }
        if hasTiming {
            reader.skip(64)
            guard let isEqual = reader.flag(), !isEqual || reader.exponential() != nil, let hasModel = reader.flag() else {
                return false
            }
            if hasModel {
                guard let length = reader.bits(5) else { return false }
                delayBits = length + 1
                reader.skip(32 + 5 + 5)
            }
        }
        guard let hasDelay = reader.flag(), let points = reader.bits(5) else { return false }
        for _ in 0..<points + 1 {
            reader.skip(12)
            guard let level = reader.bits(5) else { return false }
            if level > 7 { reader.skip(1) }
            if let delayBits {
                guard let isThere = reader.flag() else { return false }
                if isThere { reader.skip(2 * delayBits + 1) }
            }
            if hasDelay {
                guard let isThere = reader.flag() else { return false }
                if isThere { reader.skip(4) }
            }
        }
        return true
    }
}
