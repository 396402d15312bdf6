import { ClientConfig } from '@holdall/api'

/** The client config of an installed Holdall; signed in unless said. */
export function makeConfig(overrides: Partial<ClientConfig> = {}): ClientConfig {
  return ClientConfig.parse({
    api: '',
    host: 'http://localhost',
    name: 'Holdall',
    version: '0.1.0',
    accent: null,
    logo: null,
    locale: 'en-US',
    installation: 'installation-done',
    allowHomepage: false,
    isAuthenticated: true,
    defaultThemeMode: 'light',
    subscriptionType: 'none',
    storageLimit: true,
    chunkSize: 8_000_000,
    uploadLimit: 0,
    uploadLimitFormatted: '',
    mimetypesBlacklist: [],
    allowRegistration: true,
    emailVerification: false,
    trashDays: 30,
    ...overrides,
  })
}
