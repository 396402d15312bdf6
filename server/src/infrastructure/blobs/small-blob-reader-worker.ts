import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { ReadAnswer, ReadRequest } from './small-blob-reader.ts'

function read(path: string, into: Uint8Array): string | null {
  try {
    const file = openSync(path, 'r')
    try {
      for (let at = 0; at < into.length;) {
        const count = readSync(file, into, at, into.length - at, at)
        if (count === 0) return 'a blob is shorter than its row says'
        at += count
      }
      return null
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return String(error)
  }
}

parentPort?.on('message', ({ files, memory }: ReadRequest) => {
  let at = 0
  const answer: ReadAnswer = files.map(({ path, size }) => read(path, memory.subarray(at, (at += size))))
  parentPort?.postMessage(answer)
})
