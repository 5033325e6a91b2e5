import ServiceRuntime

@main
enum App {
    static func main() {
        ServiceMain.run("reading-worker", adminPort: 9095, reading: { WorkerConfiguration(reading: &$0) }) {
            try await build($0, $1)
        }
    }
}
