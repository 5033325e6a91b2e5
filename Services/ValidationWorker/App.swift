import ServiceRuntime

@main
enum App {
    static func main() {
        ServiceMain.run("validation-worker", adminPort: 9092, reading: { WorkerConfiguration(reading: &$0) }) {
            try await build($0, $1)
        }
    }
}
