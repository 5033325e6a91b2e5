// What a tail keeps: the newest events, and how many fell out.

/** How many of them. */
export const most = 5000

export function keeping() {
  // Newest last, so that one more costs nothing.
  let kept = [], waiting = [], skipped = 0
  const cut = (list) => {
    if (list.length <= most) return
    skipped += list.length - most
    list.splice(0, list.length - most)
  }
  return {
    add(event) {
      waiting.push(event)
      // Nobody sees them before the next paint, which a page in the background does not have.
      if (waiting.length > 2 * most) cut(waiting)
    },
    /** Takes what has come since the time before to the others; returns how many these are. */
    take() {
      const count = Math.min(waiting.length, most)
      kept = kept.length ? kept.concat(waiting) : waiting
      waiting = []
      cut(kept)
      return count
    },
    get count() { return kept.length },
    get waiting() { return Math.min(waiting.length, most) },
    get skipped() { return skipped },
    /** The newest is 0. */
    at: (index) => kept[kept.length - 1 - index],
    indexOf: (event) => { const at = kept.lastIndexOf(event); return at < 0 ? -1 : kept.length - 1 - at },
    of: (submission) => kept.filter(({ event }) => event.subject === submission),
  }
}
