import { randomUUID } from 'node:crypto'
import { file, folder, uploadId } from '../file-requests.ts'
import { MAX_SEARCH_MATCHES } from '@holdall/api'
import type { HttpLimits } from '../../infrastructure/http-limits.ts'
import type { Client } from '../client.ts'
import { testApp, type TestApp, testPassword } from '../test-app.ts'
import { type SeededEntry, seedEntries } from '../seed-entries.ts'
import { createFixture } from '../section-builds.ts'
import { countWork } from './request-work.ts'

export const fuzzRoles = ['anonymous', 'user', 'admin', 'visitor'] as const
export type FuzzRole = (typeof fuzzRoles)[number]

export interface FuzzWorld {
  readonly client: Client
  /** What `REF_name_` in a request stands for. */
  readonly refs: Readonly<Record<string, string>>
}

const MANY_FILES = 1.2 * MAX_SEARCH_MATCHES
const LINK_PASSWORD = 'sesame-open'

/** A Holdall with a shell and sections of its own, so that pages answer without a build. */
export async function fuzzApp(limits: Partial<HttpLimits> = {}): Promise<TestApp> {
  const fixture = createFixture()
  const holdall = await testApp({ builds: fixture.builds, limits, plugins: [countWork] })
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

/** Test data for a caller of this role: own, shared, trashed and somebody else's entries. */
export async function makeWorld(holdall: TestApp, role: FuzzRole): Promise<FuzzWorld> {
  const other = await holdall.signUp()
  const owner = role === 'admin' ? await holdall.signUp({ role: 'admin' }) : await holdall.signUp()
  const client = role === 'user' || role === 'admin' ? owner : holdall.visitor()
  const share = async (by: Client, id: string, password: string | null = null): Promise<string> => {
    const answer = await by.post('/api/share', { id, isPassword: password !== null, password })
    return answer.body.data.attributes.token as string
  }
  const top = await folder(owner, 'Documents')
  const nested = await folder(owner, 'Nested', top)
  await seedEntries(holdall, owner.userId, manyFiles(nested))
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
      email: owner.email,
      password: testPassword,
      fileurl: report.attributes.file_url,
    },
  }
}
