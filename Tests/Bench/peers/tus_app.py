"""tuspyserver as its README starts it."""

import os

from fastapi import FastAPI
from tuspyserver import create_tus_router

app = FastAPI()
app.include_router(create_tus_router(prefix="files", files_dir=os.environ["TUS_FILES"], max_size=2_000_000_000))
