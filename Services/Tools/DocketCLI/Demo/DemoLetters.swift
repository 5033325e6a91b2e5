import CommandSupport
import EventLoop
import Glibc
import Shared

/// Documents of the demo with text: a bill, a specimen of an expired passport, and a holiday photo.
struct DemoLetters: Sendable {
    let bill: String
    let passport: String
    let holiday: String
    /// The date on the bill.
    let printed: CalendarDate
    /// The last valid day of the passport.
    let expired: CalendarDate

    static func make(in folder: String, today: CalendarDate, on loop: EventLoop) async throws -> DemoLetters {
        let encoder = PhotoEncoder(program: try Tool.find("vips", package: "libvips-tools"), loop: loop)
        // A year before the day that the person will enter.
        let letters = DemoLetters(
            bill: "\(folder)/bill.jpg", passport: "\(folder)/passport.jpg", holiday: "\(folder)/holiday.jpg",
            printed: today.adding(days: -375), expired: today.adding(days: -700))
        try await encoder.print(bill(letters.printed, due: letters.printed.adding(days: 14)), to: letters.bill, 1654, 2339)
        try await encoder.print(passport(letters.expired), to: letters.passport, 1500, 1060)
        try await encoder.encode(HolidayPicture.make(width: 1600, height: 1200), to: letters.holiday, "jpegsave", ["--Q", "90"])
        return letters
    }

    private static func bill(_ day: CalendarDate, due: CalendarDate) -> String {
        """
        <big>Stadtwerke Example</big>
        Electricity, gas and water

        Ms Anna Maria Eriksson
        12 Harbour Street
        Example Town

        Invoice number: 4711-0815
        Invoice date: \(day.inEnglish)
        Customer number: 20260042

        Electricity bill for the past month
        Meter reading 10,482 kWh, consumption 214 kWh
        Total amount due: 86.40 EUR
        Please pay until \(due.inEnglish).
        """
    }

    private static func passport(_ expired: CalendarDate) -> String {
        let zone = SpecimenZone(expiry: expired)
        return """
            <big>PASSPORT    UTOPIA    SPECIMEN</big>

            Surname   ERIKSSON
            Given names   ANNA MARIA
            Nationality   UTOPIAN
            Date of birth   12 AUG 1974
            Date of expiry   \(expired.inEnglish)
            Passport No.   \(SpecimenZone.number)


            <span font="DejaVu Sans Mono 12">\(HTML.escaped(zone.lines.joined(separator: "\n")))</span>
            """
    }
}

extension CalendarDate {
    /// Such as “18 October 2025”.
    var inEnglish: String { Language.english.write(.day(self)) }
}

/// The machine-readable zone of a fictitious passport (ICAO 9303, part 4).
struct SpecimenZone: Sendable {
    static let number = "L898902C3"
    let lines: [String]

    init(expiry: CalendarDate) {
        let (birth, end) = ("740812", Self.six(expiry))
        let optional = String(repeating: "<", count: 14)
        let checked = Self.number + Self.digit(Self.number)
        let (born, ends) = (birth + Self.digit(birth), end + Self.digit(end))
        let rest = optional + Self.digit(optional)
        lines = [
            "P<UTOERIKSSON<<ANNA<MARIA" + String(repeating: "<", count: 19),
            checked + "UTO" + born + "F" + ends + rest + Self.digit(checked + born + ends + rest),
        ]
    }

    private static func six(_ day: CalendarDate) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return two(day.year % 100) + two(day.month) + two(day.day)
    }

    /// The check digit of part 3, section 4.9: weights 7, 3, 1.
    private static func digit(_ text: String) -> String {
        let sum = zip(text.utf8, 0...).reduce(0) { sum, pair in
            let (sign, place) = pair
            let value =
                switch sign {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(sign) - 48
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(sign) - 55
                default: 0
                }
            return sum + value * [7, 3, 1][place % 3]
        }
        return String(sum % 10)
    }
}

/// The sea, the sun and the beach, without text.
enum HolidayPicture {
    static func make(width: Int, height: Int) -> Pixmap {
        var picture = Pixmap(width: width, height: height, background: Pixmap.Colour(red: 120, green: 180, blue: 235))
        for row in 0..<height {
            let depth = UInt8(60 * row / max(1, height))
            let colour =
                row < height / 2
                ? Pixmap.Colour(red: 120 + depth, green: 180 + depth / 2, blue: 235)
                : row < height * 4 / 5
                    ? Pixmap.Colour(red: 20, green: 90 + depth, blue: 150 + depth)
                    : Pixmap.Colour(red: 230, green: 205 - depth / 4, blue: 150)
            picture.fill(x: 0, y: row, width: width, height: 1, colour)
        }
        let (x, y, radius) = (width * 3 / 4, height / 5, height / 9)
        for row in -radius..<radius {
            let half = Int((Double(radius * radius - row * row)).squareRoot())
            picture.fill(
                x: x - half, y: y + row, width: 2 * half, height: 1, Pixmap.Colour(red: 255, green: 236, blue: 130))
        }
        return picture
    }
}

extension PhotoEncoder {
    /// Prints black words on white paper; `markup` is Pango's.
    fileprivate func print(_ markup: String, to path: String, _ width: Int, _ height: Int) async throws {
        let (text, page) = ("\(path).text.png", "\(path).page.png")
        defer { for file in [text, page] { remove(file) } }
        try await Tool.run(program, ["text", text, markup, "--font", "DejaVu Sans 12", "--dpi", "200"], on: loop)
        try await Tool.run(program, ["invert", text, page], on: loop)
        try await Tool.run(
            program, ["embed", page, text, "120", "160", String(width), String(height), "--extend", "white"], on: loop)
        try await Tool.run(program, ["jpegsave", text, path, "--Q", "90"], on: loop)
    }

    private func remove(_ path: String) { unlink(path) }
}
