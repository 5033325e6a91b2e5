package import CommandSupport
package import EventLoop
import Glibc

/// Checks which ports are free.
package enum Ports {
    /// Throws `CommandFailure` naming the option that chooses another one.
    package static func check(_ port: Int, host: String, option: String, what: String, on loop: EventLoop) throws(CommandFailure)
    {
        do throws(SocketError) {
            try ListeningSocket.bind(try SocketAddress(ip: host, port: port), on: loop).close()
        } catch {
            switch error.code {
            case .addressInUse:
                throw CommandFailure(
                    .portTaken, "port \(port), which \(what) is to listen at, is taken by another process",
                    advice: "Choose another one with \(option) PORT.")
            case .permissionDenied:
                throw CommandFailure(
                    .portTaken, "this user may not listen at port \(port)", advice: "Choose one above 1023 with \(option) PORT.")
            default:
                throw CommandFailure(.portTaken, "cannot listen at \(host), port \(port): \(error)")
            }
        }
    }

    static func isFree(_ port: Int, on loop: EventLoop) -> Bool {
        do throws(SocketError) {
            try ListeningSocket.bind(try SocketAddress(ip: "127.0.0.1", port: port), on: loop).close()
            return true
        } catch {
            return false
        }
    }

    /// Distinct ports of 127.0.0.1 without a listener now.
    package static func free(_ count: Int, on loop: EventLoop) throws(CommandFailure) -> [Int] {
        var sockets: [ListeningSocket] = []
        defer { for socket in sockets { socket.close() } }
        do throws(SocketError) {
            for _ in 0..<count {
                sockets.append(try ListeningSocket.bind(try SocketAddress(ip: "127.0.0.1", port: 0), on: loop))
            }
        } catch {
            throw CommandFailure(.portTaken, "no free port on 127.0.0.1: \(error)")
        }
        return sockets.compactMap(\.localAddress.port)
    }

    /// The port of the embedded broker: the requested one, else that of the last run in this home (so that consumers
    /// elsewhere find it again), else Kafka's usual one, else any free one.
    static func forBroker(asked: Int?, home: HomeDirectory, on loop: EventLoop) throws(CommandFailure) -> Int {
        if let asked {
            try check(asked, host: "127.0.0.1", option: "--broker-port", what: "the broker", on: loop)
            return asked
        }
        let last = FileText.read(home.brokerPortFile).flatMap { Int($0.filter { $0.isNumber }) }
        for port in [last, 9092].compactMap({ $0 }) where (1...65_535).contains(port) && isFree(port, on: loop) { return port }
        return try free(1, on: loop).first ?? 0
    }
}
