import CommandSupport
import Custody
import FoundationEssentials
import Glibc
import Shared

/// Heads that were kept outside of the installation: files of `DOCKET_CUSTODY_FOLDER`, records of the topic, answers of
/// the gateway. Reading them blocks.
enum KeptHeads {
    private static let mostHeads = 1_000_000
    private static let maximumFile = 256 << 20

    /// The heads by tenant, in the order in which they were found.
    static func read(_ paths: [String]) throws(CommandFailure) -> [String: [KeptHead]] {
        var (kept, count): ([String: [KeptHead]], Int) = ([:], 0)
        for path in paths {
            let before = count
            try read(path, into: &kept, &count)
            // A check against nothing would pass.
            guard count > before else {
                throw CommandFailure(
                    .notAccepted, "\(path) has no head",
                    advice: "Name a file of heads or of records of docket.custody, or a folder with heads in files named *.jws.")
            }
        }
        return kept
    }

    /// Why a check against them would be one against nothing.
    static func none(of tenant: String, among kept: [String: [KeptHead]], or advice: String = "") -> CommandFailure {
        let others = kept.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: ", ")
        return CommandFailure(
            .notAccepted, "no head of \(tenant) is among those that were kept",
            advice: "They are of \(others). Name others with --kept\(advice).")
    }

    private static func read(
        _ path: String, into kept: inout [String: [KeptHead]], _ count: inout Int
    ) throws(CommandFailure) {
        for file in try files(at: path) {
            guard let bytes = FileText.bytes(file, limit: maximumFile) else { throw .cannotRead(file) }
            for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
                let text = line.filter { $0 > 0x20 }
                guard !text.isEmpty else { continue }
                let name = index == 0 ? file : "\(file):\(index + 1)"
                guard let statement = statement(in: text, line), let head = LogHead(unverified: statement) else {
                    throw CommandFailure(
                        .notAccepted, "\(name) is no head",
                        advice: "Name a file or folder of signed heads, or records of docket.custody.")
                }
                count += 1
                guard count <= mostHeads else {
                    throw CommandFailure(.notAccepted, "there are more than \(mostHeads) heads", advice: "Name fewer files.")
                }
                kept[head.tenant, default: []].append(KeptHead(name: name, statement: statement))
            }
        }
    }

    /// A signed text alone, in an event (`data.head`), or in an answer (`signed`).
    private static func statement(in text: [UInt8], _ line: ArraySlice<UInt8>) -> String? {
        guard text.first == UInt8(ascii: "{") else { return String(decoding: text, as: UTF8.self) }
        guard let json = try? CanonicalJSON.decode(JSONValue.self, from: Array(line)) else { return nil }
        if case .string(let statement)? = json["data"]?["head"] ?? json["signed"] { return statement }
        return nil
    }

    private static func files(at path: String) throws(CommandFailure) -> [String] {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .cannotRead(path) }
        guard status.st_mode & S_IFMT == S_IFDIR else { return [path] }
        var found: [String] = []
        for name in FolderNames.all(in: path).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        where name.utf8.first != UInt8(ascii: ".") {
            let inside = "\(path)/\(name)"
            guard lstat(inside, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG where name.hasSuffix(".jws"): found.append(inside)
            case S_IFDIR:
                found += FolderNames.all(in: inside).filter { $0.hasSuffix(".jws") }.sorted {
                    $0.utf8.lexicographicallyPrecedes($1.utf8)
                }.map { "\(inside)/\($0)" }
            default: break
            }
        }
        return found
    }
}
