import type { ServedSection } from '@holdall/api'
import { type HostApi, type SectionModule, SHELL_API_VERSION } from '@holdall/section'
import { satisfy } from '@module-federation/runtime-core'
import { asFailure, SectionFailure } from './section-failure.ts'
import type { Entry, LoadEntry } from './federation.ts'
import { START_TIMEOUT_MS, TimeoutError, withTimeout } from './section-timeouts.ts'

/** Before the second and the third attempt. */
const RETRY_DELAYS_MS = [500, 1500]

/** The section requires another version of the shell API. */
export class Incompatible extends Error {
  override readonly name = 'Incompatible'
  readonly needs: string
  readonly has: string
  constructor(needs: string, has: string) {
    super(`It needs ${needs}; this is ${has}.`)
    this.needs = needs
    this.has = has
  }
}

export interface HandshakeDeps {
  readonly loadEntry: LoadEntry
  /** The next unused attempt number of this container in this page. */
  readonly nextAttempt: (container: string) => number
  /** Resolves once the host exists: a section may be fetched before that. */
  readonly host: Promise<HostApi>
  /** In production, code without integrity is refused. */
  readonly production: boolean
  readonly pause?: (milliseconds: number) => Promise<void>
}

/**
 * Loads and starts an announced section. Rejects with Incompatible or a SectionFailure. `stop` aborts what its `start`
 * begins.
 */
export async function performHandshake(
  section: ServedSection,
  parts: HandshakeDeps,
  stop: AbortController,
): Promise<SectionModule> {
  const { shellApi } = section.requires
  if (!satisfy(SHELL_API_VERSION, shellApi))
    throw new Incompatible(`shell API ${shellApi}`, `shell API ${SHELL_API_VERSION}`)
  const entry = announced(section, parts.production)
  const module = asModule(section, await loadWithRetries(entry, parts), entry.address)
  await start(module, await parts.host, entry.address, stop)
  return module
}

function announced({ base, entry, container, integrity }: ServedSection, production: boolean): Entry {
  const address = new URL(base + entry, location.origin).href
  const sum = integrity[entry] ?? null
  if (production && !sum?.startsWith('sha384-'))
    throw new SectionFailure('integrity', `section.json names no integrity for ${entry}`, address)
  return { container, address, integrity: sum }
}

async function loadWithRetries(entry: Entry, parts: HandshakeDeps): Promise<unknown> {
  const { pause = sleep } = parts
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await parts.loadEntry(entry, parts.nextAttempt(entry.container))
    } catch (error) {
      const failure = asFailure(error, entry.address)
      const wait = RETRY_DELAYS_MS[attempt - 1]
      // Wrong bytes may come from the browser's cache: the next attempt has another address.
      const isTemporary = ['timeout', 'unreachable', 'integrity'].includes(failure.problem)
      if (!isTemporary) throw failure
      if (wait === undefined)
        throw new SectionFailure(failure.problem, `${failure.message}, ${String(attempt)} attempts`, failure.address)
      await pause(wait)
    }
  }
}

function asModule({ id, version }: ServedSection, found: unknown, address: string): SectionModule {
  const invalid = (message: string) => new SectionFailure('mistaken', message, address)
  if (!isSection(found)) throw invalid('Its default export is no section')
  if (found.id !== id) throw invalid(`It says that it is ${found.id}, and ${id} was announced`)
  if (found.version !== version)
    throw invalid(`It says that it is version ${found.version}, and ${version} was announced`)
  return found
}

function isSection(value: unknown): value is SectionModule {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'section'
}

async function start(module: SectionModule, host: HostApi, address: string, stop: AbortController): Promise<void> {
  try {
    await withTimeout(START_TIMEOUT_MS, Promise.resolve(module.start?.(host, stop.signal)))
  } catch (error) {
    stop.abort()
    const why =
      error instanceof TimeoutError
        ? `did not end in ${String(START_TIMEOUT_MS / 1000)} s`
        : `failed: ${asFailure(error, address).message}`
    throw new SectionFailure('start', `Its start ${why}`, address)
  }
}

const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds)
  })
