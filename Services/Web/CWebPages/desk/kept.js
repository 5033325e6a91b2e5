// What a tail keeps: the newest records, and how many fell out.

/** How many of them. */
export const most = 5000

export function keeping() {
  // Newest last, so that one more costs nothing.
  const kept = []
  let waiting = [], dropped = 0
  const cut = (list) => {
    if (list.length <= most) return
    dropped += list.length - most
    list.splice(0, list.length - most)
  }
  return {
    add(record) {
      waiting.push(record)
      // Nobody sees them before the next paint, which a page in the background does not have.
      if (waiting.length > 2 * most) cut(waiting)
    },
    /** Takes what has come since the time before to the others; returns how many these are. */
    take() {
      const count = Math.min(waiting.length, most)
      for (const record of waiting) kept.push(record)
      waiting = []
      cut(kept)
      return count
    },
    get count() { return kept.length },
    get waiting() { return Math.min(waiting.length, most) },
    get dropped() { return dropped },
    /** The newest is 0. */
    at: (index) => kept[kept.length - 1 - index],
    indexOf: (record) => { const at = kept.lastIndexOf(record); return at < 0 ? -1 : kept.length - 1 - at },
    find: (test) => kept.findLast(test),
  }
}
