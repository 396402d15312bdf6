import * as z from 'zod/mini'
import { type Clock, second } from '../clock.ts'
import type { Db } from '../db/transact.ts'

const setting = <T>(schema: z.ZodMiniType<T>, initial: T) => ({ schema, initial })
const bytes = z.int().check(z.nonnegative())

/** Everything an admin may change while Holdall runs. Nothing reaches the table that does not stand here. */
const definitions = {
  'app.name': setting(z.string().check(z.minLength(1), z.maxLength(80)), 'Holdall'),
  'app.accent': setting(z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))), null),
  'app.homepage': setting(z.boolean(), false),
  'app.locale': setting(z.string().check(z.maxLength(35)), 'en-US'),
  'theme.default': setting(z.enum(['light', 'dark', 'system']), 'system' as 'light' | 'dark' | 'system'),
  'registration.allowed': setting(z.boolean(), true),
  /** Null is unlimited. */
  'storage.default_quota_bytes': setting(z.nullable(bytes), null as number | null),
  /** 0 is unlimited. */
  'upload.limit_bytes': setting(bytes, 0),
  'upload.chunk_bytes': setting(bytes.check(z.minimum(65_536), z.maximum(268_435_456)), 8 * 1024 * 1024),
  /** MIME types or extensions. */
  'upload.blocked_types': setting(z.array(z.string().check(z.maxLength(120))), [] as string[]),
  'trash.days': setting(z.int().check(z.minimum(1), z.maximum(3650)), 30),
  /** Locale -> message id -> the operator's text. */
  translations: setting(
    z.record(z.string(), z.record(z.string(), z.string())),
    {} as Record<string, Record<string, string>>,
  ),
}

export type SettingName = keyof typeof definitions
export type SettingValues = { readonly [N in SettingName]: z.output<(typeof definitions)[N]['schema']> }

export interface Settings {
  all(): Promise<SettingValues>
  get<N extends SettingName>(name: N): Promise<SettingValues[N]>
  set<N extends SettingName>(name: N, value: SettingValues[N]): Promise<void>
}

/** Another node, or the command line, may have written: what is remembered is asked for again after this long. */
const freshFor = 5 * second

export function createSettings(db: Db, clock: Clock): Settings {
  let cached: { readonly values: SettingValues; readonly at: number } | undefined

  async function all(): Promise<SettingValues> {
    const now = clock.now()
    if (cached && now - cached.at < freshFor && now >= cached.at) return cached.values
    const rows = await db.selectFrom('settings').select(['name', 'value']).execute()
    const stored = new Map(rows.map((row) => [row.name, row.value]))
    const values = Object.fromEntries(
      Object.entries(definitions).map(([name, { schema, initial }]) => {
        const text = stored.get(name)
        const parsed = text === undefined ? undefined : (schema as z.ZodMiniType).safeParse(JSON.parse(text))
        return [name, parsed?.success ? parsed.data : initial]
      }),
    ) as SettingValues
    cached = { values, at: now }
    return values
  }

  return {
    all,
    get: async (name) => (await all())[name],
    async set(name, value) {
      const text = JSON.stringify((definitions[name].schema as z.ZodMiniType).parse(value))
      const row = { value: text, updated_at: clock.now() }
      await db
        .insertInto('settings')
        .values({ name, ...row })
        .onConflict((c) => c.column('name').doUpdateSet(row))
        .execute()
      cached = undefined
    },
  }
}
