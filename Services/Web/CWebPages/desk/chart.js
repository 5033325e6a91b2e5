// A small line of what was seen since the page was opened.
import { h, say } from './dom.js'
import { number, clock } from './times.js'

const space = 'http://www.w3.org/2000/svg'
const width = 240, height = 56

function shape(name, attributes) {
  const element = document.createElementNS(space, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

/** Points of a line through `[{ at, value }]`, the lowest at 0 or below; a gap where nothing was known. */
function lineOf(points) {
  const known = points.filter(({ value }) => value != null)
  if (known.length === 0) return ''
  const [from, to] = [points[0].at, Math.max(points.at(-1).at, points[0].at + 1)]
  const most = Math.max(...known.map(({ value }) => value), 1), least = Math.min(...known.map(({ value }) => value), 0)
  let line = '', isOpen = false
  for (const { at, value } of points) {
    if (value == null) { isOpen = false; continue }
    const x = (at - from) / (to - from) * width, y = height - 2 - (value - least) / (most - least) * (height - 4)
    line += `${isOpen ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`
    isOpen = true
  }
  return line
}

/** A figure with its line; `show` takes the points that are known by now. */
export function chart(name) {
  const words = say('chart.' + name)
  const value = h('strong'), range = h('span.due')
  const svg = shape('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', class: 'chart-line', 'aria-hidden': 'true' })
  const line = shape('path', { d: '' })
  svg.append(line)
  return {
    element: h('div.chart', { 'data-name': name }, h('dt', {}, words), h('dd', {}, value, svg, range)),
    show(points) {
      const known = points.filter(({ value: found }) => found != null).map(({ value: found }) => found)
      value.textContent = points.at(-1)?.value == null ? '–' : short(points.at(-1).value)
      range.textContent = known.length ? say('chartRange', { least: short(Math.min(...known)), most: short(Math.max(...known)), time: clock(points[0].at) }) : say('notKnown')
      line.setAttribute('d', lineOf(points))
    },
  }
}

export const short = (value) => number(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)
