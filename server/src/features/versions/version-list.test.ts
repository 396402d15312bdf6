import { day } from '../../infrastructure/clock.ts'
import { expectCountersToMatchRows, file, folder } from '../../testing/file-requests.ts'
import { setMembers, teamScene } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
beforeEach(async () => {
  holdall = await testApp()
  ann = await holdall.signUp()
})
afterEach(async () => {
  await expectCountersToMatchRows(holdall.services.db)
  await holdall.close()
})

const second = 1000
/** Replaces a file by each of these contents, a second apart. */
async function replace(by: SignedIn, name: string, contents: readonly string[], parent_id = ''): Promise<void> {
  for (const content of contents) {
    holdall.clock.advance(second)
    await file(by, name, content, { parent_id, replace: 1 })
  }
}
const list = (by: SignedIn, id: string, query = '') => by.get(`/api/versions/${id}${query}`)
const addresses = async (by: SignedIn, id: string): Promise<string[]> =>
  (await list(by, id)).body.data.map((one: { attributes: { file_url: string } }) => one.attributes.file_url)
const used = async (by: SignedIn): Promise<number> => (await by.get('/api/user/storage')).body.data.attributes.used

test('refuses the versions of a foreign file and of one in the trash', async () => {
  const bob = await holdall.signUp()
  const { id } = await file(ann, 'a', 'one')
  await replace(ann, 'a', ['two'])
  const [address = ''] = await addresses(ann, id)
  for (const call of [list(bob, id), bob.delete(`/api/versions/${id}/1`), bob.get(address)]) {
    expect([(await call).status, (await call).body.code]).toEqual([404, 'not-found'])
  }
  await ann.post('/api/remove', { items: [{ id }] })
  for (const call of [list(ann, id), ann.delete(`/api/versions/${id}/1`), ann.get(address)]) {
    expect([(await call).status, (await call).body.code]).toEqual([404, 'not-found'])
  }
})

test('lists the earlier contents of a file, the newest first, with who replaced them, and their size', async () => {
  const { id } = await file(ann, 'a.txt', 'one')
  expect((await list(ann, id)).body).toMatchObject({ data: [], meta: { paginate: { total: 0 }, filesize: 0 } })
  await replace(ann, 'a.txt', ['second', 'third one'])
  const { status, body } = await list(ann, id)
  const at = (seconds: number) => new Date(holdall.clock.now() - seconds * second).toISOString()
  const by = { data: { type: 'user', user: { id: ann.userId } } }
  expect([status, body]).toMatchObject([
    200,
    {
      data: [
        {
          id: `${id}.2`,
          type: 'file-version',
          attributes: { version: 2, filesize: 6, mimetype: 'text/plain', replaced_at: at(0) },
          relationships: { replaced_by: by },
        },
        { attributes: { version: 1, filesize: 3, replaced_at: at(1) }, relationships: { replaced_by: by } },
      ],
      meta: { paginate: { total: 2 }, filesize: 9 },
    },
  ])
  const page = (await list(ann, id, '?page=2&per_page=1')).body
  expect(page.data.map(({ attributes }: { attributes: { version: number } }) => attributes.version)).toEqual([1])
  expect((await list(ann, await folder(ann, 'f'))).body.data).toEqual([])
})

test('the address of a version has its bytes, until the version is gone', async () => {
  const { id } = await file(ann, 'a.txt', 'one')
  await replace(ann, 'a.txt', ['two', 'three'])
  const [later = '', first = ''] = await addresses(ann, id)
  expect((await ann.get(first)).raw.body).toBe('one')
  const { raw } = await ann.get(`${later}&download=1`)
  expect([raw.body, raw.headers['content-disposition']]).toEqual(['two', 'attachment; filename=a.txt'])
  // Signed for this version, and not as an address of the file.
  expect((await ann.get(first.replace('v=1', 'v=2'))).status).toBe(404)
  expect((await ann.get(first.replace('&earlier=1', ''))).status).toBe(404)
  await ann.post('/api/versions/restore', { items: [{ id, version: 1 }] })
  expect((await ann.get(first)).status).toBe(404)
})

test('a deleted version is gone at once, its bytes a day later, and no longer counts as used', async () => {
  const { id } = await file(ann, 'a', 'one')
  await replace(ann, 'a', ['two', 'three'])
  const before = await used(ann)
  expect((await ann.delete(`/api/versions/${id}/1`)).body).toMatchObject({ count: 1 })
  expect(before - (await used(ann))).toBe(1024 + 3)
  expect((await list(ann, id)).body).toMatchObject({ data: [{ attributes: { version: 2 } }], meta: { filesize: 3 } })
  for (const version of ['1', '7', 'x']) expect((await ann.delete(`/api/versions/${id}/${version}`)).status).toBe(404)
  const blobs = async () => (await holdall.services.db.selectFrom('blobs').select('id').execute()).length
  expect(await blobs()).toBe(3)
  holdall.clock.advance(day + second)
  await holdall.services.jobs.runDue()
  expect(await blobs()).toBe(2)
})

test('nobody is named once the activity of a replacement is not kept any more', async () => {
  const { id } = await file(ann, 'a', 'one')
  await replace(ann, 'a', ['two', 'three'])
  const people = async () =>
    (await list(ann, id)).body.data.map(
      ({ relationships: { replaced_by: by } }: { relationships: { replaced_by: object | null } }) => by !== null,
    )
  await holdall.services.db
    .deleteFrom('activities')
    .where('kind', '=', 'replaced')
    .where('created_at', '<', holdall.clock.now())
    .execute()
  expect(await people()).toEqual([true, false])
})

test('members of a team folder who may edit see and open versions, and only the owner deletes them', async () => {
  const { owner, editor, viewer, id: team } = await teamScene(holdall)
  const { id } = await file(owner, 'plan.txt', 'one', { parent_id: team })
  await replace(editor, 'plan.txt', ['two'], team)
  const { body } = await list(editor, id)
  expect(body.data[0].relationships.replaced_by.data.user.id).toBe(editor.userId)
  const [address = ''] = await addresses(editor, id)
  expect((await editor.get(address)).raw.body).toBe('one')
  expect((await editor.delete(`/api/versions/${id}/1`)).status).toBe(404)
  expect((await list(viewer, id)).status).toBe(404)
  expect((await viewer.get(address)).status).toBe(404)
  await setMembers(owner, team, [{ id: editor.userId, permission: 'can_view' }])
  expect((await editor.get(address)).status).toBe(404)
  expect((await owner.delete(`/api/versions/${id}/1`)).status).toBe(200)
})
