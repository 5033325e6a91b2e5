import EventLoop
import Telemetry

/// The client of the connection, and whether it is still there.
extension ServerConnection {
    /// The client's address for this request.
    func client(_ head: RequestHead) -> IPAddress? {
        peer.map { context.configuration.proxies.client(of: $0, head.headers) }
    }

    func origin(of head: RequestHead) -> HTTPRequest.Origin {
        let site = peer.flatMap { context.configuration.proxies.site(of: $0, head.headers) }
        return HTTPRequest.Origin(peer: socket.peerAddress, client: client(head), site: site)
    }

    /// Reads the PROXY protocol header if a trusted proxy sends one; returns whether the connection goes on.
    nonisolated(nonsending) func readProxyHeader() async -> Bool {
        let configuration = context.configuration
        guard configuration.proxies.sendProxyHeader, let proxy = peer, configuration.proxies.contains(proxy) else { return true }
        socket.setReadDeadline(.now + configuration.headTimeout)
        var bytes: [UInt8] = []
        do {
            while true {
                switch try ProxyHeader.read(bytes[...]) {
                case .whole(let length, let source):
                    if let source { peer = source }
                    if length < bytes.count { state.receive(Array(bytes[length...])) }
                    return true
                case .needMore:
                    let more = try await socket.read(maximum: ReadBudget.smallest)
                    guard !more.isEmpty else { return false }
                    bytes += more
                }
            }
        } catch is ProxyHeader.Malformed {
            context.logger.warning("a trusted proxy has sent no header of the PROXY protocol", ["proxy": .string(proxy.masked)])
            return false
        } catch {
            return false
        }
    }

    /// The client has ended its side or is gone: nobody waits for the result of its request. On the loop.
    func peerDeparted(_ step: StreamSocket.Departure) {
        guard endsWithClient else { return }
        switch step {
        case .left: cancel(self)
        case .ended:
            // It may have closed, or wait for its answer as HTTP allows: the kernel cannot tell.
            guard !isWatched else { return }
            isWatched = true
            loop.spawn { await self.watch() }
        }
    }

    /// Cancels a request that is still running after a grace. One task watches all requests that the client had sent
    /// before.
    private func watch() async {
        while isServing {
            let seen = exchange
            do { try await loop.sleep(for: context.configuration.departureGrace) } catch { return }
            if exchange == seen, endsWithClient { return cancel(self) }
        }
    }
}
