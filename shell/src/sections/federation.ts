import { getInstance } from '@module-federation/enhanced/runtime'
import { SectionFailure } from './section-failure.ts'
import { ENTRY_TIMEOUT_MS, TimeoutError, withTimeout } from './section-timeouts.ts'

/** The container of a section, as section.json announces it. */
export interface Entry {
  readonly container: string
  readonly address: string
  /** Absent only in development. */
  readonly integrity: string | null
}
/** Fetches a container and resolves with its `./section`. `attempt` counts from 0 until the page is reloaded. */
export type LoadEntry = (entry: Entry, attempt: number) => Promise<unknown>

interface Script {
  readonly integrity: string | null
  status: 'pending' | 'loaded' | 'failed'
}
const scripts = new Map<string, Script>()
/** Makes the retry addresses of this page differ from those of earlier pages, which the browser may have cached. */
const pageId = Math.round(performance.timeOrigin).toString(36)
let prepared = false

/** The only caller of federation's runtime. Rejects with a SectionFailure, or with what the code threw. */
export const loadEntry: LoadEntry = async ({ container, address, integrity }, attempt) => {
  const runtime = prepare()
  // A request that hangs and wrong bytes both stay in the browser's cache: a retry needs another address.
  const url = attempt === 0 ? address : `${address}?retry=${String(attempt)}-${pageId}`
  const script: Script = { integrity, status: 'pending' }
  scripts.set(url, script)
  runtime.registerRemotes([{ name: container, entry: url, type: 'global', entryGlobalName: container }], {
    force: attempt > 0,
  })
  const module = runtime.loadRemote<{ readonly default?: unknown }>(`${container}/section`)
  try {
    return (await withTimeout(ENTRY_TIMEOUT_MS, module))?.default
  } catch (error) {
    if (script.status === 'failed')
      throw await explain(
        new SectionFailure('unreachable', `${fileOf(address)} could not be fetched`, address),
        integrity,
      )
    throw script.status === 'pending' || error instanceof TimeoutError ? timedOut(address) : error
  } finally {
    scripts.delete(url)
  }
}

function prepare() {
  const runtime = getInstance()
  if (!runtime) throw new Error('The shell was built without federation.')
  if (!prepared)
    runtime.registerPlugins([
      {
        name: 'holdall-scripts',
        createScript({ url }) {
          const known = scripts.get(url)
          const script = document.createElement('script')
          script.src = url
          script.async = true
          script.crossOrigin = 'anonymous'
          script.fetchPriority = 'high'
          if (known?.integrity) script.integrity = known.integrity
          script.addEventListener('load', () => {
            if (known) known.status = 'loaded'
          })
          script.addEventListener('error', () => {
            if (known) known.status = 'failed'
          })
          return { script, timeout: ENTRY_TIMEOUT_MS }
        },
      },
    ])
  prepared = true
  return runtime
}

const timedOut = (address: string) =>
  new SectionFailure(
    'timeout',
    `${fileOf(address)} did not come (time-out after ${String(ENTRY_TIMEOUT_MS / 1000)} s)`,
    address,
  )

/**
 * A script element does not say why a file did not run; plain requests do. The browser checks the integrity itself, which
 * also works without `crypto.subtle`, on plain http.
 */
export async function explain(failure: SectionFailure, integrity: string | null): Promise<SectionFailure> {
  const { problem, address } = failure
  if (problem !== 'unreachable' || address === null) return failure
  const request = (options: RequestInit) => withTimeout(ENTRY_TIMEOUT_MS, fetch(address, options))
  const isAnnounced = (cache: RequestCache) =>
    integrity === null ||
    request({ integrity, cache }).then(
      () => true,
      () => false,
    )
  const wrong = (where: string) =>
    new SectionFailure('integrity', `${fileOf(address)}${where} is not the file that section.json announces`, address)
  try {
    const answer = await request({ cache: 'no-store' })
    if (!answer.ok)
      return new SectionFailure(problem, `${failure.message}: the server answered ${String(answer.status)}`, address)
    if (!(await isAnnounced('no-store'))) return wrong('')
    if (!(await isAnnounced('force-cache'))) return wrong(' in the cache of this browser')
  } catch {
    // No answer at all: the failure already says so.
  }
  return failure
}

const fileOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)
