/// The style of the page, for light and dark mode.
enum ReportStyle {
    static let css = """
        :root{--paper:#f6f7f9;--sheet:#fff;--ink:#1b2330;--faint:#5c6675;--line:#e3e7ec;--grid:#e9edf1;\
        --c1:#1f6feb;--c2:#c4570b;--c3:#8a94a3;--good:#17783c;--bad:#c22535;--warn:#8f5d00;\
        --goodsoft:#e2f5e8;--badsoft:#fde8ea;--warnsoft:#fdf1d7;--bar:#8db9f5}\
        @media(prefers-color-scheme:dark){:root{--paper:#0e1319;--sheet:#161d26;--ink:#e4e9f0;--faint:#98a4b3;--line:#28323e;\
        --grid:#232c37;--c1:#6aa9ff;--c2:#f2a154;--c3:#7c8797;--good:#5fd38a;--bad:#ff8590;--warn:#f1c062;\
        --goodsoft:#143323;--badsoft:#421c22;--warnsoft:#3a2d10;--bar:#2f5f9e}}\
        *{box-sizing:border-box}\
        body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;\
        font-variant-numeric:tabular-nums}\
        main{max-width:1000px;margin:0 auto;padding:32px 20px 56px}\
        header{margin-bottom:20px}\
        h1{font-size:22px;line-height:1.3;font-weight:650;margin:0 0 8px;overflow-wrap:anywhere}\
        h1 .arrow{color:var(--faint);font-weight:400}\
        h2{font-size:15px;font-weight:650;margin:0 0 12px;display:flex;flex-wrap:wrap;gap:4px 18px;align-items:baseline}\
        .facts{margin:0;color:var(--faint)}.facts i{font-style:normal;opacity:.5;padding:0 3px}\
        .badge{display:inline-block;padding:1px 11px;border-radius:99px;font-weight:600;font-size:13px;margin-right:8px}\
        .badge.good{background:var(--goodsoft);color:var(--good)}.badge.bad{background:var(--badsoft);color:var(--bad)}\
        .badge.warn{background:var(--warnsoft);color:var(--warn)}\
        section{background:var(--sheet);border:1px solid var(--line);border-radius:12px;padding:18px 20px;margin:0 0 16px}\
        section>p:last-child{margin-bottom:0}\
        .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(200px,1fr));gap:12px;background:none;border:0;padding:0}\
        .card{background:var(--sheet);border:1px solid var(--line);border-radius:12px;padding:12px 16px 13px;display:flex;\
        flex-direction:column;min-width:0}\
        .card b{font-weight:500;color:var(--faint);font-size:13px}.card strong{font-size:23px;font-weight:650;line-height:1.35}\
        .card small{color:var(--faint);font-size:12.5px;overflow-wrap:anywhere}\
        .card.good strong{color:var(--good)}.card.bad strong{color:var(--bad)}.card.warn small{color:var(--warn)}\
        figure{margin:0}svg{display:block;width:100%;height:auto;overflow:visible}\
        .grid{stroke:var(--grid)}.axis{stroke:var(--line)}.tick{fill:var(--faint);font-size:12px}\
        polyline{fill:none;stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round}polyline.thin{stroke-width:1.4}\
        .c1{stroke:var(--c1)}.c2{stroke:var(--c2)}.c3{stroke:var(--c3)}\
        circle.c1{fill:var(--c1)}circle.c2{fill:var(--c2)}circle.c3{fill:var(--c3)}\
        .b1{fill:var(--bar)}.b4{fill:var(--bad)}polygon.a3{fill:var(--c2);opacity:.22}.crest{fill:var(--c2)}\
        .peak{fill:var(--ink);font-size:12px;font-weight:600}tr.step td:first-child{padding-left:18px;color:var(--faint)}\
        .legend{font-weight:400;font-size:13px;color:var(--faint);display:flex;flex-wrap:wrap;gap:2px 16px}\
        .key::before{content:"";display:inline-block;width:16px;height:3px;border-radius:2px;margin-right:7px;vertical-align:4px}\
        .key.a3::before{background:var(--c2);opacity:.3;height:10px;width:10px;vertical-align:0}\
        .key.c1::before{background:var(--c1)}.key.c2::before{background:var(--c2)}.key.c3::before{background:var(--c3)}\
        .key.b1::before,.key.b4::before{height:10px;width:10px;vertical-align:0}\
        .key.b1::before{background:var(--bar)}.key.b4::before{background:var(--bad)}\
        table{border-collapse:collapse;width:100%}table.narrow{width:auto;min-width:55%}\
        th,td{padding:6px 14px 6px 0;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}\
        tbody tr:last-child td{border-bottom:0}th{font-weight:500;color:var(--faint);font-size:13px}\
        .n{text-align:right;white-space:nowrap}td.n:last-child,th.n:last-child{padding-right:0}\
        .wide{overflow-x:auto}code{font:13px ui-monospace,"SF Mono",Menlo,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}\
        tr.good .mark{color:var(--good)}tr.bad .mark,tr.bad td.n{color:var(--bad)}.mark{width:1.6em;font-weight:700}\
        .meter{width:220px;vertical-align:middle}.meter span{display:block;height:8px;border-radius:4px;background:var(--bar);min-width:2px}\
        .faint{color:var(--faint);font-size:13px;margin-bottom:0}\
        footer{color:var(--faint);font-size:13px}footer ul{padding-left:18px;margin:0}\
        @media(max-width:600px){main{padding:20px 12px}section{padding:14px}.cards{grid-template-columns:repeat(2,1fr)}}\
        @media print{body{background:#fff}section,.card{break-inside:avoid}}
        """
}
