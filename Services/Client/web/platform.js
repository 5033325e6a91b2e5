// What Node 18 has under another name than browsers and later Nodes.

export const crypto = globalThis.crypto ?? (await import('node:crypto')).webcrypto
