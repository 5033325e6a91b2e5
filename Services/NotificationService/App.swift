import ServiceRuntime

/// Tells the world what became of submissions.
@main
enum App {
    static func main() {
        ServiceMain.run(
            "notification-service", adminPort: 9094, reading: NotificationConfiguration.init(reading:), build: build)
    }
}
