// A file to send, wherever it is. Of its name only the ending is told to the gateway: the rest may be personal.
import { DocketError, invalid } from './problems.js'

const mediaTypes = {
  jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf', heic: 'image/heic', heif: 'image/heif',
  avif: 'image/avif', webp: 'image/webp', gif: 'image/gif', tif: 'image/tiff', tiff: 'image/tiff', bmp: 'image/bmp', jxl: 'image/jxl',
  jp2: 'image/jp2', dng: 'image/x-adobe-dng',
}
const unreadable = (cause) => new DocketError('file-unreadable', 'The file cannot be read, or has become shorter while it was read.', { cause })

/** What is known of a file: a Blob, bytes, or something with a size that can be read from. */
export function opened(file, options = {}) {
  const name = options.name ?? file?.name
  const extension = /\.([a-z0-9]{1,16})$/i.exec(typeof name === 'string' ? name : '')?.[1].toLowerCase()
  const mediaType = (options.mediaType ?? file?.type) || mediaTypes[extension]
  if (mediaType && !/^[!-~]+\/[ -~]+$/.test(mediaType)) throw invalid('The media type is none.')
  let size, read
  if (typeof Blob !== 'undefined' && file instanceof Blob) {
    size = file.size
    read = async (offset, count) => new Uint8Array(await file.slice(offset, offset + count).arrayBuffer())
  } else if (file instanceof ArrayBuffer || ArrayBuffer.isView(file)) {
    const bytes = file instanceof ArrayBuffer ? new Uint8Array(file) : new Uint8Array(file.buffer, file.byteOffset, file.byteLength)
    size = bytes.length
    read = async (offset, count) => bytes.subarray(offset, offset + count)
  } else if (Number.isSafeInteger(file?.size) && typeof file.read === 'function') {
    size = file.size
    read = (offset, count) => file.read(offset, count)
  } else {
    throw invalid('A file is a Blob, bytes, or has a size and a function read.')
  }
  return {
    size, extension, mediaType,
    async read(offset, count) {
      let bytes
      try { bytes = await read(offset, count) } catch (fault) { throw unreadable(fault) }
      if (bytes.length !== count) throw unreadable()
      return bytes
    },
    /** What goes with it as the whole body of a request. */
    get headers() {
      return { 'content-type': mediaType ?? 'application/octet-stream',
        ...(extension ? { 'content-disposition': `attachment; filename="file.${extension}"` } : {}) }
    },
    async whole() { return file instanceof Blob ? file : this.read(0, size) },
  }
}
