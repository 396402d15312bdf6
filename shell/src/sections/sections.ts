import type { Sections, ServedSection } from '@holdall/api'
import type { Readable, SectionModule, SectionsApi, SectionStatus } from '@holdall/section'
import { createStore } from 'zustand'
import { type KnownSection, knownSections } from '@holdall/api/routing'
import { readable } from '../stores/readable.ts'
import { asFailure, type SectionFailure } from './section-failure.ts'
import { type HandshakeDeps, Incompatible, performHandshake } from './handshake.ts'
import { candidates, firstStatus, refusalOf, statusOf } from './section-status.ts'

export interface LoadedSection {
  readonly served: ServedSection
  readonly module: SectionModule
}
interface Running extends LoadedSection {
  /** Aborts what its `start` began. */
  readonly stop: AbortController
}

/** The server's composition, in which a running section keeps its running version. */
interface Catalogue {
  readonly composed: Sections
  readonly known: readonly KnownSection[]
  readonly isOutdated: boolean
}

export interface ShellSections extends SectionsApi {
  /** Fetches and starts a section, once. Rejects with Incompatible or a SectionFailure; the status says the same. */
  load(id: string): Promise<LoadedSection>
  /** Loads a section again after a failure, from the server's current composition. */
  reload(id: string): Promise<LoadedSection>
  /** Replaces the running version if the server's current composition has another one. */
  renew(id: string): Promise<void>
  /** Fetches the server's current composition; the known one stays when the server does not answer. */
  refresh(): Promise<void>
  /**
   * Handles an error of a running section: reports it and, the first time, loads the last good version. Resolves with
   * the failure and its cause, as far as that is known.
   */
  handleCrash(id: string, error: unknown): Promise<SectionFailure>
  /** The last good version, if it is not the one that runs. */
  lastGood(id: string): ServedSection | null
  /** Replaces the running version by the last good one. */
  takeLastGood(id: string): Promise<void>
  /** The section if it is ready. */
  loaded(id: string): LoadedSection | null
  /** Of each section the running version, else the version that would be loaded. */
  readonly served: () => readonly ServedSection[]
  readonly catalogue: Readable<Catalogue>
}

export interface SectionsDeps extends Omit<HandshakeDeps, 'nextAttempt'> {
  readonly composed: Sections
  /** Fetches the current composition, which an operator may have changed. */
  readonly recompose: () => Promise<Sections>
  /** Finds out why a file did not run; returns the failure unchanged if it cannot. */
  readonly explain: (failure: SectionFailure, integrity: string | null) => Promise<SectionFailure>
  /** Called for every version that fails in this page. */
  readonly onFailure: (section: Pick<ServedSection, 'id' | 'version' | 'base'>, failure: SectionFailure) => void
  /** Called when the last good version is loaded instead of the newest. */
  readonly onLastGood: (id: string, version: string) => void
}

type Statuses = Readonly<Record<string, SectionStatus>>

