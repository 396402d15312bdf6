import { endpoints } from '@holdall/api/table'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import type { Client } from '../client.ts'
import { testApp, type TestApp } from '../test-app.ts'

/** The features of each smoke test, by the first part of the ids of their endpoints. */
export const smokeFeatures = {
  accounts: [
    'account-deletion',
    'api-tokens',
    'auth',
    'data-exports',
    'email-change',
    'human-check',
    'notifications',
    'password',
    'realtime',
    'user',
  ],
  files: [
    'activity',
    'content',
    'favourites',
    'files',
    'remote-uploads',
    'search',
    'trash',
    'unfinished-uploads',
    'upload',
    'versions',
    'zip',
  ],
  installation: [
    'admin',
    'client-config',
    'contact',
    'frontend',
    'health',
    'openapi',
    'pages',
    'sections',
    'translations',
  ],
  sharing: ['public-downloads', 'public-editing', 'public-links', 'share-links', 'teams', 'upload-requests'],
  /** Their own tests run on PostgreSQL. */
  elsewhere: ['demo', 'passkeys', 'setup', 'social-sign-in', 'two-factor'],
} as const

export const featureOf = (endpointId: string): string => endpointId.split('.')[0]!

export interface SmokeApp extends TestApp {
  /** The last address in the mails to somebody, after those that are due. */
  linkMailedTo(email: string): Promise<URL>
  /** Throws where the app has logged an error, too. */
  close(): Promise<void>
  /** Endpoints of these features that have answered no call yet. */
  unanswered(features: readonly string[]): string[]
}

/** Of pino. */
const errorLevels = ['error', 'fatal']

/** An app on the engine under test that counts which endpoints have answered. */
export async function smokeApp(options: Parameters<typeof testApp>[0] = {}): Promise<SmokeApp> {
  const mails: Mail[] = []
  const answered = new Set<string>()
  const holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
    mapRoutes: (routes) =>
      routes.map((route) => ({
        ...route,
        async run(input, call) {
          const result = await route.run(input, call)
          answered.add(route.endpoint.id)
          return result
        },
      })),
    ...options,
  })
  return {
    ...holdall,
    async linkMailedTo(email) {
      await holdall.services.jobs.runDue()
      const mail = mails.findLast(({ to, text }) => to === email && text.includes('http'))
      return new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? 'missing:')
    },
    async close() {
      await holdall.close()
      const errors = holdall.log.filter((line) => errorLevels.includes((JSON.parse(line) as { level: string }).level))
      if (errors.length > 0) throw new Error(`Work in the background failed:\n- ${errors.join('\n- ')}`)
    },
    unanswered: (features) =>
      endpoints.map(({ id }) => id).filter((id) => features.includes(featureOf(id)) && !answered.has(id)),
  }
}

/** The answer of a call that must not be refused. */
export async function accepted(answer: ReturnType<Client['get']>) {
  const { status, body, raw } = await answer
  if (status >= 400) throw new Error(`answered ${status}: ${raw.body}`)
  return body
}
