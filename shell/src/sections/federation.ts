import { getInstance } from '@module-federation/enhanced/runtime'
import { SectionFailure } from './failure.ts'
import { Late, within } from './within.ts'

/** The container of a section, as section.json announces it. */
export interface Entry {
  readonly container: string
  readonly address: string
  /** Absent only in development. */
  readonly integrity: string | null
}
/** Fetches a container and hands over its `./section`. `attempt` counts from 0 over the life of the page. */
export type LoadEntry = (entry: Entry, attempt: number) => Promise<unknown>

export const ENTRY_TIMEOUT = 8000

const scripts = new Map<string, { readonly integrity: string | null; fate: 'pending' | 'came' | 'refused' }>()
/** Sets the addresses of this page's repeated requests apart from those of earlier pages, which the browser may have kept. */
const pageMark = Math.round(performance.timeOrigin).toString(36)
let prepared = false

/** The one place that speaks to federation's runtime. Rejects with a SectionFailure, or with what the code threw. */
export const loadEntry: LoadEntry = async ({ container, address, integrity }, attempt) => {
  const runtime = prepare()
  // After a hang the same address stalls again, and wrong bytes stay in the browser's cache: a changed one is fetched anew.
  const url = attempt === 0 ? address : `${address}?retry=${String(attempt)}-${pageMark}`
  const script = { integrity, fate: 'pending' as 'pending' | 'came' | 'refused' }
  scripts.set(url, script)
  runtime.registerRemotes([{ name: container, entry: url, type: 'global', entryGlobalName: container }], {
    force: attempt > 0,
  })
  const module = runtime.loadRemote<{ readonly default?: unknown }>(`${container}/section`)
  try {
    return (await within(ENTRY_TIMEOUT, module))?.default
  } catch (error) {
    if (script.fate === 'refused')
      throw await explain(
        new SectionFailure('unreachable', `${fileOf(address)} could not be fetched`, address),
        integrity,
      )
    throw script.fate === 'pending' || error instanceof Late ? timedOut(address) : error
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
            if (known) known.fate = 'came'
          })
          script.addEventListener('error', () => {
            if (known) known.fate = 'refused'
          })
          return { script, timeout: ENTRY_TIMEOUT }
        },
      },
    ])
  prepared = true
  return runtime
}

const timedOut = (address: string) =>
  new SectionFailure(
    'timeout',
    `${fileOf(address)} did not come (time-out after ${String(ENTRY_TIMEOUT / 1000)} s)`,
    address,
  )

/**
 * A script element does not say why a file did not run: plain requests do. The browser compares the bytes, in places
 * where a page has no cryptography of its own as well.
 */
export async function explain(failure: SectionFailure, integrity: string | null): Promise<SectionFailure> {
  const { problem, address } = failure
  if (problem !== 'unreachable' || address === null) return failure
  const ask = (options: RequestInit) => within(ENTRY_TIMEOUT, fetch(address, options))
  const isAnnounced = (cache: RequestCache) =>
    integrity === null ||
    ask({ integrity, cache }).then(
      () => true,
      () => false,
    )
  const wrong = (where: string) =>
    new SectionFailure('integrity', `${fileOf(address)}${where} is not the file that section.json announces`, address)
  try {
    const answer = await ask({ cache: 'no-store' })
    if (!answer.ok)
      return new SectionFailure(problem, `${failure.message}: the server answered ${String(answer.status)}`, address)
    if (!(await isAnnounced('no-store'))) return wrong('')
    if (!(await isAnnounced('force-cache'))) return wrong(' in the cache of this browser')
  } catch {
    // No answer at all: the failure says so.
  }
  return failure
}

const fileOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)
