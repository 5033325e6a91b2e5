// A photo with a frame whose corners can be dragged: what is within becomes the page, drawn straight. The photo itself stays as it is.
import { h, button, drawn } from './elements.js'
import { whole } from './straightening.js'

const names = ['corner.tl', 'corner.tr', 'corner.br', 'corner.bl']
const full = [[0, 0], [whole, 0], [whole, whole], [0, whole]]
const leastArea = 2 * whole * whole / 100
const clamp = (value) => Math.min(whole, Math.max(0, Math.round(value)))

/** As the gateway judges it: clockwise, none bent inwards, a hundredth of the photo at least. */
export function isPart(corners) {
  const bend = (a, b, c) => (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
  return corners.every((corner, n) => bend(corner, corners[(n + 1) % 4], corners[(n + 2) % 4]) > 0) &&
    bend(corners[0], corners[1], corners[2]) + bend(corners[0], corners[2], corners[3]) >= leastArea
}

const isFull = (corners) => corners.every(([x, y], n) => x === full[n][0] && y === full[n][1])

/** The photo with its frame, the tools beside it, and `value()`: the corners, or null for all of the photo. */
export function cropper(say, source, crop, label) {
  let corners = (crop ?? full).map((corner) => [...corner])
  const before = []
  const [shade, shape] = [drawn('polygon', { class: 'crop-shade' }), drawn('polygon', { class: 'crop-shape' })]
  const stage = h('div.crop', {}, source, drawn('svg', { viewBox: `0 0 ${whole} ${whole}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' }, shade, shape))
  const undo = button('soft', say('undo'), () => { corners = before.pop() ?? corners; draw() })
  const handles = names.map((name, n) => {
    const handle = h('button.corner', { type: 'button', 'aria-label': say(name), 'aria-keyshortcuts': 'ArrowUp ArrowDown ArrowLeft ArrowRight' })
    handle.addEventListener('keydown', (event) => {
      const step = event.shiftKey ? 500 : 100
      const [x, y] = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key] ?? []
      if (x === undefined) return
      event.preventDefault()
      if (!event.repeat) remember()
      put(n, corners[n][0] + x, corners[n][1] + y)
    })
    handle.addEventListener('pointerdown', (event) => {
      event.preventDefault()
      handle.focus()
      handle.setPointerCapture(event.pointerId)
      remember()
      const follow = ({ clientX, clientY }) => {
        const { left, top, width, height } = stage.getBoundingClientRect()
        put(n, (clientX - left) / width * whole, (clientY - top) / height * whole)
      }
      const dragging = new AbortController()
      const until = { signal: dragging.signal }
      handle.addEventListener('pointermove', follow, until)
      // Where it is let go is where it stays, whether or not a move was told before; a tap moves nothing.
      handle.addEventListener('pointerup', (last) => {
        if (last.clientX !== event.clientX || last.clientY !== event.clientY) follow(last)
        dragging.abort()
      }, until)
      handle.addEventListener('pointercancel', () => dragging.abort(), until)
    })
    return handle
  })
  const remember = () => { before.push(corners.map((corner) => [...corner])); draw() }
  function put(n, x, y) {
    const next = corners.map((corner, m) => (m === n ? [clamp(x), clamp(y)] : corner))
    // What is no part any more is not taken: the corner stays where it was.
    if (isPart(next)) corners = next
    draw()
  }
  function draw() {
    const points = corners.map((corner) => corner.join()).join(' ')
    shape.setAttribute('points', points)
    shade.setAttribute('points', `${outside} ${points} ${corners[0].join()}`)
    handles.forEach((handle, n) => {
      handle.style.insetInlineStart = `${corners[n][0] / whole * 100}%`
      handle.style.insetBlockStart = `${corners[n][1] / whole * 100}%`
    })
    undo.disabled = !before.length
  }
  stage.dir = 'ltr'
  stage.append(...handles)
  stage.setAttribute('role', 'group')
  stage.setAttribute('aria-label', label)
  draw()
  const tools = h('div.row', {}, undo, button('soft', say('wholePhoto'), () => { remember(); corners = full.map((corner) => [...corner]); draw() }))
  return { stage, tools, value: () => (isFull(corners) ? null : corners) }
}

const outside = `0,0 0,${whole} ${whole},${whole} ${whole},0 0,0`
