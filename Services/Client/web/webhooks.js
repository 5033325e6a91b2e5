// Verifies webhooks (Standard Webhooks 1.0) with WebCrypto: by `v1` (HMAC-SHA256), and by `v1a` (ed25519) where the platform has it.
import { crypto } from './platform.js'
import { DocketError, invalid } from './problems.js'

const mostSignatures = 20

/** A message that does not come from the gateway, or not now. Answer it with 401. */
export class WebhookRefused extends DocketError {
  constructor(reason, words) {
    super('webhook-refused', words)
    this.name = 'WebhookRefused'
    this.reason = reason
  }
}

const refused = (reason, words) => new WebhookRefused(reason, words)

function bytesOf(base64) {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0) return undefined
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

const noSecret = () => invalid('The webhook’s secret is none: it is whsec_ or whpk_ with base64 behind it.')

export class Webhook {
  #keys
  #tolerance

  /** `secrets` are those of the endpoint: `whsec_…`, or the public half `whpk_…`; two while one is being replaced. `tolerance` in seconds. */
  constructor(secrets, { tolerance = 300 } = {}) {
    const all = Array.isArray(secrets) ? secrets : [secrets]
    if (all.length === 0) throw invalid('A webhook is verified by a secret.')
    this.#keys = all.map((secret) => {
      const [, scheme, text] = /^(whsec_|whpk_|)([^_]*)$/.exec(String(secret)) ?? [null, null, '']
      const key = bytesOf(text)
      if (scheme === null || !key || (scheme === 'whpk_' ? key.length !== 32 : key.length < 16)) throw noSecret()
      return { key, version: scheme === 'whpk_' ? 'v1a' : 'v1' }
    })
    this.#tolerance = tolerance
  }

  async verify(headers, body, { now = Date.now() / 1000 } = {}) {
    const fields = headers instanceof Headers ? headers : new Headers(headers)
    const given = (name) => fields.get(`webhook-${name}`) ?? (() => { throw refused('missing-header', `The message has no webhook-${name}.`) })()
    const id = given('id'), stamp = given('timestamp'), signatures = given('signature')
    if (!/^\d{1,12}$/.test(stamp)) throw refused('invalid-timestamp', 'The message’s timestamp is no number of seconds.')
    const age = now - Number(stamp)
    if (age > this.#tolerance) throw refused('too-old', 'The message was sent too long ago: it may be a repetition by somebody else.')
    if (age < -this.#tolerance) throw refused('too-new', 'The message is of the future: is this machine’s clock right?')
    const content = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body instanceof ArrayBuffer ? body : body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength))
    const head = new TextEncoder().encode(`${id}.${stamp}.`)
    const signed = new Uint8Array(head.length + content.length)
    signed.set(head)
    signed.set(content, head.length)
    if (!await this.#isSigned(signatures, signed)) throw refused('wrong-signature', 'The message is not signed by this endpoint’s secret, or was changed.')
    let event
    try { event = JSON.parse(new TextDecoder().decode(content)) } catch { /* said below */ }
    if (event === null || typeof event !== 'object' || Array.isArray(event)) throw refused('malformed', 'The message is no JSON object.')
    return event
  }

  async #isSigned(signatures, signed) {
    for (const one of signatures.split(' ').slice(0, mostSignatures)) {
      const comma = one.indexOf(',')
      const signature = comma < 0 ? undefined : bytesOf(one.slice(comma + 1))
      if (!signature) continue
      for (const { key, version } of this.#keys) {
        if (one.slice(0, comma) !== version) continue
        const algorithm = version === 'v1' ? { name: 'HMAC', hash: 'SHA-256' } : { name: 'Ed25519' }
        const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify'])
        if (await crypto.subtle.verify(algorithm.name, imported, signature, signed)) return true
      }
    }
    return false
  }
}
