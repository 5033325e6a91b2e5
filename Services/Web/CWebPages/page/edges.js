// Finds the sheet in a photo: the four long edges that stand out, and where they meet. Pure: from grey pixels to corners.

const angles = 120, most = 14, samples = 28
const cosines = Float32Array.from({ length: angles }, (_, n) => Math.cos(n * Math.PI / angles))
const sines = Float32Array.from({ length: angles }, (_, n) => Math.sin(n * Math.PI / angles))

/** The longest side that edges are looked for at. */
export const edgeSide = 220

/** The corners of a sheet, from the top left clockwise, as parts of the width and height (0 to 1); null where none is sure. */
export function sheetIn({ width, height, pixels }) {
  const edges = gradients(width, height, pixels)
  if (!edges) return null
  const lines = linesIn(edges)
  let best = null
  for (const { corners, area } of quads(lines, width, height)) {
    const support = Math.min(...corners.map((corner, n) => supportOf(edges, corner, corners[(n + 1) % 4])))
    // Each side has to be seen along most of its length; of two that are, the larger one is the sheet, and not what is printed on it.
    if (support < 0.55) continue
    const score = support * support * Math.sqrt(area)
    if (!best || score > best.score) best = { corners, score }
  }
  return best && best.corners.map(([x, y]) => [within((x + 0.5) / width), within((y + 0.5) / height)])
}

const within = (value) => Math.min(1, Math.max(0, value))

/** How steep brightness is at each place, and which way; what is flat counts as nothing. */
function gradients(width, height, pixels) {
  const soft = softened(width, height, pixels)
  const steep = new Float32Array(width * height), direction = new Uint8Array(width * height)
  let sum = 0
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const p = y * width + x
      const across = soft[p - width + 1] + 2 * soft[p + 1] + soft[p + width + 1] - soft[p - width - 1] - 2 * soft[p - 1] - soft[p + width - 1]
      const down = soft[p + width - 1] + 2 * soft[p + width] + soft[p + width + 1] - soft[p - width - 1] - 2 * soft[p - width] - soft[p - width + 1]
      const value = Math.abs(across) + Math.abs(down)
      steep[p] = value
      sum += value
      if (value > 12) direction[p] = Math.floor((Math.atan2(down, across) + Math.PI) / Math.PI * angles) % angles
    }
  }
  const least = Math.max(24, 1.6 * sum / steep.length)
  return width > 16 && height > 16 ? { width, height, steep, direction, least } : null
}

function softened(width, height, pixels) {
  const across = new Float32Array(width * height), soft = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const p = y * width + x
      across[p] = (pixels[x ? p - 1 : p] + 2 * pixels[p] + pixels[x < width - 1 ? p + 1 : p]) / 4
    }
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const p = y * width + x
      soft[p] = (across[y ? p - width : p] + 2 * across[p] + across[y < height - 1 ? p + width : p]) / 4
    }
  }
  return soft
}

/** The lines that most of what is steep lies on (Hough): a place votes only for those that run across its own slope. */
function linesIn({ width, height, steep, direction, least }) {
  const reach = Math.ceil(Math.hypot(width, height)), rows = 2 * reach + 1
  const votes = new Float32Array(angles * rows)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const p = y * width + x
      if (steep[p] < least) continue
      const weight = Math.min(steep[p], 160)
      for (let turn = -3; turn <= 3; turn++) {
        const angle = (direction[p] + turn + angles) % angles
        votes[angle * rows + Math.round(x * cosines[angle] + y * sines[angle]) + reach] += weight
      }
    }
  }
  const enough = 160 * Math.min(width, height) * 0.1
  const peaks = []
  for (let place = 0; place < votes.length; place++) {
    if (votes[place] > enough) peaks.push({ angle: Math.floor(place / rows), distance: place % rows - reach, votes: votes[place] })
  }
  peaks.sort((one, other) => other.votes - one.votes)
  const lines = []
  for (const peak of peaks) {
    if (lines.length === most) break
    if (!lines.some((line) => isAlike(line, peak))) lines.push(peak)
  }
  return lines
}

