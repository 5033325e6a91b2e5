public import Configuration
import EventLoop

extension JailConfiguration {
    /// `MailJail` beside the running executable.
    public static var defaultMailPath: String { "\(ChildProcess.currentExecutableDirectory ?? ".")/MailJail" }

    /// For a jail that takes messages of e-mail apart: a child holds one message, and ends soon.
    public static func mail(path: String = JailConfiguration.defaultMailPath) -> JailConfiguration {
        JailConfiguration(
            decoderPath: path, maximumWaitingJobs: 64, stepDeadline: .seconds(20),
            limits: JobLimits(addressSpace: 1 << 30, cpuSeconds: 10), maximumInputBytes: 64 << 20)
    }

    /// Reads how this process runs the jail that takes mail apart.
    public static func mail(reading reader: inout ConfigurationReader) -> JailConfiguration {
        var configuration = mail(
            path: reader.optionalString(
                "DOCKET_LMTP_JAIL_PATH", "The MailJail executable; the one beside this executable otherwise")
                ?? JailConfiguration.defaultMailPath)
        configuration.requiredLocks = requiredLocks(reading: &reader)
        return configuration
    }
}
