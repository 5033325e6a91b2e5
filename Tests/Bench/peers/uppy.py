"""Serves Uppy's Dashboard, as a package of PyPI bundles it, and takes what it sends. usage: uppy.py PORT FOLDER-OF-SCRIPTS FOLDER"""

import os
import sys
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PORT, SCRIPTS, FOLDER = int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
PAGE = b"""<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Uppy</title><link rel="icon" href="data:,"><div id="uppy"></div>
<script src="react.js"></script><script src="react-dom.js"></script><script src="uppy.js"></script><script>
ReactDOM.createRoot(document.getElementById('uppy')).render(React.createElement(dash_uploader_uppy5.DashUploaderUppy5, {
  id: 'uppy', uploadUrl: '/upload', uploadId: '', maxFileSize: null, minFileSize: null, maxTotalFileSize: null,
  maxNumberOfFiles: 20, minNumberOfFiles: null, allowedFileTypes: ['image/*', 'application/pdf'], theme: 'auto', note: null,
  size: { width: '100%', height: 550 }, showSelectedFiles: true, allowMultipleUploadBatches: true, autoProceed: false,
  fileManagerSelectionType: 'files', localeString: {}, setProps: (props) => Object.assign(globalThis.told ??= {}, props) }))
</script></html>"""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        names = {"/": PAGE, **{f"/{name}": None for name in ("react.js", "react-dom.js", "uppy.js")}}
        if self.path not in names:
            return self.answer(404, "text/plain", b"")
        packed = SCRIPTS / f"{self.path[1:]}.gz"
        if names[self.path] is None:
            return self.answer(200, "text/javascript", packed.read_bytes(), ("Content-Encoding", "gzip"))
        return self.answer(200, "text/html", PAGE)

    def do_POST(self):
        """One file in a form, kept as it came: the head of its part, its bytes, and the form's end."""
        left = int(self.headers["Content-Length"])
        path = FOLDER / uuid.uuid4().hex
        with open(path, "wb") as file:
            while left > 0:
                data = self.rfile.read(min(left, 1 << 18))
                if not data:
                    path.unlink()
                    self.close_connection = True
                    return None
                file.write(data)
                left -= len(data)
            os.fsync(file.fileno())
        path.rename(path.with_suffix(".whole"))
        return self.answer(200, "application/json", b'{"status": "ok", "filename": "one"}')

    def answer(self, status, kind, content, *headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
