import ServiceRuntime

/// The gateway, for apps, browsers and back ends.
@main
struct App {
    static func main() {
        if CommandLine.arguments.dropFirst().elementsEqual(["--routes"]) {
            print(AccessTable.markdown, terminator: "")
            return
        }
        if CommandLine.arguments.dropFirst().elementsEqual(["--admin-routes"]) {
            print(AccessTable.operatorsMarkdown, terminator: "")
            return
        }
        ServiceMain.run("intake-gateway", adminPort: 9081, reading: GatewayConfiguration.init(reading:)) {
            configuration, context in
            try await buildGateway(configuration, context).components
        }
    }
}
