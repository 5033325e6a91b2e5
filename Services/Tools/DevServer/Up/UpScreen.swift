import CommandSupport

/// The output of `docket up` when everything is ready.
enum UpScreen {
    static func lines(
        _ settings: RunSettings, running: [ProcessName: Int32], took: Duration, style: Style
    ) -> [String] {
        var table = Table()
        table.row("gateway", settings.gatewayURL)
        table.row("desk", settings.gatewayURL + "/desk")
        table.row("kafka", settings.bootstrapServers + (settings.brokerPort == nil ? "" : "  (embedded, in memory)"))
        table.row("postgres", settings.postgres == nil ? "as DATABASE_URL says" : settings.databaseURL)
        table.row("home", settings.home.path)
        table.row("environment", settings.home.environmentFile)
        if settings.access.token != nil { table.row("token", "DOCKET_TOKEN in the environment file") }
        var processes = Table()
        processes.row("process", "pid", "admin address", "log")
        for name in settings.plan.processes {
            let admin = settings.adminPorts[name].map { "127.0.0.1:\($0)" } ?? "–"
            let pid = running[name].map(String.init) ?? "–"
            processes.row(
                name.description, pid, admin, name.role == .postgres ? settings.home.postgresLog : settings.home.logFile(name))
        }
        return ["", style.good("Docket is ready") + style.faint(" after \(took.shortText)"), ""]
            + table.lines(first: style.bold) + [""] + processes.lines(first: style.bold) + [
                "",
                "  Send a file:   docket upload bill.jpg --journey proof-of-address --type utility-bill --issue-date "
                    + "YYYY-MM-DD",
                "  Watch events:  docket tail        kcat -b \(settings.bootstrapServers) -t docket.outcomes",
                "  Stop:          Ctrl-C", "",
            ]
    }
}
