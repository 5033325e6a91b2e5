// Resumable transfers of files (tus 1.0): one state machine a file, two files at a time.
import { Trouble } from './trouble.js'
import { alone } from './kept.js'

const firstPiece = 64 * 1024
const largestPiece = 8 * 1024 * 1024
const longestWait = 30

const signatures = [
  ['image/jpeg', (b) => b[0] === 0xff && b[1] === 0xd8], ['image/png', (b) => b[0] === 0x89 && b[1] === 0x50],
  ['application/pdf', (b) => letters(b, 0, 1024).includes('%PDF-')], ['image/gif', (b) => letters(b, 0, 4) === 'GIF8'],
  ['image/webp', (b) => letters(b, 0, 4) === 'RIFF' && letters(b, 8, 4) === 'WEBP'],
  ['image/tiff', (b) => /^(II\*\0|MM\0\*)/.test(letters(b, 0, 4))],
  ['image/bmp', (b) => letters(b, 0, 2) === 'BM'],
  ['image/jp2', (b) => letters(b, 4, 4) === 'jP  ' || b[0] === 0xff && b[1] === 0x4f],
  ['image/jxl', (b) => letters(b, 4, 4) === 'JXL ' || b[0] === 0xff && b[1] === 0x0a],
  ['image/avif', (b) => letters(b, 4, 4) === 'ftyp' && /avi[fs]/.test(letters(b, 8, 24))],
  ['image/heic', (b) => letters(b, 4, 4) === 'ftyp' && /hei|hev|mif1|msf1/.test(letters(b, 8, 24))],
]
/** What begins alike. */
const alike = { 'image/heic': 'image/heif', 'image/tiff': 'image/x-adobe-dng' }

/** The gateway names a page by its whole address. */
const pathOf = (address) => address && address.slice(address.indexOf('/v1/'))

const letters = (bytes, from, count) => String.fromCharCode(...bytes.slice(from, from + count))

