import ServiceRuntime

/// Notifies tenants and persons of outcomes.
@main
enum App {
    static func main() {
        ServiceMain.run(
            "notification-service", adminPort: 9094, reading: NotificationConfiguration.init(reading:), build: build)
    }
}
