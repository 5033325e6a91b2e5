import CommandLine
import CommandSupport
import Crypto
import Custody
import Shared

/// Fetches the evidence of a gateway, and keeps it if that is wanted.
struct GatewayEvidence: Sendable {
    /// The most bytes of a file, which is more than any journey allows.
    private static let maximumFile = 1 << 30

    /// How often a manifest and its facts are fetched that do not belong together.
    private static let looks = 4

    private let gateway: GatewayFetch

    static func fetch(
        _ id: SubmissionID, keeping folder: String?, _ context: CommandContext, _ arguments: ParsedArguments
    ) async throws -> Evidence {
        let nobody = CommandFailure(
            .configuration, "no gateway is named, and no `docket up` runs in the home",
            advice: "Name it with --gateway URL or GATEWAY_URL, or name a folder to check.")
        return try await GatewayFetch.with(context, arguments, orElse: nobody) { gateway in
            try await GatewayEvidence(gateway: gateway).fetch(id, keeping: folder)
        }
    }

    private func fetch(_ id: SubmissionID, keeping folder: String?) async throws -> Evidence {
        let address = "/v1/submissions/\(id)"
        let keys = try await gateway.bytes("/.well-known/jwks.json", atMost: JSONWebKeySet.maximumLength)
        var (manifest, check, facts): ([UInt8], ManifestCheck?, [UInt8]?) = ([], nil, nil)
        // Something may be found out between the two, or gateways of two versions answer.
        for _ in 0..<Self.looks {
            manifest = try await gateway.bytes("\(address)/manifest/signed", atMost: Evidence.maximumText)
            // What is not signed by those keys names nothing that is worth fetching: the check says so.
            let text = String(decoding: manifest, as: UTF8.self)
            check = (try? JSONWebKeySet(keys)).flatMap { try? ManifestCheck(verifying: text, with: $0) }
            guard let signed = check, signed.factsDigest != nil else { break }
            let found = try await gateway.bytes("\(address)/facts", atMost: Evidence.maximumText)
            facts = found
            if (try? CanonicalJSON.decode(JSONValue.self, from: found)).map({ signed.holds(facts: $0) }) == true { break }
        }
        let text = String(decoding: manifest, as: UTF8.self)
        if let folder {
            try HomeDirectory.makeFolder(folder, mode: 0o700)
            try FileText.write("\(folder)/\(Evidence.manifestName)", bytes: manifest)
            try FileText.write("\(folder)/\(Evidence.keysName)", bytes: keys)
            if let facts { try FileText.write("\(folder)/\(Evidence.factsName)", bytes: facts) }
            try HomeDirectory.makeFolder("\(folder)/files", mode: 0o700)
        }
        let custody = try await custody(of: id)
        if let folder, let custody { try FileText.write("\(folder)/\(Evidence.custodyName)", bytes: custody) }
        var (files, faults): ([ContentDigest: String], [String: String]) = ([:], [:])
        for file in check?.files ?? [] where files[file.digest] == nil {
            guard file.link.hasPrefix("\(address)/") || file.link.contains("://") && file.link.contains("\(address)/") else {
                continue
            }
            // A file that the installation has lost, or that was changed in its store, is what is looked for.
            let (found, fault) = try await gateway.file(path(of: file.link), atMost: Self.maximumFile)
            faults[file.link] = fault
            guard let content = found else { continue }
            guard let digest = ContentDigest(bytes: SHA256.hash(content)) else { continue }
            files[digest] = file.link
            // By what it holds: a name of the manifest's is none of a file's.
            if let folder { try FileText.write("\(folder)/files/\(digest.hex)", bytes: content) }
        }
        return Evidence(
            manifest: text, keys: keys, facts: facts, custody: custody, isCustodyExpected: true, files: files,
            faults: faults)
    }

    /// The log's part, as an export has it. Nil where the token may not read the log, and before the first signed head.
    private func custody(of id: SubmissionID) async throws -> [UInt8]? {
        var (leaves, head, from): ([JSONValue], JSONValue?, Int?) = ([], nil, 0)
        while let place = from {
            let answer: JSONValue
            do throws(CommandFailure) {
                answer = try await gateway.json("/v1/submissions/\(id)/custody?from=\(place)", atMost: Evidence.maximumText)
            } catch {
                guard [.notFound, .notAccepted].contains(error.exitCode) else { throw error }
                return nil
            }
            guard case .array(let found)? = answer["leaves"], let newest = answer["head"] else { throw gateway.notUnderstood }
            let isSameHead = head == nil || head == newest
            head = newest
            // All proofs are by one head: with another one since, from the beginning.
            guard isSameHead else {
                (leaves, from) = ([], 0)
                continue
            }
            leaves += found
            from = nil
            if case .number(let next)? = answer["next"], let next = Int(exactly: next), next > place { from = next }
        }
        var members: [String: JSONValue] = ["submission": .string(id.description), "leaves": .array(leaves)]
        members["head"] = head
        if case .number(let size)? = head?["size"], case .number(let previous)? = head?["previous"]?["size"],
            let to = Int(exactly: size), let from = Int(exactly: previous)
        {
            members["consistency"] = try await gateway.json(
                "/v1/custody/proofs/consistency?from=\(from)&to=\(to)", atMost: Evidence.maximumText)
        }
        return JSONCanonicalization.bytes(of: .object(members))
    }

    /// The path of a link, requested from the same gateway whatever host the link names: the token goes to no other host.
    private func path(of link: String) -> String {
        guard let scheme = link.utf8.firstRange(of: "://".utf8),
            let slash = link.utf8[scheme.upperBound...].firstIndex(of: UInt8(ascii: "/"))
        else { return link }
        return String(link[slash...])
    }
}
