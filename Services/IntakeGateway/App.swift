import ServiceRuntime

/// The gateway: what apps, browsers and back ends speak to.
@main
struct App {
    static func main() {
        ServiceMain.run("intake-gateway", adminPort: 9081, reading: GatewayConfiguration.init(reading:)) {
            configuration, context in
            try await buildGateway(configuration, context).components
        }
    }
}
