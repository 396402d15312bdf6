import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { homeOf } from '../access/target.store.ts'
import type { ParsedInput } from '@holdall/api'
import type { Route } from './route.ts'
import { refuse } from '../infrastructure/errors/refusal.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'

/** Returns what arrived. */
async function echo(input: ParsedInput, call: Parameters<Route['run']>[1]): Promise<never> {
  const chunks: Buffer[] = []
  for await (const chunk of call.upload!.open()) chunks.push(chunk as Buffer)
  const message = JSON.stringify({ fields: input.body, bytes: Buffer.concat(chunks).toString() })
  throw refuse('upload-conflict', { message })
}
const mapRoutes = (routes: readonly Route[]): Route[] =>
  routes.map((route) => (route.endpoint.takes === 'upload' ? { ...route, run: echo } : route))

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({ mapRoutes })
})
afterAll(() => holdall.close())

const url = '/api/upload/chunks'
const arrived = (answer: { body: { message: string } }) => JSON.parse(answer.body.message) as unknown
const tmp = () => join(holdall.services.config.dataDir, 'tmp')

describe('an upload', () => {
  test('is refused before its bytes, from an anonymous caller', async () => {
    expect((await holdall.visitor().raw(url, { name: 'a' }, Buffer.from('x'))).body.code).toBe('unauthenticated')
    expect((await holdall.visitor().form(url, [['chunk', Buffer.from('x')]])).body.code).toBe('unauthenticated')
  })

  test('is refused into a folder of somebody else, wherever the form names it', async () => {
    const [user, other] = [await holdall.signUp(), await holdall.signUp()]
    const parent = (await homeOf(holdall.services.db, other.userId)).root_id
    const bytes = Buffer.from('x')
    const refused = async (answer: Promise<{ body: { code: string } }>) =>
      expect((await answer).body.code).toBe('not-found')
    await refused(user.raw(url, { name: 'a', parent_id: parent }, bytes))
    await refused(
      user.form(url, [
        ['name', 'a'],
        ['parent_id', parent],
        ['chunk', bytes],
      ]),
    )
    // The folder is named before the file, and checked before it: nothing was stored.
    expect(existsSync(tmp())).toBe(false)
    await refused(
      user.form(url, [
        ['name', 'a'],
        ['chunk', bytes],
        ['parent_id', parent],
      ]),
    )
    expect(readdirSync(tmp())).toEqual([])
  })

  test('needs a body of a supported type, with its fields and its file', async () => {
    const user = await holdall.signUp()
    expect((await user.post(url, { name: 'a' })).body.code).toBe('unsupported-media-type')
    expect((await user.raw(url, {}, Buffer.from('x'))).body.errors).toHaveProperty('name')
    expect((await user.form(url, [['name', 'a']])).body.errors).toHaveProperty('chunk')
    const broken = { method: 'POST', url, payload: 'x', headers: { 'content-type': 'multipart/form-data' } } as const
    expect((await user.request(broken)).status).toBe(400)
  })

  test('arrives with its fields before the file, after it, or in the query of a raw body', async () => {
    const user = await holdall.signUp()
    const bytes = Buffer.from('some bytes')
    const expected = { fields: { name: 'a', is_last_chunk: true }, bytes: 'some bytes' }
    expect(
      arrived(
        await user.form(url, [
          ['name', 'a'],
          ['is_last_chunk', '1'],
          ['chunk', bytes],
        ]),
      ),
    ).toEqual(expected)
    expect(
      arrived(
        await user.form(url, [
          ['chunk', bytes],
          ['name', 'a'],
          ['is_last_chunk', '1'],
        ]),
      ),
    ).toEqual(expected)
    expect(arrived(await user.raw(url, { name: 'a', is_last_chunk: 1 }, bytes))).toEqual(expected)
    expect(readdirSync(tmp())).toEqual([])
  })

  test('by form ends at the operator’s limit', async () => {
    const user = await holdall.signUp()
    await holdall.services.settings.set('upload.limit_bytes', 10)
    const send = (size: number) =>
      user.form(url, [
        ['name', 'a'],
        ['chunk', Buffer.alloc(size, 'x')],
      ])
    expect(arrived(await send(10))).toMatchObject({ bytes: 'x'.repeat(10) })
    const { status, body } = await send(11)
    expect([status, body.code]).toEqual([413, 'too-large'])
    expect(readdirSync(tmp())).toEqual([])
    await holdall.services.settings.set('upload.limit_bytes', 0)
  })
})
