#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Shared
import Synchronization

/// The gateway's time, as far as its answers tell: a device whose clock is off by a day still counts days as the gateway
/// does.
final class GatewayClock: Sendable {
    /// The gateway's time minus this device's, in seconds.
    private let lead = Mutex<Double>(0)

    /// The difference in seconds that still counts as equal: an answer takes time, and has whole seconds.
    private static let tolerance = 90.0

    func now(by time: any ClientTime) -> Date { time.now.addingTimeInterval(lead.withLock { $0 }) }

    /// Takes the time from an answer's `Date` (RFC 9110, section 6.6.1). Ignores an unreadable one.
    func learn(from response: GatewayResponse, at now: Date) {
        guard let seconds = response.headers["date"].flatMap(Self.seconds) else { return }
        let difference = seconds - now.timeIntervalSince1970
        lead.withLock { $0 = abs(difference) > Self.tolerance ? difference : 0 }
    }

    /// Seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`, the only form that senders may use.
    static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
            let month = months.firstIndex(of: String(parts[2])),
            let date = CalendarDate(year: year, month: month + 1, day: day)
        else { return nil }
        let clock = parts[4].split(separator: ":").compactMap { Int($0) }
        guard clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]), (0...60).contains(clock[2]) else {
            return nil
        }
        return Double(date.daysSinceEpoch) * 86_400 + Double(clock[0] * 3600 + clock[1] * 60 + clock[2])
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

/// A transport whose answers set the clock.
struct ClockedTransport: GatewayTransport {
    let base: any GatewayTransport
    let clock: GatewayClock
    let time: any ClientTime

    func send(_ request: GatewayRequest) async throws(IntakeClientError) -> GatewayResponse {
        noted(try await base.send(request))
    }

    func download(
        _ request: GatewayRequest, to sink: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws(IntakeClientError) -> GatewayResponse {
        noted(try await base.download(request, to: sink))
    }

    private func noted(_ response: GatewayResponse) -> GatewayResponse {
        clock.learn(from: response, at: time.now)
        return response
    }
}
