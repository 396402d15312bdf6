import { type TokenScope, tokenScopes } from '@holdall/api'
import { resetDemo } from '../../features/demo/demo-service.ts'
import { createUser } from '../../features/users/create-user.store.ts'
import type { Route } from '../../http/route.ts'
import { type Fixture, makeFixture } from '../access-fixture.ts'
import { createClient } from '../client.ts'
import { seedSession } from '../seed-session.ts'
import { testApp, type TestApp } from '../test-app.ts'
import { type Cookies, reachedBy } from './calls.ts'
import { createSubjects, type Subjects } from './subjects.ts'
import { makeTeamFixture, type TeamFixture } from './team-fixture.ts'

/** The scopes of API tokens, by name: each scope alone, all of them, and none. */
export const scopeSets: Readonly<Record<string, readonly TokenScope[]>> = {
  ...Object.fromEntries(tokenScopes.map((scope) => [scope, [scope]])),
  all: tokenScopes,
  'no scope': [],
}

/** An app with all that the cells of the table name. */
export interface Scene {
  readonly holdall: TestApp
  /** Before the installation. */
  readonly fresh: TestApp
  readonly fixture: Fixture
  readonly team: TeamFixture
  readonly subjects: Subjects
  /** API tokens, by the name of their scopes. */
  readonly tokens: Readonly<Record<'owner' | 'admin', ReadonlyMap<string, string>>>
  /** Sessions of administrators, of which one was not confirmed, and one is of an account that is to be deleted. */
  readonly unconfirmed: Cookies
  readonly ending: Cookies
  readonly demo: Cookies
  /** The endpoints that have a handler, in the order of the routes. */
  readonly handled: readonly string[]
  /** Takes everything from the owner that an administrator can take, or gives it back. */
  restrict(isRestricted: boolean): Promise<void>
  /** Runs this with the handlers of the app. Otherwise they are replaced by an answer, so that all calls find one state. */
  withHandlers<T>(run: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Their rules leave the check to their handlers, which are never replaced. */
const checkedByHandlers: ReadonlySet<string> = new Set(['content.file', 'content.thumbnail'])

export async function createScene(): Promise<Scene> {
  let isReal = false
  const handled: string[] = []
  const mapRoutes = (routes: readonly Route[]): Route[] =>
    routes.map((route) => {
      const { id } = route.endpoint
      return {
        ...route,
        run: async (input, call) =>
          isReal || checkedByHandlers.has(id)
            ? route.run(input, call)
            : call.reply.code(200).send({ code: reachedBy(call.actor.kind) }),
      }
    })
  async function withHandlers<T>(run: () => Promise<T>): Promise<T> {
    isReal = true
    try {
      return await run()
    } finally {
      isReal = false
    }
  }

  const holdall = await testApp({
    config: { demo: true },
    mapRoutes(routes) {
      handled.push(...routes.map(({ endpoint }) => endpoint.id))
      return mapRoutes(routes)
    },
  })
  const fresh = await testApp({ mapRoutes, installed: false })
  const { services, clock } = holdall
  const { db, transact } = services
  await services.settings.set('shares.remote_uploads', true)
  const fixture = await makeFixture(holdall)
  const team = await makeTeamFixture(holdall)

  async function tokensOf(userId: string): Promise<ReadonlyMap<string, string>> {
    const tokens = new Map<string, string>()
    for (const [name, scopes] of Object.entries(scopeSets)) {
      const token = { userId, name: 'n', scopes, expiresAtMs: null, passwordVersion: null }
      tokens.set(name, (await transact((trx) => services.apiTokens.create(trx, token))).token)
    }
    return tokens
  }

  async function endingAdmin(): Promise<Cookies> {
    const account = {
      name: 'ending',
      email: 'ending@example.com',
      passwordHash: '-',
      role: 'admin',
      verified: true,
    } as const
    const id = await transact((trx) => createUser(services, trx, account))
    await db
      .updateTable('users')
      .set({ deletes_at: clock.now() + 1e9 })
      .where('id', '=', id)
      .execute()
    return (await seedSession(holdall, id)).cookies
  }

  async function demo(): Promise<Cookies> {
    await resetDemo(services)
    const { cookies } = await withHandlers(async () => {
      const client = createClient(holdall.app)
      await client.post('/api/demo')
      return client
    })
    return Object.fromEntries(cookies)
  }

  return {
    holdall,
    fresh,
    fixture,
    team,
    subjects: await createSubjects(holdall, fixture, team),
    tokens: { owner: await tokensOf(fixture.userIds.owner), admin: await tokensOf(fixture.userIds.admin) },
    unconfirmed: (await seedSession(holdall, fixture.userIds.admin, { isConfirmed: false })).cookies,
    ending: await endingAdmin(),
    demo: await demo(),
    handled,
    async restrict(isRestricted) {
      const flag = isRestricted ? 1 : 0
      const taken = { upload_restricted: flag, download_restricted: flag, folder_restricted: flag } as const
      await db
        .updateTable('users')
        .set({ ...taken, team_folder_restricted: flag, invitation_restricted: flag })
        .where('id', '=', fixture.userIds.owner)
        .execute()
    },
    withHandlers,
    async close() {
      await holdall.close()
      await fresh.close()
    },
  }
}
