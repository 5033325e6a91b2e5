// Elements. Texts of others only ever become text nodes.

/** By tag or class: what a page around this one may style as `::part(…)`. */
const parts = {
  button: 'button', main: 'main-button', danger: 'danger-button', h1: 'heading', h2: 'heading', h3: 'heading', card: 'card', document: 'document',
  missing: 'missing', notice: 'notice', reason: 'reason', chip: 'state', sign: 'test', thumb: 'page', input: 'field', progress: 'progress', dialog: 'dialog',
  toast: 'message', total: 'total',
}

/** `h('button.main', { onclick }, 'Send')`: attributes as they are called in HTML; false and null leave one out. */
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split('.')
  const element = document.createElement(tag || 'div')
  if (classes.length) element.className = classes.join(' ')
  const named = [tag, ...classes].flatMap((one) => (Object.hasOwn(parts, one) ? parts[one] : []))
  if (named.length) element.setAttribute('part', named.join(' '))
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
  const path = drawn('path', { d: shapes[name] ?? shapes.files })
  return drawn('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'icon', 'data-icon': name }, path)
}

/** An element of SVG. */
export function drawn(name, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

export const button = (kind, label, onclick, more = {}, symbol) =>
  h(`button${kind ? '.' + kind : ''}`, { type: 'button', onclick, ...more }, symbol && icon(symbol), h('span', {}, label))

/** What is wrong, or may be. */
export const reasonLine = (message, severity, more = {}) =>
  h('p.reason', { 'data-severity': severity, ...more }, icon('alert'), h('span', {}, message))

/** A picture once it can be drawn. */
export function loaded(address) {
  const picture = h('img', { alt: '', draggable: 'false' })
  // Not `decode()`, which a browser also refuses when it is short of memory for a moment.
  return new Promise((resolve, reject) => {
    picture.addEventListener('load', () => resolve(picture))
    picture.addEventListener('error', reject)
    picture.src = address
  })
}

const kinds = {
  'image/jpeg': 'JPEG', 'image/png': 'PNG', 'image/heic': 'HEIC', 'image/heif': 'HEIF', 'image/webp': 'WebP', 'image/avif': 'AVIF', 'image/tiff': 'TIFF',
  'image/gif': 'GIF', 'image/bmp': 'BMP', 'image/jp2': 'JPEG 2000', 'image/jxl': 'JPEG XL', 'image/x-adobe-dng': 'DNG', 'application/pdf': 'PDF',
}
export const kindName = (type) => kinds[type] ?? type
