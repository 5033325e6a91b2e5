"""`<docket-intake>` in pages of an app team's own. usage: element.py GATEWAY FOLDER LINK - - JSON

The pages come from a server here, under `default-src 'self'; img-src 'self' blob:`, with the gateway behind it at the same origin; and from the
ports `allowed` and `stranger`, where the gateway is another origin. JSON has links: `plain`, `form`, `left`, `right`, `styled`, `moved`, `framed`,
`across`, `status`, `ended` and `test`, which is a sandbox's. The file `preview` in FOLDER asks for a
preview of the page of `left`, and is answered by `preview-done`. What the last line says is JSON.
"""
import http.client
import http.server
import json
import sys
import threading
from urllib.parse import urlsplit

GATEWAY = sys.argv[1]
LINKS = json.loads(sys.argv[6])
STRICT = "default-src 'self'; img-src 'self' blob:"
ACROSS = f"default-src 'self'; script-src 'self' {GATEWAY}; connect-src 'self' {GATEWAY}; img-src 'self' blob:"

# What each page has of its own, as an app team would write it: no script and no style stands in the markup.
APP = """
  globalThis.told = []
  for (const name of ['ready', 'changed', 'submitted', 'ended', 'error']) {
    addEventListener('docket-' + name, ({ detail, target, composed }) => told.push([name, detail, target.id, composed]))
  }
  globalThis.addresses = new Set()
  const [make, free] = [URL.createObjectURL, URL.revokeObjectURL]
  URL.createObjectURL = (blob) => { const address = make(blob); addresses.add(address); return address }
  URL.revokeObjectURL = (address) => { addresses.delete(address); free(address) }
  globalThis.streams = []
  // What is said in place of the gateway's answers, and what cuts the last stream.
  globalThis.instead = null
  globalThis.cut = () => {}
  const ask = globalThis.fetch
  globalThis.fetch = (address, options) => {
    if (instead && String(address).includes('/v1/submissions/')) return Promise.resolve(new Response(instead.body, { status: instead.status }))
    if (!String(address).endsWith('/events')) return ask(address, options)
    streams.push(options.signal)
    const end = new AbortController()
    globalThis.cut = () => end.abort()
    return ask(address, { ...options, signal: AbortSignal.any([options.signal, end.signal]) })
  }
  customElements.define('app-card', class extends HTMLElement {
    connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<section lang="fr"><docket-intake></docket-intake></section>'
      this.shadowRoot.querySelector('docket-intake').link = this.getAttribute('link')
    }
  })
  document.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault()
    globalThis.sent = [...new FormData(event.target)]
  })
  const before = new Set(Object.getOwnPropertyNames(globalThis))
  import(document.documentElement.dataset.module).then(() => {
    globalThis.added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name) && name !== 'added')
  })
"""
STYLE = """
  docket-intake { --docket-accent: rgb(0, 90, 40); --docket-accent-ink: rgb(255, 255, 255) }
  docket-intake::part(main-button) { border-radius: 3px; letter-spacing: 2px }
  docket-intake::part(card) { border-style: dotted }
  docket-intake::part(test) { text-transform: uppercase }
"""


def page(body, module="/embed/intake.js", language="en"):
    return f"""<!doctype html><html lang="{language}" data-module="{module}"><meta charset="utf-8"><title>App</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="stylesheet" href="/app.css"><script type="module" src="/app.js"></script><main>{body}</main></html>"""


def element(name, more="", inside="", base=""):
    return f'<docket-intake id="{name}" link="{base}{LINKS[name]}" {more}>{inside}</docket-intake>'


