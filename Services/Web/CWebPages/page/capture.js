// The camera in the page: it shows the sheet that it sees, says what is wrong with the light, and takes the photo when it holds still.
import { h, button, icon, drawn } from './elements.js'
import { greyOf, troubleOf } from './looking.js'
import { sheetIn, edgeSide } from './edges.js'
import { cropper, isPart } from './cropping.js'
import { whole } from './straightening.js'

/** So long it has to hold still, and so little the corners may move meanwhile. */
const stillFor = 900, stillWithin = 0.02
const lookEvery = 400

/** Photos with the part of each that is the page, as `{ file, crop }`; null where the camera cannot be used, so that another way is offered. */
export async function capture(page, title, most) {
  let stream
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: 'environment' }, width: { ideal: 4096 }, height: { ideal: 2160 } } })
  } catch {
    return null
  }
  const taken = []
  try {
    await page.dialog(title, (box, finish, head) => {
      // Once it is shown.
      queueMicrotask(() => run(page, box, finish, head, stream, taken, most))
    }, 'capture')
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
  return taken
}

async function run(page, box, finish, head, stream, taken, most) {
  const { say, announce } = page
  const body = h('div.capture-body', {})
  box.append(body)
  const isOpen = () => box.isConnected && box.open
  while (isOpen()) {
    const still = await live(say, body, stream, taken, isOpen, finish)
    if (!still) return
    const photo = await adjust(say, body, still)
    if (photo) {
      taken.push(photo)
      announce(say('added'))
      if (taken.length >= most) return finish()
    }
    head.focus()
  }
}

// MARK: the live frame

/** A photo, as `{ file, picture, crop }`; nothing when the person is done. */
function live(say, body, stream, taken, isOpen, finish) {
  return new Promise((resolve) => {
    const video = h('video', { playsinline: true, muted: true, 'aria-label': say('camera') })
    video.muted = true
    video.srcObject = stream
    const outline = drawn('polygon', {})
    const drawing = drawn('svg', { viewBox: `0 0 ${whole} ${whole}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' }, outline)
    const hint = h('p.capture-hint', { role: 'status' }, say('hint.searching'))
    let isOver = false, isTaking = false
    const end = (result) => { isOver = true; video.pause(); resolve(result) }
    const shoot = async () => {
      if (isTaking || isOver) return
      isTaking = true
      hint.textContent = say('hint.taking')
      try { end(await photo(stream, video)) } catch { isTaking = false }
    }
    const shutter = h('button.shutter', { type: 'button', id: 'shutter', 'aria-label': say('shutter'), onclick: shoot })
    body.replaceChildren(h('div.crop.live', {}, video, drawing), hint, h('div.row.capture-tools', {},
      h('span.quiet', {}, taken.length ? say('captured', { n: taken.length }) : ''), shutter,
      button(taken.length ? 'main' : '', say(taken.length ? 'done' : 'cancel'), () => { end(null); finish() }, { id: 'captured' })))
    video.play().catch(() => {})
    const watch = watching()
    const step = () => {
      if (isOver) return
      if (!isOpen()) return end(null)
      if (video.readyState >= 2 && !isTaking) {
        const { sheet, trouble, isStill } = watch(video)
        outline.setAttribute('points', sheet ? sheet.map(([x, y]) => `${x * whole},${y * whole}`).join(' ') : '')
        body.dataset.sees = sheet ? trouble ?? 'sheet' : 'nothing'
        const words = say(trouble ? 'hint.' + trouble : sheet ? 'hint.hold' : 'hint.searching')
        if (hint.textContent !== words) hint.textContent = words
        if (isStill && !trouble) shoot()
      }
      next(video, step)
    }
    next(video, step)
  })
}

const next = (video, act) => (video.requestVideoFrameCallback ? video.requestVideoFrameCallback(act) : setTimeout(() => requestAnimationFrame(act), 40))

/** Looks at one frame after the other: where the sheet is, what is wrong, and whether it has held still. */
export function watching(now = () => performance.now()) {
  let first = null, since = 0, looked = -lookEvery, trouble = null
  return (video) => {
    const at = now()
    const sheet = sheetIn(greyOf(video, edgeSide))
    if (at - looked >= lookEvery) {
      looked = at
      trouble = troubleOf(greyOf(video), sheet)
    }
    const isSame = sheet && first && sheet.every(([x, y], n) => Math.hypot(x - first[n][0], y - first[n][1]) <= stillWithin)
    if (!isSame || trouble) { first = sheet; since = at }
    return { sheet, trouble, isStill: Boolean(isSame) && at - since >= stillFor }
  }
}

/** The camera's own photo where the browser can ask for one, else the frame that is shown. */
async function photo(stream, video) {
  const [track] = stream.getVideoTracks()
  let file
  if (globalThis.ImageCapture) {
    const own = new ImageCapture(track).takePhoto().catch(() => null)
    file = await Promise.race([own, new Promise((resolve) => setTimeout(resolve, 4000))])
    if (file && !/^image\/(jpeg|png)$/.test(file.type)) file = null
  }
  if (!file || file.size < 1000) file = await frameOf(video)
  const picture = await createImageBitmap(file)
  const sheet = sheetIn(greyOf(picture, edgeSide * 2))
  const crop = sheet?.map(([x, y]) => [Math.round(x * whole), Math.round(y * whole)])
  const ending = file.type === 'image/png' ? 'png' : 'jpg'
  return { file: new File([file], `photo.${ending}`, { type: file.type }), picture, crop: crop && isPart(crop) ? crop : null }
}

function frameOf(video) {
  const canvas = h('canvas', { width: video.videoWidth, height: video.videoHeight })
  canvas.getContext('2d').drawImage(video, 0, 0)
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no frame'))), 'image/jpeg', 0.92))
}

// MARK: one photo

/** Lets the person move the corners; the photo with them, or nothing when it is to be taken again. */
function adjust(say, body, { file, picture, crop }) {
  const scale = Math.min(1, 1600 / Math.max(picture.width, picture.height))
  const shown = h('canvas', { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) })
  shown.getContext('2d').drawImage(picture, 0, 0, shown.width, shown.height)
  const trouble = troubleOf(greyOf(picture), crop?.map(([x, y]) => [x / whole, y / whole]))
  picture.close()
  return new Promise((resolve) => {
    const { stage, tools, value } = cropper(say, shown, crop, say('cropText'))
    const use = button('main', say(trouble ? 'useAnyway' : 'use'), () => resolve({ file, crop: value() }), { id: 'use' })
    body.replaceChildren(stage, h('p.quiet', {}, say('cropText')),
      trouble ? h('p.reason', { 'data-severity': 'warn', role: 'alert' }, icon('alert'), h('span', {}, say('hint.' + trouble))) : '',
      tools, h('div.row.end', {}, button('', say('takeAgain'), () => resolve(null), { id: 'again' }, 'camera'), use))
    delete body.dataset.sees
    use.focus()
  })
}
