import Shared

/// The colour code points of a picture without a profile (ITU-T H.273): primaries and transfer function.
struct CodePoints: Hashable {
    let primaries: Int
    let transfer: Int

    /// Display P3: SMPTE EG 432-1's primaries, and sRGB's transfer function. Other code points that libvips ignores
    /// (BT.2020, PQ and so on) are ignored here, too.
    var isDisplayP3: Bool { primaries == 12 && transfer == 13 }

    /// Nil if the file has none.
    init?(of bytes: [UInt8], _ format: ImageFormat) {
        let found: CodePoints? =
            switch format {
            case .png: Self(png: bytes)
            case .heif: Self(heif: HEIFItems(file: bytes.span), bytes.span)
            default: nil
            }
        guard let found else { return nil }
        self = found
    }

    /// The chunk `cICP`, which precedes the pixels (PNG, third edition, 11.3.2.6).
    private init?(png bytes: [UInt8]) {
        var position = 8
        for _ in 0..<1000 {
            guard bytes.count - position >= 12 else { return nil }
            guard let length = bytes.span.bigEndian(at: position, bytes: 4) else { return nil }
            let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            guard type != "IDAT", length <= bytes.count - position - 12 else { return nil }
            if type == "cICP" {
                guard length == 4 else { return nil }
                (primaries, transfer) = (Int(bytes[position + 8]), Int(bytes[position + 9]))
                return
            }
            position += length + 12
        }
        return nil
    }

    /// The property `colr` of the primary picture (ISO/IEC 23008-12, 6.5.5; ISO/IEC 14496-12, 12.1.5).
    private init?(heif items: HEIFItems, _ bytes: Span<UInt8>) {
        guard let primary = items.primary, let item = items.items[primary] else { return nil }
        for (type, body) in item.properties where type == "colr" {
            var cursor = ByteCursor(body)
            guard cursor.number(4, of: bytes) == 0x6e63_6c78, let primaries = cursor.number(2, of: bytes),
                let transfer = cursor.number(2, of: bytes)
            else { continue }
            (self.primaries, self.transfer) = (primaries, transfer)
            return
        }
        return nil
    }
}