/** Nearly the same line; the one that is turned by half has its distance on the other side. */
function isAlike(line, other) {
  let turn = Math.abs(line.angle - other.angle), distance = other.distance
  if (turn > angles / 2) { turn = angles - turn; distance = -distance }
  return turn <= 6 && Math.abs(line.distance - distance) <= 5
}

/** Two pairs of lines that go about the same way, and where they meet: large enough, and in the picture. */
function* quads(lines, width, height) {
  const pairs = []
  for (let n = 0; n < lines.length; n++) {
    for (let m = n + 1; m < lines.length; m++) if (gap(lines[n].angle, lines[m].angle) <= angles / 5) pairs.push([lines[n], lines[m]])
  }
  for (let n = 0; n < pairs.length; n++) {
    for (let m = n + 1; m < pairs.length; m++) {
      if (pairs[n].some((one) => pairs[m].some((other) => one === other || gap(one.angle, other.angle) < angles / 4))) continue
      const [a, b] = pairs[n], [c, d] = pairs[m]
      const corners = inOrder([meeting(a, c), meeting(a, d), meeting(b, d), meeting(b, c)])
      if (!corners.every(([x, y]) => x > -0.03 * width && y > -0.03 * height && x < 1.03 * width && y < 1.03 * height)) continue
      const area = areaOf(corners) / (width * height)
      if (area >= 0.12 && area <= 0.985 && isBentOut(corners)) yield { corners, area }
    }
  }
}

const gap = (one, other) => Math.min(Math.abs(one - other), angles - Math.abs(one - other))

function meeting(one, other) {
  const [a, b, c, d] = [cosines[one.angle], sines[one.angle], cosines[other.angle], sines[other.angle]]
  const below = a * d - b * c
  return [(one.distance * d - b * other.distance) / below, (a * other.distance - one.distance * c) / below]
}

/** Clockwise from the one nearest to the top left. */
function inOrder(corners) {
  if (signed(corners) < 0) corners.reverse()
  let first = 0
  for (let n = 1; n < 4; n++) if (corners[n][0] + corners[n][1] < corners[first][0] + corners[first][1]) first = n
  return [0, 1, 2, 3].map((n) => corners[(first + n) % 4])
}

const signed = (corners) => corners.reduce((sum, [x, y], n) => sum + x * corners[(n + 1) % 4][1] - y * corners[(n + 1) % 4][0], 0) / 2
const areaOf = (corners) => Math.abs(signed(corners))
const isBentOut = (corners) => corners.every(([x, y], n) => {
  const next = corners[(n + 1) % 4], last = corners[(n + 2) % 4]
  return (next[0] - x) * (last[1] - next[1]) - (next[1] - y) * (last[0] - next[0]) > 0
})

/** The part of a side along which an edge is seen that runs its way. */
function supportOf({ width, height, steep, direction, least }, [x, y], [toX, toY]) {
  const way = Math.floor((Math.atan2(toX - x, y - toY) + Math.PI) / Math.PI * angles) % angles
  let seen = 0, asked = 0
  for (let n = 1; n < samples; n++) {
    const column = Math.round(x + (toX - x) * n / samples), row = Math.round(y + (toY - y) * n / samples)
    if (column < 2 || row < 2 || column > width - 3 || row > height - 3) continue
    asked++
    let isSeen = false
    for (let down = -1; down <= 1 && !isSeen; down++) {
      for (let across = -1; across <= 1 && !isSeen; across++) {
        const p = (row + down) * width + column + across
        isSeen = steep[p] >= least && gap(direction[p], way) <= 9
      }
    }
    if (isSeen) seen++
  }
  return asked > samples / 2 ? seen / asked : 0
}
