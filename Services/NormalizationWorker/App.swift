import ServiceRuntime

@main
enum App {
    static func main() {
        ServiceMain.run("normalization-worker", adminPort: 9093, reading: { WorkerConfiguration(reading: &$0) }) {
            try await build($0, $1)
        }
    }
}
