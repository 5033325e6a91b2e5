// Files of a disk, for Node: they are read piece by piece as they are sent.
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { DocketError } from './problems.js'

/** Opens a file to send. Close it afterwards. */
export async function openFile(path) {
  try {
    const handle = await open(path, 'r')
    const { size } = await handle.stat()
    return {
      name: basename(path), size,
      async read(offset, count) {
        const bytes = new Uint8Array(count)
        let done = 0
        while (done < count) {
          const { bytesRead } = await handle.read(bytes, done, count - done, offset + done)
          if (bytesRead === 0) break
          done += bytesRead
        }
        return bytes.subarray(0, done)
      },
      close: () => handle.close(),
    }
  } catch (fault) {
    throw new DocketError('file-unreadable', `The file cannot be read: ${fault.code ?? fault.message}.`, { cause: fault })
  }
}