SLOTS = "<h1 slot=header>Acme</h1><p slot=help>Call us.</p><p slot=ended>Write to us.</p>"
PAGES = {
    "/plain": page("<h1>Your account</h1>" + element("plain")),
    "/form": page(f"<form><fieldset>{element('form', 'name=documents required')}</fieldset><button id=go>Go on</button></form>"),
    "/twice": page(f"{element('left')}<app-card link='{LINKS['right']}'></app-card>"),
    "/styled": page(element("styled", """lang=de theme=dark texts='{"add":"Beleg dazu"}'""", SLOTS)),
    "/moved": page(element("moved") + "<section id=elsewhere></section>"),
    "/frame": page("<iframe id=inner title=Documents src=/framed width=330 height=600></iframe>"),
    "/framed": page(element("framed")),
    "/status": page(element("status")),
    "/test": page("<h1>Your account</h1>" + element("test")),
    "/ended": page(element("ended", "", SLOTS) + "<docket-intake id=nonsense link=nonsense></docket-intake>"),
    "/across": page(element("across", base=GATEWAY), GATEWAY + "/embed/intake.js"),
}


class Host(http.server.BaseHTTPRequestHandler):
    """The app's own pages; and what is the gateway's, at the same origin."""

    def do_GET(self):
        path = urlsplit(self.path).path
        if path == "/app.js":
            return self.give("text/javascript", APP)
        if path == "/app.css":
            return self.give("text/css", STYLE)
        if path in PAGES:
            return self.give("text/html", PAGES[path], ACROSS if path == "/across" else STRICT)
        if path == "/favicon.ico":
            return self.give("image/png", "")
        self.pass_on()

    def give(self, kind, text, policy=STRICT):
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", policy)
        self.end_headers()
        self.wfile.write(body)

    def pass_on(self):
        asked.append(self.path)
        gateway = http.client.HTTPConnection(urlsplit(GATEWAY).netloc)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("connection", "content-length")}
        try:
            gateway.request(self.command, self.path, body or None, headers)
            answer = gateway.getresponse()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("transfer-encoding", "connection", "date", "server"):
                    self.send_header(name, value)
            self.end_headers()
            while part := answer.read1(65536):
                self.wfile.write(part)
                self.wfile.flush()
        except OSError:
            pass
        finally:
            gateway.close()

    do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = pass_on

    def log_message(self, *_):
        pass


def serve(port=0):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Host)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


asked = []
OWN = serve()
sys.argv[1] = OWN
import person
from person import RECENT, add, browser, click, collect, many, one, picture, png, seen, set_date, until, wording

FILE = png(f"{person.FOLDER}/page.png", 120)
LOOK = "const all = [...document.querySelectorAll('docket-intake')]; const inner = (id) => globalThis.document.getElementById(id).shadowRoot;"


def opened(path, origin=OWN):
    driver = browser()
    driver.get(origin + path)
    return driver


def told(driver, *names):
    return [[name, detail, place] for name, detail, place, _ in driver.execute_script("return told") if not names or name in names]


def ready(driver):
    until(driver, lambda d: d.execute_script("return 'ready' in document.getElementById('main').dataset"), "the element")


def filled(driver):
    add(driver, 1, FILE, source=2, day=RECENT)
    until(driver, lambda d: len(many(d, ".pages li")) == 1 and not many(d, "#main[aria-busy]"), "the page")


def ended_well(driver, *expected):
    """Nothing of the policy was broken, and the secret went nowhere."""
    collect(driver, ["428", *expected])
    driver.quit()
    secrets = [link.split("/")[2] for link in LINKS.values() if link.startswith("/u/")]
    seen["origins"] += [path for path in asked if any(secret in path for secret in secrets)]


def plain():
    driver = opened("/plain")
    ready(driver)
    assert driver.execute_script("return added") == [], "a global was added"
    assert not driver.execute_script("return performance.getEntriesByType('resource').some(({ name }) => /camera/.test(name))")
    filled(driver)
    assert driver.execute_script("return performance.getEntriesByType('resource').filter(({ name }) => /camera/.test(name)).length") == 1
    assert not many(driver, ".sign"), "a real one is taken for a test"
    picture(driver, "80-plain")
    until(driver, lambda d: one(d, "#submit").is_enabled(), "all that is needed")
    click(driver, "#submit")
    until(driver, lambda d: told(d, "submitted"), "the event")
    events = told(driver)
    names = [name for name, *_ in events]
    assert names[0] == "ready" and "changed" in names and names.count("submitted") == 1 and "error" not in names, events
    assert set(events[-1][1]) == {"submission", "state", "isValid", "documents"} and events[0][2] == "plain", events
    assert driver.execute_script("return told.every(([, , , composed]) => composed)")
    ended_well(driver)


