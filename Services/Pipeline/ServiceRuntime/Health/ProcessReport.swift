import FoundationEssentials
public import Shared

/// What `/health/live` of an admin address answers: the process lives, of which version it is, and what its clock says.
public struct ProcessReport: Codable, Sendable {
    public let status: String
    public let version: String
    public let time: Timestamp

    public static func now() -> ProcessReport {
        ProcessReport(status: LivenessReport().status, version: SuiteVersion.text, time: Timestamp(Date()))
    }
}
