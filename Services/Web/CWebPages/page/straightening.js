// Draws the part of a photo that is the page straight, as the worker does (Services/Decoding/Imaging/Straightening): to be looked at.
import { h } from './elements.js'

/** What ten-thousandths are of. */
export const whole = 10000

/** A canvas with what lies between the corners, at most `longest` high and wide; `source` is a picture that has been loaded. */
export function straightened(source, crop, longest) {
  const [width, height] = [source.naturalWidth ?? source.width, source.naturalHeight ?? source.height]
  const corners = crop.map(([x, y]) => [x * width / whole, y * height / whole])
  const length = (n, m) => Math.hypot(corners[n][0] - corners[m][0], corners[n][1] - corners[m][1])
  const long = Math.max(length(0, 1), length(3, 2), 1), tall = Math.max(length(0, 3), length(1, 2), 1)
  const shape = Math.min(2 * long / tall, Math.max(long / tall / 2, widthByHeight(corners, width, height) || 0))
  const wide = Math.max(long, tall * shape), high = Math.max(tall, long / shape)
  const scale = Math.min(1, longest / wide, longest / high)
  const size = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))]
  const from = h('canvas', { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) })
  const context = from.getContext('2d', { willReadFrequently: true })
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, from.width, from.height)
  const seen = context.getImageData(0, 0, from.width, from.height)
  const to = h('canvas', { width: size[0], height: size[1] })
  const drawn = to.getContext('2d').createImageData(...size)
  project(seen, drawn, crop.map(([x, y]) => [x * from.width / whole, y * from.height / whole]))
  to.getContext('2d').putImageData(drawn, 0, 0)
  return to
}

/** How wide a sheet is for its height, by where a camera sees its corners (Zhang and He 2003, as SheetProportion.swift). */
function widthByHeight(corners, width, height) {
  const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d]
  const dot = (one, other) => one.reduce((sum, value, n) => sum + value * other[n], 0)
  const [first, second, third, fourth] = corners.map(([x, y]) => [x - width / 2, y - height / 2, 1])
  const normal = cross(first, third)
  const side = (to, other) => {
    const factor = dot(normal, other) / dot(cross(to, third), other)
    return to.map((value, n) => value * factor - first[n])
  }
  const across = side(second, fourth), down = side(fourth, second)
  const longest = Math.max(width, height)
  let lens = -(across[0] * down[0] + across[1] * down[1]) / (across[2] * down[2])
  if (!(lens > (0.45 * longest) ** 2 && lens < (3 * longest) ** 2)) lens = (0.85 * longest) ** 2
  const size = ([x, y, z]) => (x * x + y * y) / lens + z * z
  return Math.sqrt(size(across) / size(down))
}

function project(seen, drawn, [[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [ax, ay, dx, dy] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2], [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3]
  const below = ax * dy - dx * ay
  const g = (sx * dy - dx * sy) / below, k = (ax * sy - sx * ay) / below
  const [a, b, d, e] = [x1 - x0 + g * x1, x3 - x0 + k * x3, y1 - y0 + g * y1, y3 - y0 + k * y3]
  const source = new Uint32Array(seen.data.buffer), target = new Uint32Array(drawn.data.buffer)
  for (let row = 0; row < drawn.height; row++) {
    const v = (row + 0.5) / drawn.height
    for (let column = 0; column < drawn.width; column++) {
      const u = (column + 0.5) / drawn.width, w = g * u + k * v + 1
      const x = Math.min(seen.width - 1, Math.max(0, Math.floor((a * u + b * v + x0) / w)))
      const y = Math.min(seen.height - 1, Math.max(0, Math.floor((d * u + e * v + y0) / w)))
      target[row * drawn.width + column] = source[y * seen.width + x]
    }
  }
}
