// The back end: serves the page and the client, and makes a link for each person. It alone knows the API key.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { DocketClient } from './docket-client/client.js'

const gateway = process.env.GATEWAY_URL
const docket = new DocketClient(gateway, { token: process.env.DOCKET_TOKEN || undefined })
const port = 3000
const policy = `default-src 'self'; connect-src 'self' ${new URL(gateway).origin}; img-src 'self' blob:`

async function answer({ method, url }) {
  if (method === 'POST' && url === '/link') {
    // Here is where you know who is signed in: say it as `subject`.
    const { id } = await docket.createSubmission({ journey: 'proof-of-address', subject: 'person-7' })
    const { token } = await docket.createLink(id, { purpose: 'upload', lifetime: 3600 })
    return ['application/json', JSON.stringify({ link: `${gateway}/u/${token}` })]
  }
  if (method === 'GET' && url === '/') return ['text/html; charset=utf-8', await readFile('index.html')]
  const module = /^\/(page\.mjs|docket-client\/[a-z]+\.js)$/.exec(url)
  if (method === 'GET' && module) return ['text/javascript', await readFile(module[1])]
  return null
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