def form():
    driver = opened("/form")
    ready(driver)
    field = "globalThis.document.getElementById('form')"
    assert driver.execute_script(f"return [{field}.validity.valueMissing, {field}.validationMessage !== '', {field}.value, {field}.form !== null]") == [True, True, "", True]
    click(driver, "#go")
    assert driver.execute_script("return globalThis.sent ?? null") is None, "a form that is not whole was sent"
    filled(driver)
    # Nothing in it is a button or a field of the form around it.
    assert driver.execute_script("return globalThis.document.forms[0].elements.length") == 3
    # Reset and disabled.
    driver.execute_script("globalThis.document.forms[0].reset()")
    driver.execute_script("globalThis.document.querySelector('fieldset').disabled = true")
    until(driver, lambda d: not many(d, "#submit") and not many(d, "#add"), "nothing to change")
    driver.execute_script("globalThis.document.querySelector('fieldset').disabled = false")
    until(driver, lambda d: many(d, "#submit") and one(d, "#submit").is_enabled(), "all that is needed")
    click(driver, "#submit")
    until(driver, lambda d: d.execute_script(f"return {field}.checkValidity()"), "a valid form")
    click(driver, "#go")
    sent = driver.execute_script("return sent")
    assert sent == [["documents", driver.execute_script(f"return {field}.value")]] and len(sent[0][1]) == 36, sent
    ended_well(driver)


def twice():
    driver = opened("/twice")
    card = "globalThis.document.querySelector('app-card').shadowRoot.querySelector('docket-intake')"
    until(driver, lambda d: len(told(d, "ready")) == 2, "both")
    assert len({detail["submission"] for _, detail, _ in told(driver)}) == 2
    filled(driver)
    assert driver.execute_script(f"return {card}.shadowRoot.querySelectorAll('.document').length") == 0
    # Each in the language around it.
    languages = driver.execute_script(f"return [globalThis.document.getElementById('left'), {card}].map((one) => one.shadowRoot.getElementById('main').lang.slice(0, 2))")
    assert languages == ["en", "fr"], languages
    driver.execute_script(f"{card}.shadowRoot.getElementById('add').click()")
    until(driver, lambda d: d.execute_script(f"return {card}.shadowRoot.querySelector('dialog:modal') !== null"), "the other one's dialog")
    assert not many(driver, "dialog")
    picture(driver, "81-twice", check=False)
    # What is taken away ends: its stream, and its pictures.
    person.ask("preview")
    driver.execute_script("globalThis.document.getElementById('left').reload()")
    until(driver, lambda d: d.execute_script("return streams.length >= 2 && addresses.size > 0"), "streams and a picture")
    driver.execute_script("globalThis.document.getElementById('left').remove()")
    until(driver, lambda d: d.execute_script("return streams.filter(({ aborted }) => aborted).length === 1 && addresses.size === 0"), "the end of it")
    ended_well(driver)


