public import Shared

extension Paper: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(width)
        wire.write(height)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        guard let paper = Paper(hundredths: try wire.read(), try wire.read()) else { throw .malformedHeader }
        self = paper
    }
}
