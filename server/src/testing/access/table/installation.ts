import type { AccessEntry } from '../entry.ts'
import { byAdmins, byAnyone, byInstaller, person, withWrongKey } from './presets.ts'

const setupEnvironment = {
  storage: { driver: 'local' },
  mail: { driver: 'none' },
  broadcast: { driver: 'native' },
  public_url: null,
}
const setupApp = {
  name: 'Holdall',
  description: '',
  accent: null,
  contact_email: '',
  registration: 'open',
  default_quota_bytes: null,
  max_team_members: null,
  subscription_type: 'none',
}

export const installationCalls: Readonly<Record<string, AccessEntry>> = {
  'setup.status': byInstaller,
  'setup.values': byInstaller,
  'setup.purchase-code': { ...byInstaller, call: () => ({ ...withWrongKey, body: { purchase_code: null } }) },
  'setup.test-database': { ...byInstaller, call: () => ({ ...withWrongKey, body: { engine: 'sqlite' } }) },
  'setup.database': { ...byInstaller, call: () => ({ ...withWrongKey, body: { engine: 'sqlite' } }) },
  'setup.test-storage': {
    ...byInstaller,
    call: () => ({ ...withWrongKey, body: { storage: { driver: 'local' } } }),
  },
  'setup.test-mail': {
    ...byInstaller,
    call: () => ({
      ...withWrongKey,
      body: { mail: { driver: 'none' }, public_url: 'https://files.example.com', to: person.email },
    }),
  },
  'setup.test-broadcast': {
    ...byInstaller,
    call: () => ({ ...withWrongKey, body: { broadcast: { driver: 'native' } } }),
  },
  'setup.environment': { ...byInstaller, call: () => ({ ...withWrongKey, body: setupEnvironment }) },
  'setup.app': { ...byInstaller, call: () => ({ ...withWrongKey, body: setupApp }) },
  'setup.set-image': { ...byInstaller, call: () => ({ params: { name: 'logo' }, ...withWrongKey }) },
  'setup.remove-image': { ...byInstaller, call: () => ({ params: { name: 'logo' }, ...withWrongKey }) },
  'setup.admin': { ...byInstaller, call: () => ({ ...withWrongKey, body: person }) },

  'admin.dashboard': { ...byAdmins, demoMayCall: true },
  'admin.new-users': { ...byAdmins, demoMayCall: true },
  'admin.sections': { ...byAdmins, demoMayCall: true },
  'admin.test-websockets': byAdmins,

  'client-config.show': byAnyone,
  'contact.send': { ...byAnyone, call: () => ({ body: { email: 'nobody@example.com', message: 'Hello' } }) },
  'demo.open': byAnyone,
  'frontend.sections': byAnyone,
  'health.ping': byAnyone,
  'openapi.show': byAnyone,
  'pages.show': { ...byAnyone, call: () => ({ params: { slug: 'privacy-policy' } }) },
  'sections.report-failure': {
    ...byAnyone,
    call: () => ({ body: { id: 'platform', version: '1.0.0', reason: 'x', address: null } }),
  },
  'translations.show': { ...byAnyone, call: () => ({ params: { locale: 'en-US' } }) },
}