export function makeTransfers(shared) {
  const { start, place, headers, keep, recall, forget, signal } = shared
  const tus = { ...headers, 'Tus-Resumable': '1.0.0' }

  /** What the first bytes say already; null where they say nothing wrong. */
  async function objection(file, type) {
    const limit = Math.min(type.maximumBytes, start.maximumFileBytes)
    if (file.size === 0) return new Trouble('empty-file')
    if (file.size > limit) return new Trouble('too-large', 0, { limit })
    let head
    try { head = new Uint8Array(await file.slice(0, 1024).arrayBuffer()) } catch { return new Trouble('gone') }
    const found = signatures.find(([, matches]) => matches(head))?.[0]
    const accepts = (wanted) => wanted === found || alike[found] === wanted
    return found && type.mediaTypes.some(accepts) ? null : new Trouble('unsupported-media-type')
  }

  class Transfer {
    state = 'waiting'
    offset = 0
    trouble = null
    seconds = 0
    #request = null
    #wake = null
    #last = null
    #page = null

    constructor(file, document, type, tell, record = {}) {
      Object.assign(this, { file, document, type, tell, crop: record.crop, id: record.id ?? crypto.randomUUID?.() ?? String(Math.random()), address: record.address, isKept: Boolean(record.id) })
    }

    get isOver() { return ['done', 'cancelled'].includes(this.state) }
    get isRunning() { return ['sending', 'retrying', 'checking'].includes(this.state) }
    /** What may be taken another time: such a file stays remembered, also for another link. */
    get mayTryAgain() { return /storage-full|quota-used-up|link-ended|unauthenticated/.test(this.trouble?.type) }
    get fraction() { return this.state === 'done' ? 1 : this.file.size ? this.offset / this.file.size : 0 }

    #become(state) { this.state = state; this.tell(this) }

    async run() {
      // At once, so that nobody begins it twice.
      this.state = 'sending'
      await this.#last
      const isOurs = await (this.#last = alone(this.id, () => this.#run()))
      if (isOurs) return
      // Another tab sends it, and this one is told by the gateway when it has come.
      all.delete(this)
      this.#become('cancelled')
    }

    async #run() {
      // It may have been paused or cancelled before its turn came.
      if (this.state !== 'sending') return
      this.tell(this)
      const record = await recall(this.id)
      if (this.state !== 'sending') return
      if (record === undefined && !this.isForgotten) {
        // While it waited here, another tab has sent it.
        all.delete(this)
        return this.#become('cancelled')
      }
      this.address ??= record?.address
      this.trouble = await objection(this.file, this.type)
      if (this.trouble) { forget(this.id); return this.#become('refused') }
      let tries = 0
      while (this.state === 'sending') {
        try {
          if (!this.address) await inTurn(() => { if (this.state !== 'sending') throw new Trouble('stopped'); return this.#create() })
          else await this.#ask()
          await this.#sendAll(() => { tries = 0 })
          if (this.crop) await this.#place()
          await forget(this.id)
          return this.#become('done')
        } catch (trouble) {
          if (this.state !== 'sending' && this.state !== 'checking') return
          this.state = 'sending'
          if ([404, 410].includes(trouble.status) && this.address && !/link-ended/.test(trouble.type)) {
            // The upload has expired: begin it again.
            Object.assign(this, { address: undefined, offset: 0 })
            if (tries++ < 3) continue
          }
          if (!this.#isPassing(trouble)) {
            this.trouble = trouble
            if (!this.mayTryAgain) forget(this.id)
            return this.#become('refused')
          }
          await this.#pauseFor(Math.min(longestWait, 2 ** tries++))
        }
      }
    }

    #isPassing(trouble) {
      return trouble.type === 'network' || trouble.status >= 500 && trouble.type !== 'storage-full' || [408, 409, 423, 429, 460].includes(trouble.status) && !/not-a-draft|too-many-pages|duplicate|uploads|quota/.test(trouble.type)
    }

    /** Counts down, unless the connection comes back or the person acts before. */
    async #pauseFor(seconds) {
      const end = Date.now() + seconds * 1000 * (0.75 + Math.random() / 2)
      while (this.state === 'sending' || this.state === 'retrying') {
        this.seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000))
        if (Date.now() >= end) break
        this.#become('retrying')
        const isWoken = await new Promise((resolve) => {
          this.#wake = () => resolve(true)
          addEventListener('online', this.#wake, { once: true })
          setTimeout(() => resolve(false), 500)
        })
        removeEventListener('online', this.#wake)
        if (isWoken) break
      }
      if (this.state === 'retrying') this.#become('sending')
    }

    async #create() {
      const encode = (value) => btoa(String.fromCharCode(...new TextEncoder().encode(value)))
      // Of the name only its ending is told: the rest may be personal.
      const ending = /\.([a-z0-9]{1,8})$/i.exec(this.file.name ?? '')?.[1]
      const metadata = [`document ${encode(this.document)}`]
      if (this.file.type) metadata.push(`filetype ${encode(this.file.type)}`)
      if (ending) metadata.push(`filename ${encode('file.' + ending)}`)
      const response = await this.#exchange('POST', '/v1/uploads', { 'Upload-Length': this.file.size, 'Upload-Metadata': metadata.join(',') })
      this.address = '/v1/uploads/' + response.getResponseHeader('Location').split('/').pop()
      this.offset = 0
      await this.remember()
    }

    /** Also before its turn has come, so that it goes on wherever it is when the page is left. */
    async remember() {
      this.isKept = true
      await keep({ id: this.id, document: this.document, type: this.type.id, address: this.address, file: this.file, crop: this.crop })
        .catch(() => { this.isForgotten = true })
    }

    async #ask() {
      const response = await this.#exchange('HEAD', this.address)
      this.#page = pathOf(response.getResponseHeader('Content-Location'))
      this.offset = Number(response.getResponseHeader('Upload-Offset'))
      this.tell(this)
    }

    async #sendAll(moved) {
      let piece = firstPiece
      while (this.offset < this.file.size && this.state === 'sending') {
        const bytes = this.file.slice(this.offset, this.offset + piece)
        // A file that was moved or changed meanwhile cannot be read any more.
        try { await bytes.slice(0, 1).arrayBuffer() } catch { throw new Trouble('gone') }
        if (this.state !== 'sending') throw new Trouble('stopped')
        const before = this.offset
        const response = await this.#exchange('PATCH', this.address, {
          'Upload-Offset': before, 'Content-Type': 'application/offset+octet-stream',
        }, bytes, (sent) => {
          this.offset = Math.min(before + sent, this.file.size)
          this.tell(this)
        })
        this.offset = Number(response.getResponseHeader('Upload-Offset') ?? before + bytes.size)
        this.#page = pathOf(response.getResponseHeader('Content-Location'))
        moved()
        piece = Math.min(largestPiece, piece * 4)
        this.tell(this)
      }
      if (this.state !== 'sending') throw new Trouble('stopped')
    }

    /** Says which part of the photo is the page. Of one that was taken away meanwhile there is nothing to say. */
    async #place() {
      this.#become('checking')
      const body = JSON.stringify({ crop: this.crop })
      await this.#exchange('PATCH', this.#page, { 'Content-Type': 'application/json' }, body)
        .catch((trouble) => { if (![404, 410].includes(trouble.status) && trouble.type !== 'document-closed') throw trouble })
    }

    /** XMLHttpRequest, since fetch tells nothing of how much was sent. */
    #exchange(method, path, more = {}, body, progress) {
      return new Promise((resolve, reject) => {
        const request = this.#request = new XMLHttpRequest()
        request.open(method, place.base + path)
        for (const [name, value] of Object.entries({ ...tus, ...more })) request.setRequestHeader(name, value)
        if (progress) request.upload.onprogress = (event) => progress(event.loaded)
        request.onload = () => {
          if (request.status >= 200 && request.status < 300) return resolve(request)
          let problem = {}
          try { problem = JSON.parse(request.responseText) } catch { /* its status says enough */ }
          reject(Trouble.from(request.status, problem))
        }
        request.onerror = request.ontimeout = () => reject(new Trouble('network'))
        request.onabort = () => reject(new Trouble('stopped'))
        request.send(body)
      })
    }

    // MARK: what the person does

    pause() {
      this.state = 'paused'
      this.#request?.abort()
      this.#wake?.()
      this.tell(this)
    }

    resume() {
      this.trouble = null
      this.#become('waiting')
      advance()
    }

    retryNow() { this.#wake?.() }

    /** The page around it has gone: another one goes on. */
    stop() {
      if (this.isOver || this.state === 'refused') return
      this.state = 'paused'
      this.#request?.abort()
      this.#wake?.()
    }

    async cancel() {
      this.state = 'cancelled'
      this.#request?.abort()
      this.#wake?.()
      await forget(this.id)
      if (this.address) await this.#exchange('DELETE', this.address).catch(() => {})
      all.delete(this)
      this.tell(this)
      advance()
    }
  }

  /** Uploads begin one after the other: their order is that of the pages. */
  let begun = Promise.resolve()
  function inTurn(act) {
    const turn = begun.then(act)
    begun = turn.catch(() => {})
    return turn
  }

  const all = new Set()
  signal.addEventListener('abort', () => { for (const transfer of all) transfer.stop() })
  const atOnce = 2

  function begin(transfer) {
    all.add(transfer)
    if (!transfer.isKept) transfer.remember()
    transfer.tell(transfer)
    advance()
  }

  function advance() {
    for (const transfer of all) {
      if ([...all].filter((one) => one.isRunning).length >= atOnce) return
      if (transfer.state === 'waiting') transfer.run().finally(advance)
    }
  }

  return { Transfer, all, begin }
}
