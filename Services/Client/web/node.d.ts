import type { ReadableFile } from './client.js'

/** Opens a file of a disk to send; it is read piece by piece. Close it afterwards. */
export function openFile(path: string): Promise<ReadableFile & { name: string; close(): Promise<void> }>
