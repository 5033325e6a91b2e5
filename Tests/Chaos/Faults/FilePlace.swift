import EventLoop
import Support

/// Where the suite keeps its files, and what can be done to that place.
struct FilePlace: Sendable {
    /// What `docket up` needs to know.
    let environment: [String: String]
    let disk: SmallDisk?
    let storm: StoreStorm?

    var faults: Set<FaultKind> {
        Set((disk == nil ? [] : [.disk]) + (storm == nil ? [] : [.storm]))
    }

    /// Runs `body` with a disk of its own, where one can be mounted; or with S3, behind a proxy.
    static func with<T: Sendable>(
        _ settings: ChaosSettings, in folder: String, on group: EventLoopGroup, _ say: @escaping @Sendable (String) -> Void,
        _ body: (FilePlace) async throws -> T
    ) async throws -> T {
        guard settings.usesS3 else {
            let disk = try await SmallDisk.mount(at: "\(folder)/files") { say("no disk is filled: \($0)") }
            let place = FilePlace(environment: disk.map { ["DOCKET_BLOBS": $0.path] } ?? [:], disk: disk, storm: nil)
            let result: Result<T, any Error>
            do { result = .success(try await body(place)) } catch { result = .failure(error) }
            await disk?.unmount()
            return try result.get()
        }
        guard S3TestServer.script != nil else { throw Program.Failed(description: S3TestServer.skipped) }
        let server = try await S3TestServer.shared()
        let port = server.endpoint.split(separator: ":").last.flatMap { Int($0.prefix { $0.isNumber }) }
        guard let port else { throw Program.Failed(description: "S3 has no port: \(server.endpoint)") }
        let storm = StoreStorm(seed: settings.seed)
        return try await FaultProxy.run(
            to: SocketAddress(ip: "127.0.0.1", port: port), on: group.next(), begin: { _ in storm.conversation }
        ) { proxy in
            var environment = server.environment(prefix: "chaos")
            environment["AWS_ENDPOINT_URL_S3"] = "http://127.0.0.1:\(proxy.port)"
            return try await body(FilePlace(environment: environment, disk: nil, storm: storm))
        }
    }
}