/** The sections of the page: loads them and keeps their status. One that fails does not affect the others. */
export function createSections(deps: SectionsDeps): ShellSections {
  const firstShell = deps.composed.shell.build
  let all = deps.composed
  let composed = byId(all)
  const store = createStore<Statuses>(() =>
    Object.fromEntries([...composed].map(([id, section]) => [id, firstStatus(section)])),
  )
  const loading = new Map<string, Promise<LoadedSection>>()
  const ready = new Map<string, Running>()
  const attempts = new Map<string, number>()
  /** Folders of versions that failed in this page, at loading or later. */
  const failed = new Set<string>()
  const reported = new Set<string>()

  const candidatesOf = (id: string) => candidates(composed.get(id))
  const isNewest = (id: string, { served }: LoadedSection) => {
    const [newest] = candidatesOf(id)
    return newest === undefined || newest.base === served.base || failed.has(newest.base)
  }
  const describe = (): Catalogue => ({
    composed: all,
    known: knownSections(all, (id) => ready.get(id)?.served),
    isOutdated: all.shell.build !== firstShell || [...ready].some(([id, running]) => !isNewest(id, running)),
  })
  const catalogue = createStore<Catalogue>(describe)
  const publish = () => {
    catalogue.setState(describe(), true)
  }

  const set = (id: string, status: SectionStatus) => {
    store.setState({ [id]: status })
  }
  const nextAttempt = (container: string) => {
    const attempt = attempts.get(container) ?? 0
    attempts.set(container, attempt + 1)
    return attempt
  }
  /** Stops the running version of a section. */
  const drop = (id: string) => {
    ready.get(id)?.stop.abort()
    ready.delete(id)
  }
  const settle = (id: string, found: Running, lastGood: boolean) => {
    ready.set(id, found)
    set(id, { state: 'ready', version: found.served.version, lastGood })
    publish()
    if (lastGood) deps.onLastGood(id, found.served.version)
  }

  async function tryVersion(served: ServedSection): Promise<Running> {
    const stop = new AbortController()
    try {
      return { served, stop, module: await performHandshake(served, { ...deps, nextAttempt }, stop) }
    } catch (error) {
      if (error instanceof Incompatible) throw error
      const failure = asFailure(error, served.base + served.entry)
      deps.onFailure(served, failure)
      throw failure
    }
  }

  async function loadAny(id: string): Promise<LoadedSection> {
    const section = composed.get(id)
    let reason: unknown = refusalOf(id, section)
    for (const [index, served] of candidates(section).entries()) {
      try {
        const found = await tryVersion(served)
        settle(id, found, index > 0 || section?.state !== 'ok')
        return found
      } catch (error) {
        failed.add(served.base)
        // The newest version's reason is the one to report.
        reason ??= error
      }
    }
    set(id, section?.state === 'disabled' ? { state: 'disabled' } : statusOf(reason))
    throw reason
  }

  /** Loads another version; calls of `load` wait for it. */
  const replace = (id: string, act: () => Promise<LoadedSection>) => {
    set(id, { state: 'loading' })
    const promise = act()
    loading.set(id, promise)
    return promise
  }

  const load: ShellSections['load'] = (id) => {
    const known = loading.get(id)
    if (known) return known
    if (candidatesOf(id).length > 0) set(id, { state: 'loading' })
    const promise = loadAny(id)
    loading.set(id, promise)
    return promise
  }

  /** Adopts a composition: stops sections that were disabled, lets those that were enabled be loaded. */
  function adopt(fresh: Sections): void {
    all = fresh
    composed = byId(fresh)
    for (const [id, section] of composed) {
      const status = store.getState()[id]
      if (section.state === 'disabled') drop(id)
      const changed = section.state === 'disabled' || status === undefined || status.state === 'disabled'
      if (!changed) continue
      loading.delete(id)
      set(id, firstStatus(section))
    }
    publish()
  }

  const refresh: ShellSections['refresh'] = () =>
    // Without an answer the known composition is kept.
    deps.recompose().then(adopt, () => undefined)

  const reload: ShellSections['reload'] = (id) => {
    const status = store.getState()[id]?.state
    if (status !== 'failed' && status !== 'incompatible') return load(id)
    return replace(id, async () => {
      await refresh()
      return loadAny(id)
    })
  }

  const renew: ShellSections['renew'] = async (id) => {
    await refresh()
    const [newest] = candidatesOf(id)
    if (!newest || newest.base === ready.get(id)?.served.base) return
    drop(id)
    await replace(id, () => loadAny(id))
  }

  const lastGood: ShellSections['lastGood'] = (id) => {
    const running = ready.get(id)?.served.base
    const section = composed.get(id)
    const fallback = section === undefined || section.state === 'disabled' ? null : section.fallback
    return fallback !== null && running !== undefined && fallback.base !== running ? fallback : null
  }

  const takeLastGood: ShellSections['takeLastGood'] = async (id) => {
    const fallback = lastGood(id)
    const running = ready.get(id)
    if (!fallback || !running) return
    failed.add(running.served.base)
    drop(id)
    await replace(id, async () => {
      try {
        const found = await tryVersion(fallback)
        settle(id, found, true)
        return found
      } catch (error) {
        set(id, statusOf(error))
        throw error
      }
    })
  }

  const handleCrash: ShellSections['handleCrash'] = async (id, error) => {
    const served = ready.get(id)?.served
    const first = asFailure(error, served ? new URL(served.base, location.origin).href : '')
    if (!served) return first
    const file = fileWithin(served, first.address)
    const failure = file === null ? first : await deps.explain(first, served.integrity[file] ?? null)
    const report = `${served.base} ${failure.message}`
    if (!reported.has(report)) deps.onFailure(served, failure)
    reported.add(report)
    const isFirst = !failed.has(served.base)
    // The status has the failure of the last good version.
    if (isFirst && ready.get(id)?.served === served) await takeLastGood(id).catch(() => undefined)
    return failure
  }

  return {
    ...readable(store),
    catalogue: readable(catalogue),
    load,
    reload,
    renew,
    refresh,
    handleCrash,
    lastGood,
    takeLastGood,
    loaded: (id) => ready.get(id) ?? null,
    served: () => [...composed.keys()].flatMap((id) => ready.get(id)?.served ?? candidatesOf(id).slice(0, 1)),
    retry(id) {
      reload(id).catch(() => undefined)
    },
  }
}

const byId = ({ sections }: Sections) => new Map(sections.map((section) => [section.id, section]))

/** The name of a file of the section, from its absolute address. */
function fileWithin({ base, integrity }: ServedSection, address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null
  const { pathname } = new URL(address)
  const file = pathname.startsWith(base) ? pathname.slice(base.length) : ''
  return Object.hasOwn(integrity, file) ? file : null
}
