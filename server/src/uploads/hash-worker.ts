import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** What the main thread asks; every request is answered in order, by its `n`. */
export type HashRequest = { readonly n: number } & (
  | {
      readonly op: 'begin-chunk'
      readonly key: string
      readonly whole: boolean
      readonly chunk: boolean
      readonly fresh: boolean
    }
  | { readonly op: 'bytes'; readonly key: string; readonly buffer: SharedArrayBuffer; readonly length: number }
  | { readonly op: 'end-chunk'; readonly key: string }
  | { readonly op: 'keep'; readonly key: string }
  | { readonly op: 'drop'; readonly key: string }
)
export interface HashAnswer {
  readonly n: number
  readonly chunk?: string | undefined
  readonly whole?: string | undefined
}

interface State {
  /** Over the bytes whose offset is acknowledged. */
  kept: Hash | undefined
  /** The same and the chunk under way: it may still be refused. */
  tried: Hash | undefined
  chunk: Hash | undefined
}
const states = new Map<string, State>()

function answer(request: HashRequest): Omit<HashAnswer, 'n'> {
  if (request.op === 'begin-chunk') {
    const kept = request.fresh ? createHash('sha256') : states.get(request.key)?.kept
    states.set(request.key, {
      kept,
      tried: request.whole ? kept?.copy() : undefined,
      chunk: request.chunk ? createHash('sha256') : undefined,
    })
    return {}
  }
  const state = states.get(request.key)
  switch (request.op) {
    case 'bytes': {
      const bytes = new Uint8Array(request.buffer, 0, request.length)
      state?.tried?.update(bytes)
      state?.chunk?.update(bytes)
      return {}
    }
    case 'end-chunk':
      return { chunk: state?.chunk?.digest('hex'), whole: state?.tried?.copy().digest('hex') }
    case 'keep':
      if (state) state.kept = state.tried
      return {}
    case 'drop':
      states.delete(request.key)
      return {}
  }
}

parentPort?.on('message', (request: HashRequest) => {
  parentPort?.postMessage({ n: request.n, ...answer(request) } satisfies HashAnswer)
})
