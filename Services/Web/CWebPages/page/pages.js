// The pages of a document: small pictures in order, and what can be done with each.
import { h, icon, button, kindName, reasonLine, loaded } from './elements.js'

export function makePages(shared) {
  const {
    api, start, state, root, say, size, pageCount, dialog, ask, pick, announce, complain, act, refresh, reload, titleOf, typeOf, consider, live, camera,
  } = shared

  function pageList(document, isOpen, reasons = []) {
    if (!document.pages.length || !start.mayPreview) return null
    const clean = document.pages.flatMap((page) => page.images.map((_, index) => ({ page, part: `image?number=${index + 1}` })))
    const shown = !isOpen && clean.length ? clean : document.pages.map((page) => ({ page, part: 'preview', isDraft: true }))
    const list = h('ol.pages', { 'aria-label': say(!isOpen && clean.length ? 'results' : 'originalPages') })
    list.append(...shown.map((one, index) => thumbnail(document, one, index + 1, isOpen, list, reasons.filter(({ page }) => page === one.page.id))))
    return list
  }

  function thumbnail(document, { page, part, isDraft }, number, isOpen, list, reasons) {
    const isSortable = isOpen && document.pages.length > 1
    const frame = h('span.frame', {}, h('span.waiting', {}, icon(page.mediaType === 'application/pdf' ? 'files' : 'photos'), kindName(page.mediaType)))
    const severity = reasons.some((one) => one.severity === 'refuse') ? 'refuse' : reasons.length ? 'warn' : null
    const label = [say('preview', { n: number }), ...reasons.map(({ message }) => message)].join('. ')
    const open = h('button.thumb', { type: 'button', id: `p-${page.id}-${number}`, 'aria-label': label, 'data-severity': severity, onclick: () => look(document, page, part, number, isOpen, frame, reasons) }, frame, severity && h('span.mark', {}, icon('alert')))
    fill(frame, document, page, part, isDraft)
    const name = typeOf(document)?.pageNames?.[document.pages.indexOf(page)]
    const count = isDraft && page.pages > 1 ? pageCount(page.pages) : name ?? number
    const item = h('li', { 'data-id': page.id }, open,
      h('div.under', {}, h('span.number', { 'aria-hidden': name || isDraft && page.pages > 1 ? null : 'true' }, count), isSortable && handle(document, page, number, list)))
    return item
  }

  async function fill(frame, document, page, part, isDraft) {
    if (part === 'preview' && !page.preview) return
    let address = await api.picture(document.id, page, part)
    if (!address) return
    // A preview is of the file as it came: what is the page of it is drawn here, and turned.
    if (isDraft && page.crop) address = await cropped(address, page.crop).catch(() => address)
    const image = h('img', { src: address, alt: '', draggable: 'false' })
    if (isDraft && page.rotation) image.dataset.turn = page.rotation
    frame.replaceChildren(image)
  }

  const parts = new Map()

  /** An address of what a crop leaves of a picture. Drawn once as long as the page lives. */
  function cropped(address, crop) {
    const key = `${address}#${crop}`
    if (!parts.has(key)) {
      parts.set(key, (async () => {
        const part = await camera()
        const canvas = part.straightened(await loaded(address), crop, 800)
        return api.addressOf(await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9)))
      })())
      // What could not be drawn once is tried again the next time that it is shown.
      parts.get(key).catch(() => parts.delete(key))
    }
    return parts.get(key)
  }

  // MARK: order

  function handle(document, page, number, list) {
    const ids = () => [...list.children].map((child) => child.dataset.id)
    const save = (order) => act(async () => {
      await arrange(document, order)
      announce(say('moved', { n: order.indexOf(page.id) + 1 }))
    }, `h-${page.id}`)
    const grip = h('button.grip', { type: 'button', id: `h-${page.id}`, 'aria-label': say('drag', { n: number }), 'aria-keyshortcuts': 'ArrowLeft ArrowRight' }, icon('drag'))
    grip.addEventListener('keydown', (event) => {
      const isRight = getComputedStyle(list).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
      const isLeft = isRight === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
      const step = { [isRight]: 1, ArrowDown: 1, [isLeft]: -1, ArrowUp: -1 }[event.key]
      if (!step) return
      event.preventDefault()
      move(document, page, step)
    })
    grip.addEventListener('pointerdown', (event) => {
      event.preventDefault()
      const before = ids().join()
      const item = grip.closest('li')
      grip.setPointerCapture(event.pointerId)
      item.classList.add('dragged')
      state.isDragging = true
      const follow = ({ clientX, clientY }) => {
        const over = root.elementFromPoint(clientX, clientY)?.closest?.('li[data-id]')
        if (!over || over === item || over.parentNode !== list) return
        const isAfter = item.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING
        over[isAfter ? 'after' : 'before'](item)
        grip.setPointerCapture(event.pointerId)
      }
      const end = () => {
        grip.removeEventListener('pointermove', follow)
        item.classList.remove('dragged')
        state.isDragging = false
        // What came while the hand held it is shown now.
        if (ids().join() !== before) save(ids())
        else refresh()
      }
      grip.addEventListener('pointermove', follow)
      grip.addEventListener('pointerup', end, { once: true })
      grip.addEventListener('pointercancel', end, { once: true })
    })
    return grip
  }

  /** Whatever else has changed meanwhile, the order of the same pages can be what the person wants. */
  async function arrange({ id }, order) {
    try {
      await api.orderPages(id, order, state.submission.version)
    } catch (trouble) {
      if (trouble.status !== 412) throw trouble
      await reload()
      const pages = state.submission.documents.find((one) => one.id === id)?.pages ?? []
      if (pages.map((page) => page.id).sort().join() !== [...order].sort().join()) throw trouble
      await api.orderPages(id, order, state.submission.version)
    }
  }

  function move(document, page, step) {
    const order = document.pages.map(({ id }) => id)
    const from = order.indexOf(page.id)
    const to = from + step
    if (to < 0 || to >= order.length) return
    order.splice(to, 0, ...order.splice(from, 1))
    return act(async () => {
      await arrange(document, order)
      announce(say('moved', { n: to + 1 }))
    }, `h-${page.id}`)
  }

  // MARK: one page

  function look(document, page, part, number, isOpen, frame, reasons) {
    return dialog(say('page', { n: number }), (box, finish) => {
      const large = h('div.large', {}, frame.cloneNode(true))
      box.append(large, h('p.quiet', {}, [kindName(page.mediaType), page.pages > 1 && pageCount(page.pages), page.size && size(page.size)].filter(Boolean).join(' · ')),
        ...reasons.map(({ message, severity }) => reasonLine(message, severity)))
      if (!isOpen) return
      const values = { n: number }
      const last = document.pages.length
      const then = (act) => () => { finish(); act() }
      box.append(h('div.tools', {},
        button('soft', say('rotate', values), then(() => rotate(document, page)), {}, 'rotate'),
        page.mediaType?.startsWith('image/') && page.preview && button('soft', say('crop', values), then(() => crop(document, page, number)), {}, 'crop'),
        button('soft', say('replace', values), then(() => replace(document, page, number)), {}, 'replace'),
        last > 1 && number > 1 && button('soft', say('earlier', values), then(() => move(document, page, -1)), {}, 'earlier'),
        last > 1 && number < last && button('soft', say('later', values), then(() => move(document, page, 1)), {}, 'later'),
        button('danger', say('removePage', values), then(() => remove(document, page, number)), {}, 'remove')))
    }, 'page')
  }

  const rotate = (document, page) => act(async () => {
    await api.rotatePage(document.id, page.id, (page.rotation + 90) % 360)
    announce(say('rotated'))
  })

  /** The corners of the page can be moved as often as one likes: the photo stays. */
  async function crop(document, page, number) {
    const [part, address] = await Promise.all([camera(), api.picture(document.id, page, 'preview')])
    if (!part || !address) return complain(say('failed'))
    const picture = await loaded(address)
    const chosen = await dialog(say('crop', { n: number }), (box, finish) => {
      const { stage, tools, value } = part.cropper(say, picture, page.crop, say('cropText'))
      box.append(stage, h('p.quiet', {}, say('cropText')), tools,
        h('div.row.end', {}, button('', say('cancel'), () => finish()), button('main', say('save'), () => finish({ crop: value() }), { id: 'save-crop' })))
    }, 'capture')
    if (chosen) await act(async () => { await api.cropPage(document.id, page.id, chosen.crop); announce(say('cropped')) })
  }

  const replace = (document, page, number) => putInPlace(document, page, {}, () =>
    ask(say('ask.replace'), say('ask.replaceText', { n: number, type: titleOf(document) }), say('replace', { n: number })))

  /** Takes a photo that came out badly again. Whoever has taken the new one has answered the question. */
  const retake = (document, page) => putInPlace(document, page, { capture: 'environment' }, () => true)

  async function putInPlace(document, page, source, agree) {
    const type = typeOf(document)
    const kinds = source.capture ? type.mediaTypes.filter((kind) => kind.startsWith('image/')) : type.mediaTypes
    const photos = source.capture ? await live(type, 1) : null
    let [file] = photos ? photos.map((one) => one.file) : await pick(kinds.join(','), source)
    if (file && source.capture && !photos) file = await consider(file)
    if (!file) return
    await act(async () => {
      const isReplaced = await api.replacePage(document.id, page.id, file, state.submission.version, agree)
      if (isReplaced && photos?.[0].crop) await api.cropPage(document.id, page.id, photos[0].crop)
    }, null, type)
  }

  const remove = (document, page, number) => act(async () => {
    const isGone = await api.removePage(document.id, page.id, state.submission.version, () =>
      ask(say('ask.page'), say('ask.pageText', { n: number, type: titleOf(document) }), say('remove')))
    if (isGone) announce(say('removed'))
  })

  return { pageList, replace, retake }
}
