// What the person sees of transfers: a row for each file beside its document, and all of them in one bar.
import { h, icon } from './elements.js'

/** As the person knows it, without marks that would turn it round and without a path. */
const nameOf = ({ file, type }) => (file.name ?? '').split(/[\\/]/).pop().replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cc}]/gu, '') || type.title

export function makeUploads(shared) {
  const { start, state, root, say, size, list, announce, complain, refresh, wordsOf, tellTrouble, signal, all, begin, remembered, forget } = shared
  const rows = new Map()
  let told = 0

  /** `record` is what else is known of it: where it was, and the part of a photo that is the page. */
  function upload(file, document, type, record) {
    const transfer = new shared.Transfer(file, document, type, changed, record)
    rows.set(transfer, row(transfer))
    begin(transfer)
  }

  /** Goes on with what was unfinished when the page was left. */
  async function goOn() {
    for (const record of await remembered()) {
      const type = start.documentTypes.find(({ id }) => id === record.type)
      const isWanted = state.mayChange && state.submission.documents.some(({ id }) => id === record.document)
      if (type && isWanted) upload(record.file, record.document, type, record)
      else forget(record.id)
    }
    if (rows.size) await refresh()
  }

  const isBusy = () => [...all].some((one) => !one.isOver && one.state !== 'refused')

  const uploadRows = (document) => {
    const own = [...rows].filter(([transfer]) => transfer.document === document && !transfer.isOver)
    const refused = own.map(([transfer]) => transfer).filter((one) => one.state === 'refused' && !one.mayTryAgain)
    // Of many one message tells, which is dismissed at once.
    const single = refused.length > 1 ? own.filter(([transfer]) => !refused.includes(transfer)) : own
    return own.length ? h('ul.uploads', {}, refused.length > 1 && notTaken(refused), single.map(([, row]) => row.element)) : null
  }

  function notTaken(refused) {
    const byReason = new Map()
    for (const one of refused) {
      const words = wordsOf(one.trouble, one.type)
      byReason.set(words, [...byReason.get(words) ?? [], one])
    }
    const dismiss = () => { for (const one of refused) { forget(one.id); all.delete(one); rows.delete(one) } refresh() }
    return h('li', { 'data-state': 'refused' },
      h('div.upload-text', {}, h('strong', {}, say('notTaken', { n: refused.length })),
        [...byReason].map(([words, some]) => h('span.quiet', {}, h('bdi', {}, list(some.slice(0, 5).map(nameOf).concat(some.length > 5 ? say('more', { n: some.length - 5 }) : []))), `: ${words}`))),
      h('div.row.tight', {}, h('button.bare', { type: 'button', 'aria-label': say('dismiss'), title: say('dismiss'), onclick: dismiss }, icon('close'))))
  }

  function row(transfer) {
    const name = h('strong.name', { dir: 'auto' }, nameOf(transfer))
    const words = h('span.quiet', {})
    const bar = h('progress', { max: 1, value: 0, 'aria-label': nameOf(transfer) })
    const tools = h('div.row.tight', {})
    return { element: h('li', {}, h('div.upload-text', {}, name, words), bar, tools), words, bar, tools, state: null }
  }

  function changed(transfer) {
    const shown = rows.get(transfer)
    if (!shown) return
    const { file, state: now } = transfer
    shown.bar.value = transfer.fraction
    shown.element.dataset.state = now
    shown.words.textContent =
      now === 'refused' ? wordsOf(transfer.trouble, transfer.type)
        : now === 'retrying' ? say('up.retrying', { n: transfer.seconds })
          : `${say('up.' + now)} · ${size(Math.round(transfer.offset))} / ${size(file.size)}`
    if (shown.state !== now) {
      shown.state = now
      shown.bar.hidden = now === 'refused'
      shown.tools.replaceChildren(...tools(transfer))
      if (now === 'refused') {
        tellTrouble(transfer.trouble)
      announce(`${nameOf(transfer)}: ${wordsOf(transfer.trouble, transfer.type)}`)
        refresh()
      }
    }
    if (transfer.isForgotten && !told++) complain(say('err.kept'))
    if (transfer.isOver) {
      rows.delete(transfer)
      shown.element.remove()
      refresh()
    }
    total()
  }

  function tools(transfer) {
    const tool = (name, symbol, act) => h('button.bare', { type: 'button', 'aria-label': `${say(name)}: ${nameOf(transfer)}`, title: say(name), onclick: act }, icon(symbol))
    switch (transfer.state) {
      case 'paused': return [tool('resume', 'play', () => transfer.resume()), tool('stop', 'close', () => transfer.cancel())]
      case 'retrying': return [tool('retry', 'rotate', () => transfer.retryNow()), tool('stop', 'close', () => transfer.cancel())]
      case 'refused': return [
        ...(transfer.mayTryAgain ? [tool('retry', 'rotate', () => transfer.resume())] : []),
        tool('dismiss', 'close', () => { forget(transfer.id); all.delete(transfer); rows.delete(transfer); refresh() }),
      ]
      case 'sending': case 'waiting': return [tool('pause', 'pause', () => transfer.pause()), tool('stop', 'close', () => transfer.cancel())]
      default: return []
    }
  }

  // MARK: all of them

  const bar = h('progress', { max: 1, value: 0 })
  const words = h('p', {})
  const box = h('div.total', { lang: start.language, hidden: true, role: 'group', 'aria-label': say('send') }, words, bar)
  root.append(box)

  function total() {
    const counted = [...all].filter((one) => one.state !== 'refused' && one.state !== 'cancelled')
    const isOver = counted.every((one) => one.state === 'done')
    box.hidden = isOver || !counted.length
    if (isOver) { for (const one of counted) all.delete(one); return }
    const bytes = counted.reduce((sum, one) => sum + one.file.size, 0)
    bar.value = counted.reduce((sum, one) => sum + one.fraction * one.file.size, 0) / bytes
    words.textContent = say('up.all', { done: counted.filter((one) => one.state === 'done').length, all: counted.length })
    bar.setAttribute('aria-label', words.textContent)
  }

  addEventListener('beforeunload', (event) => { if (told && isBusy()) event.preventDefault() }, { signal })

  return { upload, goOn, isBusy, uploadRows }
}
