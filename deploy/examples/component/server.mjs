// The back end: serves the page, makes a link for each person, and opens the account. It alone knows the API key.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const gateway = process.env.GATEWAY_URL
const token = process.env.DOCKET_TOKEN
const port = 3002
const policy = `default-src 'self'; connect-src 'self' ${new URL(gateway).origin}; img-src 'self' blob:`
const kinds = { html: 'text/html; charset=utf-8', css: 'text/css', js: 'text/javascript', mjs: 'text/javascript' }
// Here is where you know who is signed in.
const person = 'person-7'
const journey = 'proof-of-address'
// These still wait for the person; with those, and with these, no account is opened.
const open = ['draft', 'needs_input']
const over = ['withdrawn', 'expired', 'rejected', 'failed']

async function docket(method, path, json) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const response = await fetch(gateway + path, { method, headers, body: json && JSON.stringify(json) })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return response.json()
}

/** The one that the person has begun, so that it goes on when the page is loaded again; else a new one. */
async function submission() {
  const { items } = await docket('GET', `/v1/submissions?${new URLSearchParams({ journey, subject: person })}`)
  return items.find(({ state }) => open.includes(state)) ?? docket('POST', '/v1/submissions', { journey, subject: person })
}

async function answer(request) {
  const { method, url } = request
  if (method === 'POST' && url === '/link') {
    const { id } = await submission()
    const { url: link } = await docket('POST', `/v1/submissions/${id}/links`, { purpose: 'upload', lifetime: 3600 })
    return ['application/json', JSON.stringify({ link })]
  }
  if (method === 'POST' && url === '/account') {
    let text = ''
    for await (const part of request) if ((text += part).length > 10_000) return null
    const form = new URLSearchParams(text)
    // The form says which submission, and the gateway whose it is and where it stands.
    const id = form.get('documents')
    if (!id) return ['text/plain; charset=utf-8', 'Send your documents first.']
    const { subject, state } = await docket('GET', `/v1/submissions/${encodeURIComponent(id)}`)
    return ['text/plain; charset=utf-8', told(subject, state, form.get('title'))]
  }
  const file = /^\/(?:(index\.css|intake\.js|intake-camera\.js|page\.mjs))?$/.exec(url)
  if (method !== 'GET' || !file) return null
  const name = file[1] ?? 'index.html'
  return [kinds[name.split('.').pop()], await readFile(name)]
}

function told(subject, state, title) {
  if (subject !== person) return 'These are not yours.'
  if (open.includes(state)) return `No account was opened: your documents were not sent yet (${state}).`
  if (over.includes(state)) return `No account was opened: your documents are ${state}. Load the page again to send others.`
  return `“${title}” is being opened. Your documents: ${state}.`
}

createServer(async (request, response) => {
  try {
    const found = await answer(request)
    if (!found) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': found[0], 'content-security-policy': policy }).end(found[1])
  } catch (error) {
    console.error(error)
    response.writeHead(502).end()
  }
}).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}`))
