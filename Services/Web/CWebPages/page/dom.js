// Elements, words and the person's own way of writing numbers and dates. Texts of others only ever become text nodes.

export const start = JSON.parse(document.getElementById('start').textContent)
const locale = navigator.languages?.find((tag) => tag.startsWith(start.language.slice(0, 2))) ?? start.language

export const say = (key, values = {}) =>
  (start.words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all)
export const knows = (key) => key in start.words
export const pageCount = (n) => (n === 0 ? say('noPages') : n === 1 ? say('onePage') : say('pages', { n }))

/** `h('button.main', { onclick }, 'Send')`: attributes as they are called in HTML; false and null leave one out. */
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split('.')
  const element = document.createElement(tag || 'div')
  if (classes.length) element.className = classes.join(' ')
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value == null) continue
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
    else element.setAttribute(key, value === true ? '' : value)
  }
  element.append(...children.flat(9).filter((child) => child != null && child !== false))
  return element
}

const shapes = {
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  photos: 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 5M15 9.2v.1',
  files: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  crop: 'M6 2v14a2 2 0 0 0 2 2h14M2 6h14a2 2 0 0 1 2 2v14',
  rotate: 'M19 8a8 8 0 1 0 1 6M20 3v5h-5',
  replace: 'M4 8h13l-3-3M20 16H7l3 3',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  earlier: 'M15 5l-7 7 7 7',
  later: 'M9 5l7 7-7 7',
  drag: 'M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5l11 7-11 7z',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7',
  alert: 'M12 4l9 16H3zM12 10v4M12 17v.1',
  calendar: 'M5 6h14v14H5zM5 10h14M9 3v4M15 3v4',
  'bolt': 'M13 3L5 14h6l-1 7 8-11h-6z',
  'house': 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  'building.columns': 'M4 9l8-5 8 5zM6 11v7M10 11v7M14 11v7M18 11v7M4 20h16',
  'signature': 'M4 18c4-8 6-13 8-11s-4 9-1 9 3-5 5-5-1 4 1 4 2-1 3-2',
  'person.text.rectangle': 'M3 6h18v12H3zM8 10a1.7 1.7 0 1 0 0 3.4A1.7 1.7 0 0 0 8 10zM5.500 16c.6-1.400 4.400-1.400 5 0M14 11h4M14 14h4',
}

export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  for (const [key, value] of Object.entries({ viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'icon', 'data-icon': name })) svg.setAttribute(key, value)
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', shapes[name] ?? shapes.files)
  svg.append(path)
  return svg
}

/** A month, such as October 2026. */
export const month = (day) => new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(day + 'T00:00:00Z'))
export const list = (items) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(items)

export const button = (kind, label, onclick, more = {}, symbol) =>
  h(`button${kind ? '.' + kind : ''}`, { type: 'button', onclick, ...more }, symbol && icon(symbol), h('span', {}, label))

// MARK: numbers and dates

export function size(bytes) {
  const [value, unit] = bytes >= 1e6 ? [bytes / 1e6, 'megabyte'] : bytes >= 1e3 ? [bytes / 1e3, 'kilobyte'] : [bytes, 'byte']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
}

/** A day of the calendar, or a moment. */
export function date(text) {
  const isDay = text.length === 10
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...(isDay ? { timeZone: 'UTC' } : { timeStyle: 'short' }) })
    .format(new Date(isDay ? text + 'T00:00:00Z' : text))
}

const kinds = {
  'image/jpeg': 'JPEG', 'image/png': 'PNG', 'image/heic': 'HEIC', 'image/heif': 'HEIF', 'image/webp': 'WebP', 'image/avif': 'AVIF', 'image/tiff': 'TIFF',
  'image/gif': 'GIF', 'image/bmp': 'BMP', 'image/jp2': 'JPEG 2000', 'image/jxl': 'JPEG XL', 'image/x-adobe-dng': 'DNG', 'application/pdf': 'PDF',
}
export const kindNames = (types) =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(types.map((type) => kinds[type] ?? type))
export const kindName = (type) => kinds[type] ?? type

// MARK: what is said aloud

const live = h('p.sr', { role: 'status', 'aria-live': 'polite' })
const toasts = h('div.toasts', { role: 'alert' })
document.body.append(live, toasts)

export function announce(text) {
  live.textContent = ''
  requestAnimationFrame(() => { live.textContent = text })
}

/** Takes the message away: what it was about is over. */
export const settle = () => toasts.replaceChildren()

/** A message that stays until it is dismissed, the person does something else, or the submission is somewhere else. */
export function complain(text) {
  toasts.replaceChildren(
    h('div.toast', {}, icon('alert'), h('p', {}, text),
      h('button.bare', { type: 'button', 'aria-label': say('dismiss'), onclick: settle }, icon('close'))))
}

// MARK: dialogs

// Each open sheet has an entry of the history, so that a phone's Back closes it.
const sheets = []
let entries = 0, isGoingBack = false

/** Makes as many entries as there are sheets; a sheet that opens when another one closes takes over its entry. */
function settleHistory() {
  if (isGoingBack) return
  while (entries < sheets.length) history.pushState({ sheet: ++entries }, '')
  if (entries === sheets.length) return
  isGoingBack = true
  history.go(sheets.length - entries)
  entries = sheets.length
}

addEventListener('popstate', () => {
  if (isGoingBack) {
    isGoingBack = false
    settleHistory()
  } else if (entries) {
    entries--
    sheets.at(-1)?.()
  }
})

/** Shows a dialog; resolves with what `finish` is called with, or undefined when it is dismissed. */
export function dialog(title, fill, kind = '') {
  return new Promise((resolve) => {
    const before = document.activeElement
    const id = 'dialog-title' + (sheets.length || '')
    const box = h(`dialog${kind && '.' + kind}`, { 'aria-labelledby': id })
    let result
    const finish = (value) => { result = value; box.close() }
    const head = h('h2', { id, tabindex: '-1' }, title)
    box.append(h('div.dialog-head', {}, head,
      h('button.bare', { type: 'button', 'aria-label': say('close'), onclick: () => finish() }, icon('close'))))
    fill(box, finish, head)
    box.addEventListener('click', (event) => { if (event.target === box) finish() })
    box.addEventListener('close', () => {
      box.remove()
      sheets.splice(sheets.indexOf(finish), 1)
      setTimeout(settleHistory)
      if (before?.id) document.getElementById(before.id)?.focus()
      else before?.focus?.()
      resolve(result)
    })
    document.body.append(box)
    box.showModal()
    sheets.push(finish)
    settleHistory()
    head.focus()
  })
}

/** Asks before something is destroyed: says what will be lost. */
export const ask = (title, text, label) =>
  dialog(title, (box, finish) => {
    box.append(h('p', {}, text), h('div.row.end', {},
      button('', say('cancel'), () => finish(false)), button('danger', label, () => finish(true))))
  }, 'small')

/** Lets the person choose files; an empty list when they do not. */
export function pick(accept, { multiple = false, capture } = {}) {
  return new Promise((resolve) => {
    const input = h('input.sr', { type: 'file', accept, multiple, capture, 'aria-hidden': 'true', tabindex: '-1' })
    const end = (files) => { input.remove(); resolve(files) }
    input.addEventListener('change', () => end([...input.files]))
    input.addEventListener('cancel', () => end([]))
    document.body.append(input)
    input.click()
  })
}
