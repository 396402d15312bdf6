import { homeOf } from '../../access/target.store.ts'
import { file, folder } from '../../testing/file-requests.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { setMembers, teamFolder, teamScene } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let owner: SignedIn
let editor: SignedIn
let viewer: SignedIn
let id: string
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void ({ owner, editor, viewer, id } = await teamScene(holdall)))

type Shown = { readonly id: string; readonly attributes: { readonly name: string }; readonly meta?: unknown }
const listed = async (client: SignedIn, address: string) => {
  const { status, body } = await client.get(address)
  expect([address, status]).toEqual([address, 200])
  return body as { data: Shown[]; meta: { totals: unknown; paginate: unknown } }
}
const namesIn = ({ data }: { readonly data: readonly Shown[] }) => data.map(({ attributes: { name } }) => name)

async function newer(who: SignedIn, name: string, parent_id?: string): Promise<string> {
  holdall.clock.advance(1000)
  return (await file(who, name, name, parent_id === undefined ? {} : { parent_id })).id
}

describe('recent uploads', () => {
  const latest = (who: SignedIn, query = '') => listed(who, `/api/browse/latest${query}`)

  test('are the files that the caller put into team folders too, and not those of others there', async () => {
    const inside = await folder(owner, 'inside', id)
    await newer(editor, 'by-editor.txt', inside)
    await newer(owner, 'by-owner.txt', id)
    await newer(editor, 'own.txt')
    expect(namesIn(await latest(owner))).toEqual(['by-owner.txt'])
    expect(namesIn(await latest(viewer))).toEqual([])
    const { data, meta } = await latest(editor)
    expect(namesIn({ data })).toEqual(['own.txt', 'by-editor.txt'])
    expect(data[1]!.meta).toMatchObject({ location: { id: inside, path: ['Team', 'inside'], truncated: false } })
    expect(meta.totals).toEqual({ folders: 0, files: 2, filesize: 20 })
    expect(namesIn(await latest(editor, '?per_page=1&page=2'))).toEqual(['by-editor.txt'])
  })

  test('leave out what was put into the trash, and a team folder once the membership has ended', async () => {
    const trashed = await newer(editor, 'trashed.txt', id)
    await newer(editor, 'kept.txt', id)
    await editor.post('/api/remove', { items: [{ id: trashed }] })
    expect(namesIn(await latest(editor))).toEqual(['kept.txt'])
    await setMembers(owner, id, [])
    expect(namesIn(await latest(editor))).toEqual([])
  })

  test('go back 1,000 files of all spaces together', async () => {
    const { root_id: parentId } = await homeOf(holdall.services.db, editor.userId)
    await newer(editor, 'oldest.txt', id)
    holdall.clock.advance(5000)
    const seeded = Array.from({ length: 1000 }, (_, n) => ({
      id: seededId(20_000 + n),
      parentId,
      kind: 'file' as const,
      name: `${n}`,
      size: 1,
      createdAt: holdall.clock.now() + n,
    }))
    await seedEntries(holdall, editor.userId, seeded)
    const { meta } = await latest(editor)
    expect(meta).toMatchObject({ paginate: { total: 1000 }, totals: { files: 1000, filesize: 1000 } })
    expect((await latest(editor, '?per_page=200&page=6')).data).toEqual([])
  })
})

describe('a search', () => {
  const both = (who: SignedIn, text: string) =>
    Promise.all([listed(who, `/api/search?query=${text}`), listed(who, `/api/browse/search?query=${text}`)])

  test('finds a team folder by its name, for the owner and the members only', async () => {
    const other = await teamFolder(owner, 'Garden plans')
    await folder(owner, 'Garden')
    for (const [who, names] of [
      [owner, ['Garden', 'Garden plans']],
      [editor, []],
      [await holdall.signUp(), []],
    ] as const) {
      for (const found of await both(who, 'garden')) expect(namesIn(found).toSorted()).toEqual(names)
    }
    for (const who of [owner, editor, viewer]) {
      for (const { data } of await both(who, 'tea')) {
        expect(data).toMatchObject([{ id, type: 'folder', attributes: { name: 'Team', isTeamFolder: true } }])
        // It is in no folder.
        expect(data[0]!.meta).not.toHaveProperty('location')
      }
    }
    expect(namesIn(await listed(owner, '/api/browse/search?query=GÁRDEN&type=folder&sort=name'))).toEqual([
      'Garden',
      'Garden plans',
    ])
    expect(namesIn(await listed(owner, '/api/browse/search?query=garden&type=image'))).toEqual([])
    expect(namesIn(await listed(editor, '/api/browse/search?query=team&owner=me'))).toEqual([])
    expect(namesIn(await listed(editor, '/api/browse/search?query=team&owner=others'))).toEqual(['Team'])
    // Not in itself.
    expect(namesIn(await listed(owner, `/api/browse/search?query=garden&parent_id=${other}`))).toEqual([])
  })

  test('does not find a team folder that the caller has left', async () => {
    await setMembers(owner, id, [{ id: viewer.userId, permission: 'can_view' }])
    for (const found of await both(editor, 'team')) expect(namesIn(found)).toEqual([])
    for (const found of await both(viewer, 'team')) expect(namesIn(found)).toEqual(['Team'])
  })
})
