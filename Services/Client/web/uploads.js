// Resumable uploads by tus 1.0.0 (tus.io/protocols/resumable-upload): what was sent stays sent, whatever happens to the connection, to
// this program and to the gateway.
import { DocketError, GatewayProblem, unexpected } from './problems.js'
import { path, placeOf, sleep } from './requests.js'

const tus = { 'tus-resumable': '1.0.0' }
const smallest = 64 * 1024, first = 256 * 1024, largest = 16 * 1024 * 1024
/** In a row, without a byte's progress. */
const mostFailures = 8
const mostBeginnings = 3

/** `again`, `locate` (the gateway has another offset), `begin` (it has given the upload up), or `throw`. */
function recovery(error, isBegun) {
  if (error instanceof GatewayProblem) {
    if ([500, 507, 423].includes(error.status)) return 'again'
    if (['mismatching-upload-offset', 'upload-taken-over', 'completed-upload', 'inconsistent-upload-length'].includes(error.type)) return 'locate'
    // It begins anew with the month.
    if (error.type === 'quota-used-up') return 'throw'
    if (isBegun && (error.status === 404 || error.type === 'upload-ended')) return 'begin'
  }
  return error instanceof DocketError && error.isRetriable ? 'again' : 'throw'
}

const encoded = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

function begin(document, file) {
  const metadata = [`document ${encoded(document)}`]
  if (file.mediaType) metadata.push(`filetype ${encoded(file.mediaType)}`)
  if (file.extension) metadata.push(`filename ${encoded(`file.${file.extension}`)}`)
  return { ...tus, 'upload-length': String(file.size), 'upload-metadata': metadata.join(',') }
}

function offsetOf(response, most) {
  const text = response.headers.get('upload-offset') ?? ''
  if (!/^\d{1,15}$/.test(text) || Number(text) > most) throw unexpected('The gateway does not say how far the upload is.')
  return Number(text)
}

/**
 * Sends a file, which becomes the document's next page, and returns that. `send(method, place, more)` sends one request, and throws what
 * is no success.
 */
export async function upload(send, document, file, { upload: number, onBegun, onProgress, signal } = {}) {
  let offset = 0, page, isLocated = false, failures = 0, beginnings = 0, piece = first
  for (;;) {
    const before = offset
    try {
      if (page) return (await send('GET', page, { signal })).json()
      let response
      if (number === undefined) {
        response = await send('POST', '/v1/uploads', { headers: begin(document, file), isKeyed: true, signal })
        number = (response.headers.get('location') ?? '').split('/').filter(Boolean).pop()
        if (!number) throw unexpected('The gateway does not say where the upload is.')
        offset = 0
        isLocated = true
        onBegun?.(number)
      } else if (!isLocated) {
        response = await send('HEAD', path`/v1/uploads/${number}`, { headers: tus, signal })
        offset = offsetOf(response, file.size)
        isLocated = true
      } else {
        const bytes = await file.read(offset, Math.min(piece, file.size - offset))
        const start = Date.now()
        const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
        response = await send('PATCH', path`/v1/uploads/${number}`, { headers, content: bytes, signal, patience: 4 })
        const seconds = (Date.now() - start) / 1000
        if (seconds < 0.7) piece = Math.min(piece * 2, largest)
        else if (seconds > 3) piece = Math.max(piece / 2, smallest)
        offset = offsetOf(response, file.size)
      }
      const place = response.headers.get('content-location')
      if (place) page = placeOf(place)
      onProgress?.(offset, file.size)
      if (offset > before) failures = 0
    } catch (error) {
      const what = signal?.aborted ? 'throw' : recovery(error, number !== undefined && !page)
      failures += 1
      if (what === 'throw' || failures >= mostFailures) throw error
      isLocated = false
      if (what === 'begin') {
        beginnings += 1
        if (beginnings >= mostBeginnings) throw error
        number = undefined
        offset = 0
        continue
      }
      if (what === 'again') piece = Math.max(piece / 2, smallest)
      const own = what === 'again' ? Math.min(500 * 2 ** Math.min(failures - 1, 6), 30_000) : 100 * failures
      await sleep(Math.max(own, 1000 * Math.min(60, error.retryAfter ?? 0)), signal)
    }
  }
}
