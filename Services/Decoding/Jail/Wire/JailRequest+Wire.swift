public import Shared

// The fields of each message, in order. Increase `WireCoding.version` with every change.

extension JailRequest: WireMessage {
    public func write(to wire: inout WireWriter) {
        switch self {
        case .inspect(let mediaType, let budget):
            wire.tag(1)
            wire.write(mediaType)
            wire.write(budget)
        case .decode(let request):
            wire.tag(2)
            wire.write(request)
        case .redraw(let budget, let maximumBytes):
            wire.tag(3)
            wire.write(budget)
            wire.write(maximumBytes)
        case .proveText(let maximumBytes):
            wire.tag(4)
            wire.write(maximumBytes)
        case .read(let request):
            wire.tag(5)
            wire.write(request)
        case .extract(let pages, let budget, let maximumBytes):
            wire.tag(6)
            wire.write(pages.lowerBound)
            wire.write(pages.upperBound)
            wire.write(budget)
            wire.write(maximumBytes)
        case .mail(let request):
            wire.tag(7)
            wire.write(request)
        }
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        switch try wire.read(UInt8.self) {
        case 1: self = .inspect(mediaType: try wire.read(), budget: try wire.read())
        case 2: self = .decode(try wire.read())
        case 3: self = .redraw(budget: try wire.read(), maximumBytes: try wire.read())
        case 4: self = .proveText(maximumBytes: try wire.read())
        case 5: self = .read(try wire.read())
        case 6: self = .extract(pages: try Self.pages(from: &wire), budget: try wire.read(), maximumBytes: try wire.read())
        case 7: self = .mail(try wire.read())
        default: throw .malformedHeader
        }
    }

    private static func pages(from wire: inout WireReader) throws(JailFrameFault) -> Range<Int> {
        let (first, end) = (try wire.read(Int.self), try wire.read(Int.self))
        guard first >= 0, first < end else { throw .malformedHeader }
        return first..<end
    }
}

extension DecodeRequest: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(mediaType)
        wire.write(rotation)
        wire.write(crop)
        wire.write(box)
        wire.write(quality)
        wire.write(preview)
        wire.write(maximumPages)
        wire.write(measures)
        wire.write(salvages)
        wire.write(describes)
        wire.write(budget)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(
            mediaType: try wire.read(), rotation: try wire.read(), crop: try wire.read(), box: try wire.read(),
            quality: try wire.read(), preview: try wire.read(), maximumPages: try wire.read(), measures: try wire.read(),
            salvages: try wire.read(), describes: try wire.read(), budget: try wire.read())
    }
}

extension PageCrop: WireMessage {
    public func write(to wire: inout WireWriter) {
        for corner in corners {
            wire.write(corner.x)
            wire.write(corner.y)
        }
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        var corners: [Corner] = []
        for _ in 0..<4 { corners.append(Corner(x: try wire.read(), y: try wire.read())) }
        guard let crop = Self(corners) else { throw .malformedHeader }
        self = crop
    }
}

extension PreviewRequest: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(longestSide)
        wire.write(quality)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(longestSide: try wire.read(), quality: try wire.read())
    }
}

extension PixelBox: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(shortSide)
        wire.write(longSide)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(shortSide: try wire.read(), longSide: try wire.read())
    }
}

extension DocumentBudget: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(bytes)
        wire.write(pages)
        wire.write(frames)
        wire.write(pixelsPerPage)
        wire.write(pixelsPerDocument)
        wire.write(decoderMemory)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(
            bytes: try wire.read(), pages: try wire.read(), frames: try wire.read(), pixelsPerPage: try wire.read(),
            pixelsPerDocument: try wire.read(), decoderMemory: try wire.read())
    }
}

extension MediaType: WireMessage {
    public func write(to wire: inout WireWriter) { wire.write(essence) }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        let text = try wire.read(String.self)
        // A header may be spelled in many ways, a message in one.
        guard let mediaType = MediaType(text), mediaType.essence.hasSameBytes(as: text) else { throw .malformedHeader }
        self = mediaType
    }
}

extension Rotation: WireMessage {
    public func write(to wire: inout WireWriter) { wire.write(degrees) }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        guard let rotation = Rotation(rawValue: try wire.read()) else { throw .malformedHeader }
        self = rotation
    }
}
