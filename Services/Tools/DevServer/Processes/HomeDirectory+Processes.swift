import CommandSupport

extension HomeDirectory {
    func logFile(_ process: ProcessName) -> String { "\(logs)/\(process).log" }
    func runFolder(_ process: ProcessName) -> String { "\(runs)/\(process)" }
}
