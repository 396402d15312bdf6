import { type AppImageName, appImageNames, type SetupApp, type SetupValues } from '@holdall/api'
import type { Config } from '../../infrastructure/config/config.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { SettingName } from '../../infrastructure/setting-definitions/setting-definitions.ts'
import { appImageUrl } from '../client-config/app-images.ts'
import { registrationMode } from '../registration/registration-mode.ts'
import { presentBroadcast, presentDatabase, presentMail } from './connection-addresses.ts'
import { hasContent } from './database-check.store.ts'
import { readProgress } from './setup-progress.ts'

/** The settings behind the fields of the step, besides `registration`, which has two. */
export const appSettings = {
  name: 'app.name',
  description: 'app.description',
  accent: 'app.accent',
  contact_email: 'app.contact_email',
  default_quota_bytes: 'storage.default_quota_bytes',
  max_team_members: 'teams.max_members',
  subscription_type: 'subscription.type',
} as const satisfies Record<Exclude<keyof SetupApp, 'registration'>, SettingName>

type Part = 'database' | 'storage' | 'mail' | 'broadcast' | 'public_url'
const partVariables: Readonly<Record<Part, (variable: string) => boolean>> = {
  database: (variable) => variable === 'HOLDALL_DATABASE_URL',
  storage: (variable) => variable === 'HOLDALL_STORAGE_DRIVER' || variable.startsWith('HOLDALL_S3_'),
  mail: (variable) => variable === 'HOLDALL_SMTP_URL',
  broadcast: (variable) => variable.startsWith('HOLDALL_BROADCAST_'),
  public_url: (variable) => variable === 'HOLDALL_PUBLIC_URL',
}

/** What sets a part of the configuration where the wizard cannot; undefined where it can: config.json is its own file. */
export function lockOf({ sources }: Pick<Config, 'sources'>, part: Part | 'outgoing'): string | undefined {
  const isOf = part === 'outgoing' ? (name: string) => name === 'HOLDALL_OUTGOING_ALLOW' : partVariables[part]
  return Object.entries(sources).find(([variable, source]) => isOf(variable) && source !== 'config.json')?.[1]
}

type Settings = Infrastructure['settings']

/** What sets a setting where the wizard cannot. Here config.json is one: it comes before what is set. */
export async function settingLockOf(settings: Settings, name: SettingName): Promise<string | undefined> {
  const source = (await settings.sources())[name]
  return source === 'set' || source === 'default' ? undefined : source
}

/** What sets who may sign up. The older switch only where it closes sign-up: where it is on, any mode can be chosen. */
export async function registrationLockOf(settings: Settings): Promise<string | undefined> {
  const lock = await settingLockOf(settings, 'registration.mode')
  return (
    lock ?? ((await settings.get('registration.allowed')) ? undefined : settingLockOf(settings, 'registration.allowed'))
  )
}

function presentStorage({ storage, dataDir, variables }: Config): SetupValues['storage'] {
  const { driver, s3 } = storage
  if (driver === 'local' || !s3) return { driver: 'local', path: dataDir }
  return {
    driver: 's3',
    provider: variables['HOLDALL_S3_PROVIDER'] ?? 'other',
    region: s3.region,
    endpoint: variables['HOLDALL_S3_ENDPOINT'] ?? null,
    bucket: s3.bucket,
    key: s3.accessKeyId,
    path_style: s3.isPathStyle,
    prefix: s3.prefix.replace(/\/$/, ''),
    has_secret: true,
  }
}

type Deps = Pick<Infrastructure, 'config' | 'db' | 'mailFolder' | 'settings'>

/** What is configured, for the forms of the wizard. */
export async function presentValues({ config, db, mailFolder, settings }: Deps): Promise<SetupValues> {
  const all = await settings.all()
  const locked: { name: string; by: string }[] = []
  for (const part of Object.keys(partVariables) as Part[]) {
    const by = lockOf(config, part)
    if (by !== undefined) locked.push({ name: part, by })
  }
  const named = [...Object.entries(appSettings), ...appImageNames.map((name) => [name, `app.${name}`] as const)]
  for (const [name, setting] of named) {
    const by = await settingLockOf(settings, setting)
    if (by !== undefined) locked.push({ name, by })
  }
  const registrationLock = await registrationLockOf(settings)
  if (registrationLock !== undefined) locked.push({ name: 'registration', by: registrationLock })
  const images = Object.fromEntries(appImageNames.map((name) => [name, appImageUrl(all, name)]))
  return {
    database: presentDatabase(config.databaseUrl),
    database_has_data: await hasContent(db),
    storage: presentStorage(config),
    mail: presentMail(config.smtpUrl, mailFolder.path),
    broadcast: presentBroadcast(config.broadcast),
    public_url: config.publicUrl,
    app: {
      name: all['app.name'],
      description: all['app.description'],
      accent: all['app.accent'],
      contact_email: all['app.contact_email'] ?? '',
      registration: registrationMode(all),
      default_quota_bytes: all['storage.default_quota_bytes'],
      max_team_members: all['teams.max_members'],
      subscription_type: all['subscription.type'],
    },
    images: images as Record<AppImageName, string | null>,
    purchase_code: readProgress(config.dataDir).purchase_code,
    locked,
  }
}
