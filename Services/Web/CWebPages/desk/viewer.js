// The pages of a submission, large: clean or as they were sent, turned, zoomed, two beside each other, with what was found marked.
import { h, say, icon } from './dom.js'

const steps = [1, 1.5, 2, 3, 4, 6]
/** The kinds of files that a browser shows as a picture. */
export const shownByBrowsers = /^image\/(jpeg|png|webp|gif|avif|bmp|svg)/

/** Each picture there is: the clean pages of each file, in order. */
export const pictures = (submission) => submission.documents.flatMap((document) => document.pages.flatMap((page) => {
  const clean = page.images.length ? page.images : [page.preview].filter(Boolean)
  return (clean.length ? clean : [null]).map((address, index) => ({ document: document.id, page: page.id, index, clean: address, original: page.links.original, mediaType: page.mediaType ?? '', inDocument: 0 }))
})).map((picture, place, all) => ({ ...picture, inDocument: all.slice(0, place).filter(({ document }) => document === picture.document).length }))

/** `marks(picture)`: boxes in ten-thousandths, each with its words. */
export function viewer(all, titles, marks, changed = () => {}) {
  let place = 0, zoom = 0, turn = 0, isOriginal = false, isDouble = false
  const stage = h('div.stage', { tabindex: '0', role: 'group', 'aria-label': say('tools') })
  const caption = h('p.stage-caption', { 'aria-live': 'polite' })
  const strip = h('ol.strip', {}, all.map((picture, index) => h('li', {}, h('button.small-page', {
    type: 'button', 'aria-label': label(picture), onclick: () => show(index),
  }, picture.clean ? h('img', { src: picture.clean, alt: '', loading: 'lazy', decoding: 'async' }) : h('span', {}, '–')))))

  function label(picture) { return `${titles(picture.document)}, ${say('page', { n: picture.inDocument + 1 })}` }

  function sheet(picture) {
    const address = isOriginal ? picture.original : picture.clean
    if (!address || (isOriginal && !shownByBrowsers.test(picture.mediaType))) {
      return h('div.sheet.none', {}, h('p', {}, say(isOriginal ? 'originalNotShown' : 'noPicture')), isOriginal && h('a.button', { href: picture.original, download: true }, say('download')))
    }
    const image = h('img', { src: address, alt: label(picture), decoding: 'async', draggable: 'false' })
    image.addEventListener('error', () => box.replaceChildren(h('p.notice.bad', {}, say('pictureFailed'))))
    const box = h('div.sheet', { 'data-turn': turn || false }, image)
    if (!isOriginal) for (const { box: [left, top, right, bottom], words, severity } of marks(picture)) {
      const mark = h('span.mark-box', { title: words, 'data-severity': severity })
      Object.assign(mark.style, { left: left / 100 + '%', top: top / 100 + '%', width: (right - left) / 100 + '%', height: (bottom - top) / 100 + '%' })
      box.append(mark)
    }
    box.style.setProperty('--zoom', steps[zoom])
    return box
  }

  function show(index = place) {
    if (!all.length) return stage.replaceChildren(h('p.quiet', {}, say('noPicture')))
    place = Math.max(0, Math.min(index, all.length - 1))
    const shown = [all[place], isDouble && all[place + 1]].filter(Boolean)
    stage.replaceChildren(...shown.map(sheet))
    stage.dataset.zoomed = zoom > 0
    stage.setAttribute('aria-label', label(all[place]))
    caption.textContent = `${label(all[place])} · ${say(isOriginal ? 'original' : 'clean')}${zoom ? ` · ${steps[zoom] * 100} %` : ''}`
    strip.querySelectorAll('button').forEach((one, index) => one.setAttribute('aria-current', String(index >= place && index < place + shown.length)))
    strip.children[place]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    for (const [name, isOn] of [['original', isOriginal], ['compare', isDouble]]) tools[name].setAttribute('aria-pressed', String(isOn))
    changed(all[place])
  }
  // What was shown stays in the middle.
  function zoomTo(step) {
    const [x, y] = [(stage.scrollLeft + stage.clientWidth / 2) / stage.scrollWidth, (stage.scrollTop + stage.clientHeight / 2) / stage.scrollHeight]
    zoom = Math.max(0, Math.min(step, steps.length - 1))
    show()
    stage.scrollTo(x * stage.scrollWidth - stage.clientWidth / 2, y * stage.scrollHeight - stage.clientHeight / 2)
  }
  const act = {
    previous: () => show(place - 1), next: () => show(place + 1), larger: () => zoomTo(zoom + 1), smaller: () => zoomTo(zoom - 1), whole: () => zoomTo(0),
    turn: () => { turn = (turn + 90) % 360; show() }, original: () => { isOriginal = !isOriginal; show() }, compare: () => { isDouble = !isDouble; show() },
    /** The page that a reason is about. */
    lead: (document, page, index = 0) => { const found = all.findIndex((one) => one.document === document && (!page || one.page === page) && one.index >= index); if (found >= 0) show(found) },
  }
  const tools = Object.fromEntries([['previous', icon('earlier')], ['next', icon('later')], ['smaller', icon('minus')], ['larger', icon('plus')], ['turn', icon('rotate')], ['original', say('tool.originalShort')], ['compare', say('tool.compareShort')]]
    .map(([name, content]) => [name, h('button.tool', { type: 'button', 'aria-label': say('tool.' + name), title: say('tool.' + name), onclick: act[name] }, content)]))
  stage.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    zoomTo(zoom + (event.deltaY < 0 ? 1 : -1))
  }, { passive: false })
  return { element: h('section.viewer', { 'aria-label': say('pages') }, h('div.tools-row', { role: 'toolbar', 'aria-label': say('tools') }, Object.values(tools), caption), stage, strip), show, act }
}

/** The place on a page where something stands, cut out of it. */
export function crop(address, [left, top, right, bottom], words) {
  const canvas = h('canvas.crop-of', { role: 'img', 'aria-label': words })
  const image = new Image()
  image.addEventListener('load', () => {
    const [w, h] = [image.naturalWidth, image.naturalHeight]
    const margin = Math.max(150, (bottom - top) / 2)
    const [x, y] = [Math.max(0, left - margin) * w / 1e4, Math.max(0, top - margin) * h / 1e4]
    const [x2, y2] = [Math.min(1e4, right + margin) * w / 1e4, Math.min(1e4, bottom + margin) * h / 1e4]
    Object.assign(canvas, { width: Math.max(1, x2 - x), height: Math.max(1, y2 - y) })
    canvas.getContext('2d').drawImage(image, x, y, x2 - x, y2 - y, 0, 0, canvas.width, canvas.height)
  })
  image.addEventListener('error', () => canvas.remove())
  image.src = address
  return canvas
}
