import type { SectionProblem } from '@holdall/section'

/** A section that could not be shown. The message is technical and in English. */
export class SectionFailure extends Error {
  override readonly name = 'SectionFailure'
  readonly problem: SectionProblem
  /** The address of the file that failed, if there is one. */
  readonly address: string | null

  constructor(problem: SectionProblem, message: string, address: string | null = null) {
    super(message)
    this.problem = problem
    this.address = address
  }
}

/** Anything thrown while loading, as a SectionFailure. */
export function asFailure(error: unknown, address: string): SectionFailure {
  if (error instanceof SectionFailure) return error
  if (isChunkError(error))
    return new SectionFailure(error.type === 'timeout' ? 'timeout' : 'unreachable', chunkSentence(error), error.request)
  return new SectionFailure(
    'threw',
    error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    address,
  )
}

/** What webpack throws when a chunk cannot be loaded. */
export interface ChunkError extends Error {
  /** `missing` when the file was loaded and does not contain the chunk. */
  readonly type: string
  readonly request: string
}

export function isChunkError(error: unknown): error is ChunkError {
  return error instanceof Error && error.name === 'ChunkLoadError'
}

const words: Readonly<Record<string, string>> = { timeout: 'time-out', error: 'error', missing: 'missing file' }

/** "Loading chunk 412 failed (time-out)", without the rest of webpack's message. */
export function chunkSentence(error: ChunkError): string {
  const [sentence = error.message] = error.message.split(/[.\n]/)
  return `${sentence} (${words[error.type] ?? error.type})`
}
