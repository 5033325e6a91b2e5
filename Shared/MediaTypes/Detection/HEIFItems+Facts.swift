extension HEIFItems {
    /// Adds the facts of the primary item. `bytes` are those that the items were read from.
    func describe(_ facts: inout FileFacts, from bytes: Span<UInt8>) {
        var isMalformed = isMalformed || hasMore
        var size: (width: Int, height: Int)?
        var turn = Turn()
        var bitDepth: Int?
        for (type, body) in primary.flatMap({ items[$0] })?.properties ?? [] {
            let property = bytes.extracting(body)
            switch type {
            case "ispe":
                if let width = property.bigEndian(at: 4, bytes: 4), let height = property.bigEndian(at: 8, bytes: 4) {
                    size = (width, height)
                } else {
                    isMalformed = true
                }
            // In the order in which they apply.
            case "irot": turn.rotate(quartersAnticlockwise: (property.byte(at: 0) ?? 0) & 3)
            case "imir": turn.mirror(leftAndRight: (property.byte(at: 0) ?? 0) & 1 == 1)
            case "pixi": bitDepth = property.byte(at: 5)
            default: break
            }
        }
        if isMalformed { facts.remark(.malformed) }
        if !sharedAuxiliaries.isEmpty { facts.remark(.sharedAuxiliary) }
        guard let size else { return }
        facts.setSize(size.width, size.height)
        facts.orientation = turn.orientation
        facts.bitDepth = bitDepth
        facts.frameCount = 1
    }
}
