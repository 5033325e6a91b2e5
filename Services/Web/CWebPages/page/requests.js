// Where a link leads, and how the gateway is asked: the link's secret goes into one header, to its own gateway alone.
import { Trouble } from './trouble.js'

/** The gateway of a link, and the secret; null for what is no link. */
export function placeOfLink(link) {
  let url
  try { url = new URL(link, document.baseURI) } catch { return null }
  const found = /^https?:$/.test(url.protocol) && !url.username && /^(.*)\/u\/([\w-]{1,200})(\/status)?\/?$/.exec(url.pathname)
  return found ? { base: url.origin + found[1], secret: found[2], isStatus: Boolean(found[3]) } : null
}

/** Sends one request to the gateway at `place`; throws what is no success. */
export async function ask({ base, secret, language }, method, path, { json, body, more, signal } = {}) {
  let response
  try {
    response = await fetch(base + path, {
      method, signal, cache: 'no-store', referrerPolicy: 'no-referrer', credentials: 'omit',
      headers: { ...headersOf({ secret, language }), ...(json ? { 'Content-Type': 'application/json' } : {}), ...more }, body: json ? JSON.stringify(json) : body,
    })
  } catch (error) {
    if (error.name === 'AbortError') throw error
    throw new Trouble('network')
  }
  if (!response.ok) throw await Trouble.of(response)
  return response
}

export const headersOf = ({ secret, language }) =>
  ({ Authorization: `Bearer ${secret}`, ...(language ? { 'Accept-Language': language } : {}), Accept: 'application/json' })
