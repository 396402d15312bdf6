import { type Action, type ParsedInput, removeEntries, type SelectionTarget, type Targets } from '@holdall/api'
import { Refusal } from '../infrastructure/errors/refusal.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'
import type { Actor } from './actor.ts'
import { authorise } from './authorise.ts'
import { can, hasPermission } from './can.ts'
import { homeOf, type Item, loadItems } from './target.store.ts'
import { type Fixture, makeFixture } from '../testing/access-fixture.ts'
import { countedStatements } from '../testing/counted-statements.ts'
import { visitorOf } from '../features/public-links/share-grants.ts'

let holdall: TestApp
let fixture: Fixture
let owner: Actor & { kind: 'user' }
beforeAll(async () => {
  holdall = await testApp()
  fixture = await makeFixture(holdall)
  const { id } = await holdall.services.db
    .selectFrom('users')
    .select('id')
    .where('name', '=', 'owner')
    .executeTakeFirstOrThrow()
  owner = { kind: 'user', userId: id, role: 'user', sessionId: '' }
})
afterAll(() => holdall.close())

type Body<T> = ParsedInput & { readonly body: T }
const bodyId = ({ body }: Body<{ readonly parent_id?: string | null }>) => body.parent_id
const items = ({ body }: Body<ReturnType<SelectionTarget['selection']>>) => body

