// Looks at a photo before it is sent, as the worker does afterwards (Shared/Signals): whether it is out of focus, or too dark.
import { h, icon, button } from './elements.js'

const longSide = 800, side = 32, pace = 4

/** Asks whether a photo that came out badly is to be used all the same: the file, or nothing when it is to be taken again. */
export async function consider({ say, dialog }, file) {
  const concern = await concernOf(file)
  if (!concern) return file
  const address = URL.createObjectURL(file)
  const isUsed = await dialog(say(concern), (box, finish) => {
    const picture = h('img', { src: address, alt: '' })
    box.append(h('div.large', {}, h('span.frame', {}, picture)), h('p.reason', { 'data-severity': 'warn' }, icon('alert'), h('span', {}, say(concern + 'Hint'))),
      h('div.row.end', {}, button('', say('useAnyway'), () => finish(true)), button('main', say('takeAgain'), () => finish(false), {}, 'camera')))
  }, 'page')
  URL.revokeObjectURL(address)
  return isUsed ? file : null
}

/** `blurred`, `dark`, or null: also for what this browser cannot show. */
export async function concernOf(file) {
  if (!file.type.startsWith('image/')) return null
  try {
    const bitmap = await createImageBitmap(file)
    const picture = greyOf(bitmap)
    bitmap.close()
    return troubleOf(picture)
  } catch {
    return null
  }
}

/** `blurred`, `dark`, `glare`, or null. Glare is looked for where the sheet is known: its corners, as parts of the width and height. */
export function troubleOf(picture, sheet) {
  return isDark(picture) ? 'dark' : isBlurred(picture) ? 'blurred' : sheet && hasGlare(picture, sheet) ? 'glare' : null
}

/** The brightness of what a picture, a canvas or a video shows, made smaller. */
export function greyOf(source, longest = longSide) {
  const [wide, high] = [source.videoWidth ?? source.width, source.videoHeight ?? source.height]
  const scale = Math.min(1, longest / Math.max(wide, high))
  const [width, height] = [wide, high].map((one) => Math.max(1, Math.round(one * scale)))
  const canvas = h('canvas', { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  const pixels = new Uint8Array(width * height)
  for (let n = 0; n < pixels.length; n++) pixels[n] = (data[4 * n] * 54 + data[4 * n + 1] * 183 + data[4 * n + 2] * 19) >> 8
  return { width, height, pixels }
}

function isBlurred(picture) {
  let sharp = 0
  const soft = []
  for (const part of squares(picture)) {
    const { contrast, steepest } = measured(picture, part)
    if (contrast < 40) continue
    if (steepest * 100 < contrast * 28) soft.push({ part, contrast }); else sharp++
  }
  const blurred = sharp >= 8 && sharp * 7 >= soft.length ? soft.filter(({ part, contrast }) => hasStrokes(picture, part, contrast)).length : soft.length
  return sharp + blurred >= 8 && blurred * 3 >= (sharp + blurred) * 2
}

function* squares({ width, height }) {
  for (let top = 0; top < height; top += side)
    for (let left = 0; left < width; left += side)
      yield { top, left, bottom: Math.min(top + side, height), right: Math.min(left + side, width) }
}

function measured({ width, pixels }, { top, left, bottom, right }) {
  let least = 255, most = 0, steepest = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const value = pixels[y * width + x]
      if (value < least) least = value
      if (value > most) most = value
      if (x + 1 < right) steepest = Math.max(steepest, Math.abs(value - pixels[y * width + x + 1]))
      if (y + 1 < bottom) steepest = Math.max(steepest, Math.abs(value - pixels[(y + 1) * width + x]))
    }
  }
  return { contrast: most - least, steepest }
}

function hasStrokes({ width, pixels }, { top, left, bottom, right }, contrast) {
  const least = Math.floor(contrast * 2 / 5)
  for (let y = top; y < bottom; y += pace) if (returns(pixels, y * width + left, y * width + right, 1, least)) return true
  for (let x = left; x < right; x += pace) if (returns(pixels, top * width + x, bottom * width, width, least)) return true
  return false
}

/** Whether along a line brightness departs by as much and comes back by as much, on either side of where it was. */
function returns(pixels, start, end, step, least) {
  let top = pixels[start], low = top, bottom = top, high = top
  for (let place = start + step; place < end; place += step) {
    const value = pixels[place]
    if (value < low) low = value
    if (value > high) high = value
    if (Math.min(top, value) - low >= least || high - Math.max(bottom, value) >= least) return true
    if (value > top) top = low = value
    if (value < bottom) bottom = high = value
  }
  return false
}

/** A spot far brighter than the paper that it lies on; what is printed is darker. */
function hasGlare({ width, height, pixels }, sheet) {
  const [xs, ys] = [sheet.map(([x]) => x * width), sheet.map(([, y]) => y * height)]
  const [left, right, top, bottom] = [Math.max(...[xs[0], xs[3]]), Math.min(...[xs[1], xs[2]]), Math.max(ys[0], ys[1]), Math.min(ys[2], ys[3])].map(Math.round)
  const histogram = new Uint32Array(256)
  let white = 0, all = 0
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 2) {
    for (let x = Math.max(0, left); x < Math.min(width, right); x += 2) {
      const value = pixels[y * width + x]
      histogram[value]++
      all++
      if (value >= 252) white++
    }
  }
  let rest = all / 2, paper = 0
  while ((rest -= histogram[paper]) > 0 && paper < 255) paper++
  return all > 0 && paper < 215 && white * 100 >= all
}

/** Not even the paper is bright, and the grain of little light is on it. */
function isDark({ width, height, pixels }) {
  const histogram = new Uint32Array(256)
  for (const value of pixels) histogram[value]++
  let left = Math.ceil(pixels.length * 0.95), brightness = 0
  while ((left -= histogram[brightness]) > 0) brightness++
  if (brightness >= 85 || width < 3 || height < 3) return false
  let flat = 0
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const place = y * width + x, value = pixels[place]
      const isFlat = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1].every((offset) => pixels[place + offset] === value)
      if (isFlat) flat++
    }
  }
  return flat * 1000 < 900 * (width - 2) * (height - 2)
}
