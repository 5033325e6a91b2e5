// Unfinished uploads, remembered by the browser, so that they go on after a reload. The link's secret is not among what is kept.

const store = 'transfers'

/** Runs `act` in one tab only; in the others nothing happens, and the answer is false. */
export async function alone(id, act) {
  const run = async () => { await act(); return true }
  if (!navigator.locks) return run()
  return navigator.locks.request('docket-' + id, { ifAvailable: true }, (lock) => (lock ? run() : false))
}

export function makeKept(shared) {
  const { start, signal } = shared
  const opened = new Promise((resolve) => {
    try {
      const request = indexedDB.open('docket-uploads', 1)
      request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'id' })
      request.onsuccess = () => {
        resolve(request.result)
        signal.addEventListener('abort', () => request.result.close())
        if (signal.aborted) request.result.close()
      }
      request.onerror = request.onblocked = () => resolve(null)
    } catch { resolve(null) }
  })

  async function run(mode, act) {
    const database = await opened
    if (!database) throw new Error('no storage')
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode)
      const request = act(transaction.objectStore(store))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = transaction.onabort = () => reject(transaction.error)
    })
  }

  let last = 0
  /** Throws when there is no room. No two are of the same moment: what waits goes on in its order, which is that of the pages. */
  function keep(record) {
    const at = last = Math.max(Date.now(), last + 1)
    return run('readwrite', (all) => all.put({ ...record, submission: start.submission, at }))
  }
  /** What is remembered of one; undefined when it is no more, and null where that cannot be asked. */
  const recall = (id) => run('readonly', (all) => all.get(id)).catch(() => null)
  const forget = (id) => run('readwrite', (all) => all.delete(id)).catch(() => {})

  /** Those of this submission. What is older than a week is of no use to anybody. */
  async function remembered() {
    const all = await run('readonly', (all) => all.getAll()).catch(() => [])
    for (const old of all.filter((record) => Date.now() - record.at > 7 * 86400e3)) forget(old.id)
    return all.filter((record) => record.submission === start.submission && Date.now() - record.at <= 7 * 86400e3).sort((one, other) => one.at - other.at)
  }

  return { keep, recall, forget, remembered }
}
