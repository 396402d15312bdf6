import { randomUUID } from 'node:crypto'
import { file, folder, shareLink, uploadId } from '../file-requests.ts'
import { MAX_SEARCH_MATCHES } from '@holdall/api'
import type { HttpLimits } from '../../infrastructure/http-limits.ts'
import type { Client } from '../client.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../test-app.ts'
import type { Overrides } from '../../app.ts'
import { join, teamFolder } from '../team-requests.ts'
import { type SeededEntry, seedEntries, seedLinks } from '../seed-entries.ts'
import { createFixture } from '../section-builds.ts'
import { countWork } from './request-work.ts'

export const fuzzRoles = ['anonymous', 'user', 'admin', 'member', 'visitor'] as const
export type FuzzRole = (typeof fuzzRoles)[number]

export interface FuzzWorld {
  readonly client: Client
  /** What `REF_name_` in a request stands for. */
  readonly refs: Readonly<Record<string, string>>
}

/** Of a folder in a home, and of a team folder. */
export const MANY_FILES = 1.2 * MAX_SEARCH_MATCHES
const LINK_PASSWORD = 'sesame-open'

/** A Holdall with a shell and sections of its own, so that pages answer without a build. */
export async function fuzzApp(limits: Partial<HttpLimits> = {}, mapRoutes?: Overrides['mapRoutes']): Promise<TestApp> {
  const fixture = createFixture()
  const holdall = await testApp({
    builds: fixture.builds,
    limits,
    plugins: [countWork],
    ...(mapRoutes && { mapRoutes }),
  })
  return {
    ...holdall,
    async close() {
      await holdall.close()
      fixture.remove()
    },
  }
}

/** More rows than any statement may return. */
const manyFiles = (parentId: string): SeededEntry[] =>
  Array.from({ length: MANY_FILES }, (_, n) => ({ id: randomUUID(), parentId, kind: 'file', name: `${n}.txt` }))

/** A team folder with a folder of many files, a tenth of which have a link. */
async function crowdedTeam(holdall: TestApp, owner: SignedIn, member: SignedIn) {
  const team = await teamFolder(owner, 'Team', { members_can_share: true })
  await join(owner, team, member)
  const inner = await folder(owner, 'Inside', team)
  const files = manyFiles(inner)
  await seedEntries(holdall, owner.userId, files)
  const linked = files.filter((_, n) => n % 10 === 0).map(({ id }) => id)
  await seedLinks(holdall, owner.userId, linked, member.userId)
  return {
    team,
    inner,
    teamfile: files[0]?.id ?? '',
    teamtoken: await shareLink(member, inner, { permission: 'editor' }),
  }
}

/** Test data for a caller of this role: own, shared, trashed and somebody else's entries. */
export async function makeWorld(holdall: TestApp, role: FuzzRole): Promise<FuzzWorld> {
  const other = await holdall.signUp()
  const owner = role === 'admin' ? await holdall.signUp({ role: 'admin' }) : await holdall.signUp()
  const member = await holdall.signUp()
  const clients = { user: owner, admin: owner, member, anonymous: holdall.visitor(), visitor: holdall.visitor() }
  const client = clients[role]
  const share = async (by: Client, id: string, password: string | null = null): Promise<string> => {
    const answer = await by.post('/api/share', { id, isPassword: password !== null, password })
    return answer.body.data.attributes.token as string
  }
  const top = await folder(owner, 'Documents')
  const nested = await folder(owner, 'Nested', top)
  await seedEntries(holdall, owner.userId, manyFiles(nested))
  // Before anything is in the trash, whose entries the seeded counts would include.
  const crowded = await crowdedTeam(holdall, owner, member)
  const trashed = await folder(owner, 'Old')
  const report = await file(owner, 'report.pdf', '%PDF-1.7 and some bytes', { parent_id: top })
  await owner.post('/api/remove', { items: [{ id: trashed }] })
  const foreign = await folder(other, 'Foreign')
  const [token, locked] = [await share(owner, top), await share(owner, nested, LINK_PASSWORD)]
  const upload = uploadId()
  await owner.raw('/api/upload/chunks', { name: 'half.bin', upload_id: upload, offset: 0, size: 100 }, Buffer.alloc(50))
  if (role === 'visitor') await client.post(`/api/sharing/authenticate/${locked}`, { password: LINK_PASSWORD })
  return {
    client,
    refs: {
      folder: top,
      nested,
      trashed,
      file: report.id,
      foreign,
      token,
      locked,
      filetoken: await share(owner, report.id),
      foreigntoken: await share(other, foreign),
      upload,
      copies: await folder(role === 'member' ? member : owner, 'Copies'),
      ...crowded,
      email: owner.email,
      password: testPassword,
      fileurl: report.attributes.file_url,
    },
  }
}
