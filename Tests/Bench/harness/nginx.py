"""nginx beside the gateway: one worker, its own configuration, on the disk that is measured."""

import os
import shutil
from pathlib import Path

from .processes import Missing, Process, accepts, free_port

CONFIGURATION = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
{user}
events {{ worker_connections 1024; }}
http {{
    access_log off;
    keepalive_requests 1000000000;
    client_body_temp_path {folder}/temporary;
    proxy_temp_path {folder}/unused-1;
    fastcgi_temp_path {folder}/unused-2;
    uwsgi_temp_path {folder}/unused-3;
    scgi_temp_path {folder}/unused-4;
    server {{
        listen 127.0.0.1:{port};
        client_max_body_size 2g;
        location = /health/live {{
            default_type application/json;
            add_header Cache-Control no-store;
            return 200 '{answer}';
        }}
        location = /hook {{ return 204; }}
        location /files/ {{
            alias {folder}/files/;
            dav_methods PUT;
            create_full_put_path on;
            dav_access user:rw group:r all:r;
        }}
    }}
}}
"""


class Nginx(Process):
    def __init__(self, folder: Path, answer: str = "{}"):
        program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
        if not program:
            raise Missing("nginx")
        self.port = free_port()
        self.files = folder / "files"
        self.files.mkdir()
        file = folder / "nginx.conf"
        user = "user root;" if os.geteuid() == 0 else ""
        file.write_text(CONFIGURATION.format(folder=folder, port=self.port, answer=answer, user=user))
        super().__init__("nginx", [program, "-c", str(file), "-p", str(folder)], folder)
        self.ready(lambda: accepts(self.port))
