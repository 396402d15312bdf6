import type { ClientConfig } from '../resources/client-config.ts'
import type { ManifestRoute, ServedSection } from '../resources/section.ts'

/** For tests: the client config of an installed server, for a signed-in caller. */
export const makeConfig = (own: Partial<ClientConfig> = {}): ClientConfig => ({
  api: '',
  host: 'http://localhost',
  name: 'Holdall',
  version: '0.1.0',
  description: '',
  accent: null,
  logo: null,
  logos: { dark: null, horizontal: null, horizontalDark: null },
  locale: 'en-US',
  installation: 'installation-done',
  allowHomepage: false,
  homepage: null,
  contact: true,
  pages: [],
  isAuthenticated: true,
  offersDemo: false,
  secondFactorPending: false,
  defaultThemeMode: 'light',
  defaultEmoji: 'twemoji',
  subscriptionType: 'none',
  storageLimit: true,
  chunkSize: 8_000_000,
  uploadLimit: 0,
  uploadLimitFormatted: '',
  mimetypesBlacklist: [],
  registration: 'open',
  allowRegistration: true,
  proofOfWork: false,
  recaptcha: { isAllowed: false, isConfigured: false, clientId: null, origin: null },
  emailVerification: false,
  passkeys: false,
  socialLogins: { google: false, facebook: false, github: false, oidc: null },
  trashDays: 30,
  broadcasting: { driver: 'none', key: null, host: null, port: null, tls: null },
  ...own,
})

/** For tests: a served section with one route, `/<id>`. */
export function servedSection(own: Partial<ServedSection> = {}): ServedSection {
  const id = own.id ?? 'admin'
  const version = own.version ?? '1.0.0'
  const routes: ManifestRoute[] = [{ path: `/${id}`, access: 'anyone', titleKey: 'title' }]
  return {
    kind: 'section',
    id,
    version,
    requires: { shellApi: '^1.0.0', shared: {} },
    routes,
    namedRoutes: {},
    nav: [],
    popups: [],
    slots: [],
    spotlight: false,
    locales: ['en-US'],
    container: `mf_${id}`,
    entry: 'remoteEntry.js',
    preload: [],
    routePreload: {},
    integrity: { 'remoteEntry.js': 'sha384-AAAA' },
    base: `/ui/sections/${id}/${version}/`,
    ...own,
  }
}