def styled():
    driver = opened("/styled")
    ready(driver)
    shown = driver.execute_script(LOOK + """
        const button = inner('styled').getElementById('add'), style = getComputedStyle(button)
        return [button.textContent, style.backgroundColor, style.borderRadius, style.letterSpacing, getComputedStyle(all[0]).colorScheme,
          getComputedStyle(inner('styled').querySelector('.card')).borderStyle]""")
    assert shown == ["Beleg dazu", "rgb(0, 90, 40)", "3px", "2px", "dark", "dotted"], shown
    assert driver.execute_script("return [...globalThis.document.querySelectorAll('[slot]')].map((one) => one.checkVisibility())") == [True, True, False]
    german = wording(driver, ".hint")
    driver.execute_script("globalThis.document.getElementById('styled').lang = 'es'")
    until(driver, lambda d: many(d, ".hint") and wording(d, ".hint") != german, "the other language")
    assert one(driver, "#main").get_attribute("lang") == "es" and wording(driver, "#add") == "Beleg dazu"
    driver.execute_script("globalThis.document.getElementById('styled').texts = { add: 'Otro' }")
    until(driver, lambda d: many(d, "#add") and wording(d, "#add") == "Otro", "the other text")
    # The same once more is nothing new.
    driver.execute_script("globalThis.document.getElementById('styled').texts = { add: 'Otro' }")
    assert many(driver, "#add"), "it began anew"
    # What stands beside the content says its language, too.
    click(driver, "#add")
    until(driver, lambda d: many(d, "dialog"), "the dialog")
    assert one(driver, "dialog").get_attribute("lang") == "es"
    click(driver, "dialog .dialog-head button")
    until(driver, lambda d: not many(d, "dialog"), "no dialog")
    picture(driver, "82-styled", check=False)
    ended_well(driver)


def moved():
    """What is moved goes on, with what is open in it."""
    driver = opened("/moved")
    ready(driver)
    before = len(asked)
    click(driver, "#add")
    until(driver, lambda d: many(d, "dialog:modal"), "the dialog")
    driver.execute_script("globalThis.document.getElementById('elsewhere').append(globalThis.document.getElementById('moved'))")
    assert many(driver, "dialog:modal"), "what is behind the dialog could be used"
    click(driver, "dialog .dialog-head button")
    until(driver, lambda d: not many(d, "dialog"), "no dialog")
    driver.execute_script("globalThis.document.getElementById('moved').readOnly = true")
    until(driver, lambda d: not many(d, "#add"), "nothing to change")
    driver.execute_script("globalThis.document.getElementById('moved').readOnly = false")
    until(driver, lambda d: many(d, "#add"), "something to change")
    assert "/v1/intake" not in asked[before:] and len(told(driver, "ready")) == 1
    # Another link is another submission.
    driver.execute_script("globalThis.document.getElementById('moved').link = arguments[0]", LINKS["styled"])
    until(driver, lambda d: len(told(d, "ready")) == 2, "the other one")
    # Pasted elsewhere, it is not ours.
    driver.execute_script("const data = new DataTransfer(); data.items.add(new File(['x'], 'a.png')); globalThis.document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))")
    assert not many(driver, "dialog")
    ended_well(driver)


def interrupted():
    """Taken away while two files are on their way and one waits, and put back: they go on where they were."""
    driver = opened("/moved")
    ready(driver)
    large = [png(f"{person.FOLDER}/large {number}.png", 60, large=True) for number in range(3)]
    before = asked.count("/v1/uploads")
    driver.execute_cdp_cmd("Network.enable", {})
    rate = lambda rate: driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": rate})
    rate(person.SLOW)
    add(driver, 1, *large, day=RECENT)
    until(driver, lambda d: one(d, ".uploads progress").get_property("value") > 0.03, "some of it")
    driver.execute_script("globalThis.taken = globalThis.document.getElementById('moved'); taken.remove()")
    until(driver, lambda d: not many(d, ".uploads li"), "nothing there")
    assert asked.count("/v1/uploads") - before == 2, "none waited"
    rate(-1)
    driver.execute_script("globalThis.document.getElementById('elsewhere').append(taken)")
    until(driver, lambda d: len(many(d, ".pages li")) == 3 and not many(d, ".uploads li"), "the files", 90)
    assert asked.count("/v1/uploads") - before == 3, "one was begun anew"
    ended_well(driver)


def framed():
    driver = opened("/frame")
    driver.switch_to.frame("inner")
    ready(driver)
    filled(driver)
    driver.switch_to.default_content()
    picture(driver, "83-framed", check=False)
    ended_well(driver)


