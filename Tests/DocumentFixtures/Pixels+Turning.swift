extension Pixels {
    /// An F in black on light blue: it looks the same from no other side, nor in a mirror.
    public static func lettered(width: Int, height: Int) -> Pixels {
        var rgb: [UInt8] = []
        rgb.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let (column, row) = (x * 12 / width, y * 16 / height)
                let isStem = (3...4).contains(column) && (2...13).contains(row)
                let isBar = (3...9).contains(column) && (2...3).contains(row) || (3...7).contains(column) && (7...8).contains(row)
                rgb += isStem || isBar ? [0, 0, 0] : [200, 220, 255]
            }
        }
        return Pixels(width: width, height: height, rgb: rgb)
    }

    /// As it lies in a file whose EXIF orientation (1 to 8) makes it this picture.
    public func stored(withOrientation orientation: Int) -> Pixels {
        let (w, h) = orientation < 5 ? (width, height) : (height, width)
        var rgb: [UInt8] = []
        rgb.reserveCapacity(self.rgb.count)
        for y in 0..<h {
            for x in 0..<w {
                let colour =
                    switch orientation {
                    case 2: self[width - 1 - x, y]
                    case 3: self[width - 1 - x, height - 1 - y]
                    case 4: self[x, height - 1 - y]
                    case 5: self[y, x]
                    case 6: self[width - 1 - y, x]
                    case 7: self[width - 1 - y, height - 1 - x]
                    case 8: self[y, height - 1 - x]
                    default: self[x, y]
                    }
                rgb += [UInt8(colour.red), UInt8(colour.green), UInt8(colour.blue)]
            }
        }
        return Pixels(width: w, height: h, rgb: rgb)
    }
}
