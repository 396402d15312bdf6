import { type Clock, second } from '../clock.ts'
import type { Db } from '../db/transact.ts'
import { refuseInTransaction } from '../db/transaction-context.ts'
import { workOwner } from '../fair-queue.ts'
import { definitions, type SettingName, type SettingValues } from '../setting-definitions/setting-definitions.ts'
import { checkSetting, type FixedSettings } from '../setting-definitions/fixed-settings.ts'
import { createSettingsStore } from './settings.store.ts'

export interface Settings {
  all(): Promise<SettingValues>
  get<N extends SettingName>(name: N): Promise<SettingValues[N]>
  /** Of no effect while the environment or config.json decides. Throws when the value is invalid. */
  set<N extends SettingName>(name: N, value: SettingValues[N]): Promise<void>
  /** Back to the default. */
  unset(name: SettingName): Promise<void>
  /** Where the value of a setting comes from: a variable, `config.json`, `set` or `default`. */
  sources(): Promise<Readonly<Record<SettingName, string>>>
}

/** Another node, or the command line, may have written: cached values are read again after this time. */
export const settingsTtlMs = 5 * second

export function createSettings(db: Db, clock: Clock, fixed: FixedSettings): Settings {
  const store = createSettingsStore(db)
  /** One read for all calls that come meanwhile: images among the values take milliseconds to be checked. */
  let cached: { readonly values: Promise<SettingValues>; readonly at: number } | undefined

  /** The values in the table that are still valid. */
  async function stored(): Promise<ReadonlyMap<string, unknown>> {
    // All callers wait for the one read, so that it takes turns for none of them.
    const rows = await workOwner.run('settings', () => store.all())
    return new Map(
      rows
        .filter(({ name }) => Object.hasOwn(definitions, name))
        .map(({ name, value }) => [name, checkSetting(name as SettingName, parseJson(value))] as const)
        .filter(([, value]) => value !== undefined),
    )
  }

  async function read(): Promise<SettingValues> {
    const edited = await stored()
    const values = Object.fromEntries(
      Object.entries(definitions).map(([name, { initial }]) => [name, edited.has(name) ? edited.get(name) : initial]),
    )
    return { ...values, ...fixed.values } as SettingValues
  }

  function all(): Promise<SettingValues> {
    // Cached values too: whether they are would decide about it.
    refuseInTransaction()
    const now = clock.now()
    if (cached && now - cached.at < settingsTtlMs && now >= cached.at) return cached.values
    const reading = { values: read(), at: now }
    cached = reading
    reading.values.catch(() => {
      if (cached === reading) cached = undefined
    })
    return reading.values
  }

  return {
    all,
    get: async (name) => (await all())[name],
    async set(name, value) {
      const checked = checkSetting(name, value)
      if (checked === undefined) throw new Error(`${name} does not take ${JSON.stringify(value)}`)
      await store.put(name, JSON.stringify(checked), clock.now())
      cached = undefined
    },
    async unset(name) {
      await store.remove(name)
      cached = undefined
    },
    async sources() {
      const edited = await stored()
      const sourceOf = (name: string) => fixed.sources[name as SettingName] ?? (edited.has(name) ? 'set' : 'default')
      return Object.fromEntries(Object.keys(definitions).map((name) => [name, sourceOf(name)])) as Record<
        SettingName,
        string
      >
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