def closed():
    """Something before the gateway answers for it; then the link ends while the page is open."""
    driver = opened("/framed")
    ready(driver)
    until(driver, lambda d: d.execute_script("return streams.length > 0"), "the stream")
    driver.execute_script("globalThis.instead = { status: 404, body: '<html>' }; globalThis.document.getElementById('framed').reload()")
    until(driver, lambda d: told(d, "error"), "the trouble")
    assert not told(driver, "error")[0][1]["isFatal"] and not told(driver, "ended") and many(driver, ".head"), told(driver)
    driver.execute_script("globalThis.instead = { status: 410, body: JSON.stringify({ type: 'https://docket.example/problems/link-ended' }) }; cut()")
    until(driver, lambda d: told(d, "ended") and not many(d, ".head"), "the end")
    assert told(driver, "error")[-1][1]["isFatal"], told(driver)
    driver.execute_script("globalThis.instead = null; globalThis.document.getElementById('framed').reload()")
    until(driver, lambda d: many(d, ".head"), "how things are")
    ended_well(driver)


def status():
    driver = opened("/status")
    ready(driver)
    assert not many(driver, "#add, #submit, input")
    ended_well(driver)


def test():
    """One of a sandbox says so, in the language around it, as long as it is shown."""
    driver = opened("/test")
    ready(driver)
    assert one(driver, "#main > :first-child").get_attribute("class") == "sign" and one(driver, ".sign").is_displayed()
    assert driver.execute_script("return getComputedStyle(document.querySelector('.sign')).textTransform") == "uppercase"
    for language, word in {"de": "Test", "fr": "Test", "es": "Prueba", "ja": "テスト", "en": "Test"}.items():
        driver.execute_script("globalThis.document.getElementById('test').lang = arguments[0]", language)
        until(driver, lambda d: many(d, ".sign") and one(d, "#main").get_attribute("lang") == language, "the language")
        assert one(driver, ".sign").get_property("textContent") == word, language
    filled(driver)
    picture(driver, "85-test")
    until(driver, lambda d: one(d, "#submit").is_enabled(), "all that is needed")
    click(driver, "#submit")
    until(driver, lambda d: told(d, "submitted") and many(d, ".sign"), "the sign of what was sent")
    ended_well(driver)


def ended():
    driver = opened("/ended")
    until(driver, lambda d: len(told(d, "ended")) == 2 and len(told(d, "error")) == 2, "both ends")
    events = {(name, place): detail for name, detail, place in told(driver)}
    assert events["ended", "ended"] == {"submission": None, "state": "link_ended"}, events
    assert events["error", "ended"]["type"] == "link-ended" and events["error", "ended"]["status"] == 410 and events["error", "ended"]["isFatal"], events
    assert events["error", "nonsense"]["type"] == "invalid-link", events
    # The page's own words stand in place of ours, and ours where it has none.
    assert driver.execute_script("return globalThis.document.querySelector('[slot=ended]').checkVisibility()")
    assert driver.execute_script("return globalThis.document.getElementById('nonsense').shadowRoot.querySelector('h1').textContent") != ""
    picture(driver, "84-ended")
    ended_well(driver, "410")


def across():
    """At another origin: one that may, and one that may not."""
    person.BASE = GATEWAY
    driver = opened("/across", serve(int(LINKS["allowed"])))
    ready(driver)
    filled(driver)
    until(driver, lambda d: one(d, "#submit").is_enabled(), "all that is needed")
    click(driver, "#submit")
    until(driver, lambda d: told(d, "submitted"), "the event")
    for entry in driver.get_log("browser"):
        assert "status of 428" in entry["message"], entry
    driver.quit()
    driver = opened("/across", serve(int(LINKS["stranger"])))
    until(driver, lambda d: told(d, "error"), "the refusal")
    assert told(driver)[0][1] == {"submission": None, "type": "network", "status": 0, "isFatal": True}, told(driver)
    driver.quit()


if __name__ == "__main__":
    for scene in [plain, form, twice, styled, moved, interrupted, framed, closed, status, test, ended, across]:
        try:
            scene()
        except Exception as error:
            raise RuntimeError(f"in {scene.__name__}: {error}") from error
    print(json.dumps(seen))
