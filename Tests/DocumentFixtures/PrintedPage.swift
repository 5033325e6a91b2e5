/// Pages of print, drawn by libvips with Debian's fonts.
public enum PrintedPage {
    public static let latin = "DejaVu Sans 11"
    public static let japanese = "VL Gothic 11"

    /// Black lines on white as a JPEG: an A4 page, 300 dots per inch unless it is smaller.
    ///
    /// `columns` stand beside each other.
    public static func jpeg(
        _ columns: [String], font: String = latin, dotsPerInch: Int = 300, size: (width: Int, height: Int)? = nil,
        turned degrees: Int = 0
    ) throws -> [UInt8] {
        let scale = Double(dotsPerInch) / 300
        let (width, height) = size ?? (Int(2480 * scale), Int(3508 * scale))
        var strips: [[UInt8]] = []
        for column in columns {
            let text = try Tool.vips.run(
                ["text", "out.png", column, "--font", font, "--dpi", "\(dotsPerInch)"], yields: "out.png")
            let dark = try Tool.vips.run(["invert", "in.png", "out.png"], files: ["in.png": text], yields: "out.png")
            strips.append(
                try Tool.vips.run(
                    [
                        "embed", "in.png", "out.png", "\(Int(100 * scale))", "\(Int(150 * scale))", "\(width / columns.count)",
                        "\(height)", "--extend", "white",
                    ], files: ["in.png": dark], yields: "out.png"))
        }
        var page = strips[0]
        for strip in strips.dropFirst() {
            page = try Tool.vips.run(
                ["join", "left.png", "right.png", "out.png", "horizontal"], files: ["left.png": page, "right.png": strip],
                yields: "out.png")
        }
        if degrees != 0 {
            page = try Tool.vips.run(["rot", "in.png", "out.png", "d\(degrees)"], files: ["in.png": page], yields: "out.png")
        }
        return try Tool.vips.run(["copy", "in.png", "out.jpg[Q=90,strip]"], files: ["in.png": page], yields: "out.jpg")
    }

    /// A page with a picture of another file, such as a code, in its middle.
    public static func jpeg(around png: [UInt8], width: Int = 1240, height: Int = 1754) throws -> [UInt8] {
        let grey = try Tool.vips.run(["colourspace", "in.png", "out.png", "b-w"], files: ["in.png": png], yields: "out.png")
        let flat = try Tool.vips.run(["extract_band", "in.png", "out.png", "0"], files: ["in.png": grey], yields: "out.png")
        return try Tool.vips.run(
            ["gravity", "in.png", "out.jpg[Q=90,strip]", "centre", "\(width)", "\(height)", "--extend", "white"],
            files: ["in.png": flat], yields: "out.jpg")
    }

    /// A code as `qrencode` draws it.
    public static func qr(_ text: String) throws -> [UInt8] {
        try Tool.qrencode.run(["-o", "out.png", "-s", "6", "-m", "4", text], yields: "out.png")
    }

    /// A code as `zint` draws it, by its number there.
    public static func code(_ symbology: Int, _ text: String) throws -> [UInt8] {
        try Tool.zint.run(
            ["-o", "out.png", "--barcode=\(symbology)", "--scale=2", "--border=10", "-d", text], yields: "out.png")
    }
}
