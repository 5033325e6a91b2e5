// Where something is at a gateway.
import { invalid, unexpected } from './problems.js'

/** Puts ids into a path. None of them can lead to another place. */
export function path(strings, ...parts) {
  return strings.reduce((whole, string, index) => {
    const part = parts[index - 1]
    if (typeof part !== 'string' || ['', '.', '..'].includes(part)) throw invalid('An id must be a text that is not empty.')
    return whole + encodeURIComponent(part) + string
  })
}

/** A list is a parameter for each of its items. */
export function withQuery(place, query = {}) {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && one !== null) pairs.append(name, String(one))
  }
  return String(pairs) === '' ? place : `${place}?${pairs}`
}

/** Path and query of an address that a gateway gave. Where it says that it is does not matter: its own address is asked. */
export function placeOf(address) {
  let url
  try { url = new URL(address, 'http://gateway.invalid') } catch { throw unexpected('The gateway named an address that is none.') }
  const start = url.pathname.indexOf('/v1/')
  if (start < 0) throw unexpected('The gateway named an address that is not one of its API.')
  return url.pathname.slice(start) + url.search
}

/** Waits, unless it is cancelled. */
export function sleep(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const cancelled = () => { clearTimeout(timer); reject(signal.reason) }
    const timer = setTimeout(() => { signal?.removeEventListener('abort', cancelled); resolve() }, milliseconds)
    signal?.addEventListener('abort', cancelled, { once: true })
  })
}
