import type { ComposedSection, Sections, ServedSection } from '@holdall/api'
import type { SectionModule, SectionsApi, SectionStatus } from '@holdall/section'
import { createStore } from 'zustand'
import { readable } from '../readable.ts'
import { asFailure, SectionFailure } from './failure.ts'
import { type Handshake, Incompatible, shakeHands } from './handshake.ts'

export interface LoadedSection {
  readonly served: ServedSection
  readonly module: SectionModule
}

export interface ShellSections extends SectionsApi {
  /** Fetches and starts a section, once. Rejects with Incompatible or a SectionFailure; the status says the same. */
  load(id: string): Promise<LoadedSection>
  /** Tries again what failed, with what the server composes by now. */
  again(id: string): Promise<LoadedSection>
  /** Takes another version when the server composes one by now; what runs stays when there is none. */
  renew(id: string): Promise<void>
  /** The section when it is ready. */
  loaded(id: string): LoadedSection | null
  /** What would be loaded of each section that can be. */
  readonly served: () => readonly ServedSection[]
}

export interface SectionsDeps extends Omit<Handshake, 'nextAttempt'> {
  readonly composed: Sections
  /** The composition as it is now, for Retry: an operator may have mended it meanwhile. */
  readonly recompose: () => Promise<Sections>
  /** Told of every version that failed here. */
  readonly onFailure: (section: { readonly id: string; readonly version: string }, failure: SectionFailure) => void
  /** Told when an earlier version had to take over. */
  readonly onLastGood: (id: string, version: string) => void
}

type Statuses = Readonly<Record<string, SectionStatus>>

/** Every section of the page, where it stands, and the way to load it. One that fails leaves the others alone. */
export function createSections(deps: SectionsDeps): ShellSections {
  let composed = byId(deps.composed)
  const store = createStore<Statuses>(() =>
    Object.fromEntries([...composed].map(([id, section]) => [id, firstStatus(section)])),
  )
  const loading = new Map<string, Promise<LoadedSection>>()
  const ready = new Map<string, LoadedSection>()
  const attempts = new Map<string, number>()

  const set = (id: string, status: SectionStatus) => {
    store.setState({ [id]: status })
  }
  const nextAttempt = (container: string) => {
    const attempt = attempts.get(container) ?? 0
    attempts.set(container, attempt + 1)
    return attempt
  }

  async function tryVersion(served: ServedSection): Promise<LoadedSection> {
    try {
      return { served, module: await shakeHands(served, { ...deps, nextAttempt }) }
    } catch (error) {
      if (error instanceof Incompatible) throw error
      const failure = asFailure(error, served.base + served.entry)
      deps.onFailure(served, failure)
      throw failure
    }
  }

  async function loadAny(id: string): Promise<LoadedSection> {
    const section = composed.get(id)
    const candidates = candidatesOf(section)
    let reason: unknown = refusalOf(id, section)
    for (const [index, served] of candidates.entries()) {
      try {
        const found = await tryVersion(served)
        const lastGood = index > 0 || section?.state !== 'ok'
        ready.set(id, found)
        set(id, { state: 'ready', version: served.version, lastGood })
        if (lastGood) deps.onLastGood(id, served.version)
        return found
      } catch (error) {
        // The newest version's reason is the one that says what to mend.
        reason ??= error
      }
    }
    set(id, section?.state === 'disabled' ? { state: 'disabled' } : statusOf(reason))
    throw reason
  }

  const load: ShellSections['load'] = (id) => {
    const known = loading.get(id)
    if (known) return known
    if (candidatesOf(composed.get(id)).length > 0) set(id, { state: 'loading' })
    const promise = loadAny(id)
    loading.set(id, promise)
    return promise
  }

  const recompose = () =>
    deps.recompose().then(
      (fresh) => {
        composed = byId(fresh)
      },
      // Without a new composition the known one is tried again.
      () => undefined,
    )

  const again: ShellSections['again'] = (id) => {
    const status = store.getState()[id]?.state
    if (status !== 'failed' && status !== 'incompatible') return load(id)
    set(id, { state: 'loading' })
    const promise = recompose().then(() => loadAny(id))
    loading.set(id, promise)
    return promise
  }

  const renew: ShellSections['renew'] = async (id) => {
    await recompose()
    const [newest] = candidatesOf(composed.get(id))
    if (!newest || newest.base === ready.get(id)?.served.base) return
    set(id, { state: 'loading' })
    const promise = loadAny(id)
    loading.set(id, promise)
    await promise
  }

  return {
    ...readable(store),
    load,
    again,
    renew,
    loaded: (id) => ready.get(id) ?? null,
    served: () => [...composed.values()].flatMap((section) => candidatesOf(section).slice(0, 1)),
    retry(id) {
      again(id).catch(() => undefined)
    },
  }
}

const byId = ({ sections }: Sections) => new Map(sections.map((section) => [section.id, section]))

/** Versions to try, the newest first. */
function candidatesOf(section: ComposedSection | undefined): readonly ServedSection[] {
  if (!section || section.state === 'disabled') return []
  const newest = section.state === 'ok' ? [section.section] : []
  return section.fallback ? [...newest, section.fallback] : newest
}

function refusalOf(id: string, section: ComposedSection | undefined): Error | null {
  switch (section?.state) {
    case undefined:
      return new SectionFailure('broken', `No section ${id} is installed`)
    case 'disabled':
      return new SectionFailure('broken', `Section ${id} is turned off`)
    case 'broken':
      return new SectionFailure('broken', section.reason)
    case 'incompatible':
      return new Incompatible(section.needs, section.has)
    case 'ok':
      return null
  }
}

function firstStatus(section: ComposedSection): SectionStatus {
  if (section.state === 'disabled') return { state: 'disabled' }
  const refusal = candidatesOf(section).length > 0 ? null : refusalOf(section.id, section)
  return refusal ? statusOf(refusal) : { state: 'idle' }
}

function statusOf(reason: unknown): SectionStatus {
  if (reason instanceof Incompatible) return { state: 'incompatible', needs: reason.needs, has: reason.has }
  const { problem, message, address } = asFailure(reason, '')
  return { state: 'failed', problem, reason: message, address }
}
