import FoundationEssentials
public import Shared

/// The answer of `/health/live` on an admin address: the process is alive, its version, and its clock.
public struct ProcessReport: Codable, Sendable {
    public let status: String
    public let version: String
    public let time: Timestamp

    public static func now() -> ProcessReport {
        ProcessReport(status: LivenessReport().status, version: SuiteVersion.text, time: Timestamp(Date()))
    }
}
