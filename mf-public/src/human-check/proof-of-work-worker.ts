import type { Challenge } from 'altcha-lib/types'
import { solveProofOfWork } from './solve-proof-of-work.ts'

// The entry of a worker: it gets one challenge, and answers its solution or null.
globalThis.addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  void solveProofOfWork(data).then((solution) => globalThis.postMessage(solution))
})
