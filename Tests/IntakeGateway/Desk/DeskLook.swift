import EventLoop
import FoundationEssentials
import Support
import Testing

/// What a script has seen of the desk in a browser.
protocol DeskLook: Decodable {
    var axe: [String] { get }
    var console: [String] { get }
    var origins: [String] { get }
}

extension Program.Result {
    /// The last line of what the script printed, in which nothing is wrong with any view; the pictures in `place` are kept.
    func look<Seen: DeskLook>(_ type: Seen.Type, pictures place: String) throws -> Seen {
        try KeptPictures.keep(of: place) { $0.first?.isNumber == true }
        try #require(status.isSuccess, "\(complaints.suffix(3000))\(text.suffix(500))")
        let seen = try JSONDecoder().decode(Seen.self, from: Data((text.split(separator: "\n").last ?? "").utf8))
        #expect(seen.axe == [])
        #expect(seen.console == [], "among them are violations of the page's policy")
        #expect(seen.origins == [])
        return seen
    }
}
