import { type ClientConfig, Locale, type User } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { humanCheckOf } from '../human-check/human-check.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'
import { registrationMode } from '../registration/registration-mode.ts'
import { visiblePages } from '../pages/page-service.ts'
import { appImageUrl } from './app-images.ts'
import { presentHomepage } from './present-homepage.ts'

const units = ['B', 'kB', 'MB', 'GB', 'TB']

function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${Number(value.toFixed(1))} ${units[unit]}`
}

/** The caller that the config is for. */
export interface ConfigReader {
  /** Null for a visitor. */
  readonly user: User | null
  readonly isSecondFactorPending: boolean
  /** Chosen in the browser. */
  readonly locale: string | null
  /** The address at which the page was opened. */
  readonly request: Pick<FastifyRequest, 'host' | 'protocol'>
}

/** The account's language, else the browser's choice, else the operator's default. */
function localeOf({ user, locale }: ConfigReader, standard: string): string {
  // A locale that was stored under earlier rules may be one that `Intl` rejects.
  return Locale.safeParse(user?.relationships.settings.data.attributes.locale).data ?? locale ?? standard
}

function presentBroadcasting(
  { broadcast }: Infrastructure['config'],
  { driver, key }: Infrastructure['realtime'],
): ClientConfig['broadcasting'] {
  if (broadcast.driver !== 'pusher') return { driver, key, host: null, port: null, tls: null }
  const { host, port, tls } = broadcast
  return { driver, key, host, port, tls }
}

const presentSocialLogins = ({
  google,
  facebook,
  github,
  oidc,
}: Infrastructure['config']['signInProviders']): ClientConfig['socialLogins'] => ({
  google: google !== null,
  facebook: facebook !== null,
  github: github !== null,
  oidc: oidc?.name ?? null,
})

const presentRecaptcha = (
  { recaptcha }: Pick<Infrastructure['config'], 'recaptcha'>,
  isAllowed: boolean,
): ClientConfig['recaptcha'] => ({
  isAllowed,
  isConfigured: recaptcha !== null,
  clientId: isAllowed && recaptcha ? recaptcha.siteKey : null,
  origin: isAllowed && recaptcha ? recaptcha.origin : null,
})

/** What a client needs before its first screen. */
export async function presentConfig(
  services: Pick<Infrastructure, 'config' | 'db' | 'installation' | 'mailer' | 'realtime' | 'settings'>,
  reader: ConfigReader,
): Promise<ClientConfig> {
  const { config, installation } = services
  const settings = await services.settings.all()
  const limit = settings['upload.limit_bytes']
  const locale = localeOf(reader, settings['app.locale'])
  return {
    api: '',
    host: config.publicUrl ?? '',
    name: settings['app.name'],
    version: config.version,
    accent: settings['app.accent'],
    description: settings['app.description'],
    logo: appImageUrl(settings, 'logo'),
    logos: {
      dark: appImageUrl(settings, 'logo_dark'),
      horizontal: appImageUrl(settings, 'logo_horizontal'),
      horizontalDark: appImageUrl(settings, 'logo_horizontal_dark'),
    },
    locale,
    installation: (await installation.isDone()) ? 'installation-done' : 'installation-needed',
    allowHomepage: settings['app.homepage'],
    homepage: presentHomepage(settings),
    contact: settings['app.contact_email'] !== null,
    pages: await visiblePages(services, locale),
    isAuthenticated: reader.user !== null,
    offersDemo: config.demo,
    secondFactorPending: reader.isSecondFactorPending,
    defaultThemeMode: settings['theme.default'],
    defaultEmoji: settings['emoji.default'],
    subscriptionType: settings['subscription.type'],
    storageLimit: settings['storage.default_quota_bytes'] !== null,
    chunkSize: settings['upload.chunk_bytes'],
    uploadLimit: limit,
    uploadLimitFormatted: limit === 0 ? '' : formatBytes(limit),
    mimetypesBlacklist: settings['upload.blocked_types'],
    allowEmptyFiles: settings['upload.allow_empty'],
    skippedNames: settings['upload.skipped_names'],
    registration: registrationMode(settings),
    allowRegistration: registrationMode(settings) === 'open',
    proofOfWork: humanCheckOf(config, settings) === 'proof-of-work',
    recaptcha: presentRecaptcha(config, humanCheckOf(config, settings) === 'recaptcha'),
    emailVerification: services.mailer.delivers,
    passkeys: relyingPartyOf(config, reader.request) !== null,
    socialLogins: presentSocialLogins(config.signInProviders),
    trashDays: settings['trash.days'],
    broadcasting: presentBroadcasting(config, services.realtime),
  }
}
