import { type Output, setupStatus, setupSteps, setupValues } from '@holdall/api'
import {
  type FakeServer,
  fakeServer,
  type RenderedSection,
  renderSection,
  type RenderSectionOptions,
} from '@holdall/testing'
import section from '../section.ts'
import { keepSetupKey } from '../setup-key/setup-key.ts'

export type Status = Output<typeof setupStatus>['data']['attributes']
export type Values = Output<typeof setupValues>['data']['attributes']
type Step = Status['next']

export const statusAnswer = (own: Partial<Status> = {}) => ({
  data: {
    id: 'setup' as const,
    type: 'setup-status' as const,
    attributes: { ready: true, checks: [], next: 'status-check' as const, finished: [], ...own },
  },
})

/** What a server without any configuration has. */
export const defaultValues: Values = {
  database: { engine: 'sqlite' },
  database_has_data: false,
  storage: { driver: 'local', path: '/srv/holdall/blobs' },
  mail: { driver: 'none', folder: '/srv/holdall/mails' },
  broadcast: { driver: 'native' },
  public_url: null,
  app: {
    name: 'Holdall',
    description: '',
    accent: null,
    contact_email: '',
    registration: 'open',
    default_quota_bytes: null,
    max_team_members: null,
    subscription_type: 'none',
  },
  images: {
    logo: null,
    logo_dark: null,
    logo_horizontal: null,
    logo_horizontal_dark: null,
    touch_icon: null,
    favicon: null,
    og_image: null,
  },
  purchase_code: null,
  locked: [],
}

export const valuesAnswer = (own: Partial<Values> = {}) => ({
  data: { id: 'setup' as const, type: 'setup-values' as const, attributes: { ...defaultValues, ...own } },
})

/** The steps before one. */
export const stepsBefore = (step: Step): Step[] => setupSteps.slice(0, setupSteps.indexOf(step))

/** A server on which the steps before `step` are finished. */
export const serverAt = (step: Step, values: Partial<Values> = {}): FakeServer =>
  fakeServer()
    .on(setupStatus, () => statusAnswer({ next: step, finished: stepsBefore(step) }))
    .on(setupValues, () => valuesAnswer(values))

export function showStep(
  step: Step,
  server: FakeServer,
  options: Partial<RenderSectionOptions> = {},
): Promise<RenderedSection> {
  keepSetupKey('secret')
  return renderSection(section, {
    path: `/setup-wizard/${step}`,
    server,
    session: 'anonymous',
    ...options,
    config: { installation: 'installation-needed', ...options.config },
  })
}
