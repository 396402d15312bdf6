import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { HashRequest } from './stream-hash.ts'

const hashes = new Map<number, Hash>()

/** Throws, which ends the thread: no hash is better than a hash of other bytes. */
function hashOf(id: number): Hash {
  const hash = hashes.get(id)
  if (!hash) throw new Error(`There is no hash ${String(id)}.`)
  return hash
}

parentPort?.on('message', (request: HashRequest) => {
  const { id } = request
  if (request.does === 'create') {
    hashes.set(id, request.from === undefined ? createHash('sha256') : hashOf(request.from).copy())
  } else if (request.does === 'update') {
    hashOf(id).update(request.bytes)
    parentPort?.postMessage('')
  } else if (request.does === 'digest') {
    parentPort?.postMessage(hashOf(id).copy().digest('hex'))
  } else hashes.delete(id)
})