const target = (more: Partial<SelectionTarget> = {}): Targets => ({
  selection: { action: 'move', selection: items, ...more },
})
async function outcome(actor: Actor, rule: Targets, body: object): Promise<string | readonly string[]> {
  try {
    const { entry, selected } = await authorise(holdall.services, actor, rule, { params: {}, query: {}, body })
    return [...selected, ...(entry ? [entry] : [])].map(({ id }) => id)
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

describe('a bulk call', () => {
  test('is refused as a whole when one of its items is somebody else’s or does not exist', async () => {
    const { live, foreign, unknown } = fixture.named
    for (const { entry } of [foreign, unknown]) {
      expect(await outcome(owner, target(), { items: [{ id: live.entry }, { id: entry }] })).toBe('not-found')
    }
  })

  test('may name an item twice', async () => {
    const { entry } = fixture.named.live
    expect(await outcome(owner, target(), { items: [{ id: entry }, { id: entry }] })).toEqual([entry])
  })

  test('on all of a folder requires access to the folder: not somebody else’s, not a trashed one', async () => {
    const all = (parent_id: string | null) => ({ parent_id, all: true, except: [] })
    expect(await outcome(owner, target(), all(fixture.named.foreign.entry))).toBe('not-found')
    expect(await outcome(owner, target(), all(fixture.named.unknown.entry))).toBe('not-found')
    expect(await outcome(owner, target(), all(fixture.named.trashed.entry))).toBe('not-found')
    expect(await outcome(owner, target(), all(fixture.named.live.entry))).toEqual([fixture.named.live.entry])
  })

  test('on all of the top means the top of the caller’s home', async () => {
    const root = (await homeOf(holdall.services.db, owner.userId)).root_id
    expect(await outcome(owner, target(), { parent_id: null, all: true, except: [] })).toEqual([root])
  })

  test('that deletes for good requires that permission, not only the one to trash', async () => {
    const { token, inside } = fixture.link.open
    const visitor = await visitorOf(holdall.services, token, {})
    // An editor may trash, and never destroy.
    const editor: Actor = { ...visitor, permission: 'editor' }
    const rule = removeEntries.access.targets
    const ask = (actor: Actor, body: object) => outcome(actor, rule, body)
    const { live } = inside
    const all = { parent_id: visitor.rootId, all: true, except: [] }
    expect(await ask(editor, { items: [{ id: live }] })).toEqual([live])
    expect(await ask(editor, { items: [{ id: live, force_delete: false }] })).toEqual([live])
    expect(await ask(editor, { items: [{ id: live, force_delete: true }] })).toBe('not-found')
    expect(await ask(editor, all)).toEqual([visitor.rootId])
    expect(await ask(editor, { ...all, force_delete: true })).toBe('not-found')
    expect(await ask(owner, { items: [{ id: live, force_delete: true }] })).toEqual([live])
  })

  test('of a visitor may name several items inside', async () => {
    const visitor = await visitorOf(holdall.services, fixture.link.open.token, {})
    const ids = ['a folder inside', 'a file inside', 'a file further inside'].map(
      (thing) => fixture.inLink.open[thing]!,
    )
    const rule = target({ action: 'read' })
    const found = await outcome(visitor, rule, { items: ids.map((id) => ({ id })) })
    expect(new Set(found)).toEqual(new Set(ids))
  })

  test('of a visitor reads the entries and their paths, and no space', async () => {
    const visitor = await visitorOf(holdall.services, fixture.link.open.token, {})
    const read = async (items: readonly { readonly id: string }[]) => {
      const statements = await countedStatements(async () => {
        expect(await outcome(visitor, target({ action: 'read' }), { items })).toEqual(items.map(({ id }) => id))
      })
      return statements.map(({ returned }) => returned)
    }
    // The entry; then itself, the shared folder and the root.
    expect(await read([{ id: fixture.inLink.open['a file inside']! }])).toEqual([1, 3])
    expect(await read([])).toEqual([])
  })

  test('does not reach a root by its id', async () => {
    const root = (await homeOf(holdall.services.db, owner.userId)).root_id
    for (const action of ['move', 'trash', 'rename', 'share'] as const) {
      expect(await outcome(owner, target({ action, state: 'any' }), { items: [{ id: root }] })).toBe('not-found')
    }
  })
})

test('an entry in the trash is not changed or shared by a rule that accepts any state', async () => {
  const { trashed } = fixture.named
  const on = (action: Action) => outcome(owner, target({ action, state: 'any' }), { items: [{ id: trashed.entry }] })
  for (const action of ['create', 'rename', 'move', 'share'] as const) expect(await on(action)).toBe('not-found')
  for (const action of ['list', 'destroy', 'restore'] as const) expect(await on(action)).toEqual([trashed.entry])
})

test('an anonymous caller may do nothing, nor may a user before the second factor', async () => {
  const [item] = await loadItems(holdall.services.db, [fixture.named.live.entry], { withPath: true })
  const half: Actor = { kind: 'half', userId: owner.userId, sessionId: '', passwordVersion: 0 }
  for (const action of ['list', 'read', 'download', 'create', 'rename', 'move', 'trash', 'destroy', 'share'] as const) {
    expect([can({ kind: 'anonymous' }, action, item!), can(half, action, item!)]).toEqual([false, false])
  }
})

describe('an absent id', () => {
  const rule = (action: Action, absent?: 'root' | 'skip'): Targets => ({
    entry: { action, id: bodyId, ...(absent && { absent }) },
  })
  test.each([{}, { parent_id: null }, { parent_id: '' }, { parent_id: 'null' }, { parent_id: 'all' }])(
    '%j is the root where the rule says so, and else a mistake',
    async (body) => {
      const root = (await homeOf(holdall.services.db, owner.userId)).root_id
      expect(await outcome(owner, rule('create', 'root'), body)).toEqual([root])
      expect(await outcome(owner, rule('create', 'skip'), body)).toEqual([])
      expect(await outcome(owner, rule('create'), body)).toBe('validation')
    },
  )

  test('is the share’s own folder for its visitor', async () => {
    const { token } = fixture.link.open
    const visitor = await visitorOf(holdall.services, token, {})
    expect(await outcome(visitor, rule('list', 'root'), {})).toEqual([visitor.rootId])
  })
})

describe('a visitor', () => {
  const actions: readonly Action[] = [
    'list',
    'read',
    'download',
    'create',
    'rename',
    'move',
    'trash',
    'destroy',
    'restore',
    'share',
  ]
  const allowed = (actor: Actor, item: Item) => actions.filter((action) => can(actor, action, item))

  async function scene(): Promise<{ visitor: Actor & { kind: 'visitor' }; top: Item; inside: Item }> {
    const { token, inside } = fixture.link.open
    const visitor = await visitorOf(holdall.services, token, {})
    const load = async (id: string) => (await loadItems(holdall.services.db, [id], { withPath: true }))[0]!
    return { visitor, top: await load(visitor.rootId), inside: await load(inside.live) }
  }

  test('with permission to view may only view and download', async () => {
    const { visitor, top, inside } = await scene()
    expect([allowed(visitor, top), allowed(visitor, inside)]).toEqual([
      ['list', 'read', 'download'],
      ['list', 'read', 'download'],
    ])
  })

  test('of a link without downloads may only view, and learns nothing from what a download is refused with', async () => {
    const { visitor, top, inside } = await scene()
    const viewer: Actor = { ...visitor, canDownload: false }
    expect([allowed(viewer, top), allowed(viewer, inside)]).toEqual([
      ['list', 'read'],
      ['list', 'read'],
    ])
    const rule = target({ action: 'download' })
    for (const id of [inside.id, fixture.named.foreign.entry, fixture.named.unknown.entry]) {
      expect(await outcome(viewer, rule, { items: [{ id }] })).toBe('share-no-download')
    }
  })

  test('with permission to edit may change what is inside, and never the shared folder itself', async () => {
    const { visitor, top, inside } = await scene()
    const editor: Actor = { ...visitor, permission: 'editor' }
    expect(allowed(editor, top)).toEqual(['list', 'read', 'download', 'create'])
    expect(allowed(editor, inside)).toEqual(['list', 'read', 'download', 'create', 'rename', 'move', 'trash'])
  })

  test('who has not unlocked the link may do nothing, and neither may one whose item was loaded without its path', async () => {
    const { visitor, inside } = await scene()
    const { path: _, ...unplaced } = inside
    expect(allowed({ ...visitor, unlocked: false }, inside)).toEqual([])
    expect(allowed(visitor, unplaced)).toEqual([])
  })

  test('loses the grant when the link changes', async () => {
    const { db } = holdall.services
    const { token, cookies } = fixture.link.unlocked
    const now = () => visitorOf(holdall.services, token, cookies)
    expect((await now()).unlocked).toBe(true)
    await db.updateTable('shares').set({ grant_version: 2 }).where('token', '=', token).execute()
    expect((await now()).unlocked).toBe(false)
    await db.updateTable('shares').set({ grant_version: 1 }).where('token', '=', token).execute()
  })

  test('is not unlocked by a cookie that says so', async () => {
    const { token, cookies } = fixture.link.unlocked
    const name = Object.keys(cookies)[0]!
    for (const made of [JSON.stringify({ token, authenticated: true }), 'true', '']) {
      const visitor = await visitorOf(holdall.services, token, { [name]: made })
      expect(visitor.unlocked).toBe(false)
    }
  })
})

test('a permission check takes one value or a list, and can_edit includes can_view', () => {
  const held = ['owner', 'can_edit', 'can_view', null] as const
  const holders = (needed: Parameters<typeof hasPermission>[1]) => held.filter((one) => hasPermission(one, needed))
  expect(holders('can_view')).toEqual(['owner', 'can_edit', 'can_view'])
  expect(holders('can_edit')).toEqual(['owner', 'can_edit'])
  expect(holders('owner')).toEqual(['owner'])
  expect(holders(['can_view', 'can_edit'])).toEqual(['owner', 'can_edit', 'can_view'])
  expect(holders(['owner', 'can_edit'])).toEqual(['owner', 'can_edit'])
  expect(holders([])).toEqual([])
})
