import { type Action, removeEntries, type Target } from '@holdall/api'
import { Refusal } from '../http/refusal.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'
import type { Actor } from './actor.ts'
import { authorise } from './authorise.ts'
import { can } from './can.ts'
import { homeRootId, type Item, loadItems } from './items.ts'
import { type Fixture, makeFixture } from './matrix/fixture.ts'
import { visitorOf } from './visitor.ts'

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

const target = (more: Partial<Target & { kind: 'entry' }> = {}): Target => ({
  kind: 'entry',
  action: 'move',
  at: 'body.items',
  ...more,
})
async function outcome(actor: Actor, rule: Target, body: object): Promise<string | readonly string[]> {
  try {
    const entries = await authorise(holdall.services, actor, [rule], { params: {}, query: {}, body })
    return entries[rule.at]!.map(({ id }) => id)
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

describe('a bulk call', () => {
  it('is refused whole when one of its items is not the caller’s', async () => {
    const { live, foreign } = fixture.named
    expect(await outcome(owner, target(), { items: [{ id: live.entry }, { id: foreign.entry }] })).toBe('not-found')
  })

  it('may name an item twice', async () => {
    const { entry } = fixture.named.live
    expect(await outcome(owner, target(), { items: [{ id: entry }, { id: entry }] })).toEqual([entry])
  })

  it('on all of a folder asks for the folder: not somebody else’s, not a trashed one', async () => {
    const all = (parent_id: string | null) => ({ parent_id, all: true, except: [] })
    expect(await outcome(owner, target(), all(fixture.named.foreign.entry))).toBe('not-found')
    expect(await outcome(owner, target(), all(fixture.named.unknown.entry))).toBe('not-found')
    expect(await outcome(owner, target(), all(fixture.named.trashed.entry))).toBe('not-found')
    expect(await outcome(owner, target(), all(fixture.named.live.entry))).toEqual([fixture.named.live.entry])
  })

  it('on all of the top means the top of the caller’s home', async () => {
    const root = await homeRootId(holdall.services.db, owner.userId)
    expect(await outcome(owner, target(), { parent_id: null, all: true, except: [] })).toEqual([root])
  })

  test('that deletes for good asks for the right to, not only for that to trash', async () => {
    const { token, inside } = fixture.link.open
    const visitor = await visitorOf(holdall.services, token, {}, { kind: 'anonymous' })
    // An editor may trash, and never destroy.
    const editor: Actor = { ...visitor, permission: 'editor' }
    const rule = (removeEntries.access as { targets: readonly Target[] }).targets[0]!
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

  it('does not reach a root by its id', async () => {
    const root = await homeRootId(holdall.services.db, owner.userId)
    for (const action of ['move', 'trash', 'rename', 'share'] as const) {
      expect(await outcome(owner, target({ action, state: 'any' }), { items: [{ id: root }] })).toBe('not-found')
    }
  })
})

test('what lies in the trash is not changed or shared by a rule that takes any state', async () => {
  const { trashed } = fixture.named
  const on = (action: Action) => outcome(owner, target({ action, state: 'any' }), { items: [{ id: trashed.entry }] })
  for (const action of ['create', 'rename', 'move', 'share'] as const) expect(await on(action)).toBe('not-found')
  for (const action of ['list', 'destroy', 'restore'] as const) expect(await on(action)).toEqual([trashed.entry])
})

test('nobody may anything, nor may somebody before their second factor', async () => {
  const [item] = await loadItems(holdall.services.db, [fixture.named.live.entry], true)
  const half: Actor = { kind: 'half', userId: owner.userId, sessionId: '' }
  for (const action of ['list', 'read', 'create', 'rename', 'move', 'trash', 'destroy', 'share'] as const) {
    expect([can({ kind: 'anonymous' }, action, item!), can(half, action, item!)]).toEqual([false, false])
  }
})

describe('an absent id', () => {
  const at = 'body.parent_id'
  it.each([{}, { parent_id: null }, { parent_id: '' }, { parent_id: 'null' }, { parent_id: 'all' }])(
    '%j is the root where the rule says so, and else a mistake',
    async (body) => {
      const root = await homeRootId(holdall.services.db, owner.userId)
      expect(await outcome(owner, target({ action: 'create', at, absent: 'root' }), body)).toEqual([root])
      expect(await outcome(owner, target({ action: 'create', at, absent: 'skip' }), body)).toEqual([])
      expect(await outcome(owner, target({ action: 'create', at }), body)).toBe('validation')
    },
  )

  it('is the share’s own folder for its visitor', async () => {
    const { token } = fixture.link.open
    const visitor = await visitorOf(holdall.services, token, {}, { kind: 'anonymous' })
    expect(await outcome(visitor, target({ action: 'list', at, absent: 'root' }), {})).toEqual([visitor.rootId])
  })
})

describe('a visitor', () => {
  const actions: readonly Action[] = [
    'list',
    'read',
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
    const visitor = await visitorOf(holdall.services, token, {}, { kind: 'anonymous' })
    const load = async (id: string) => (await loadItems(holdall.services.db, [id], true))[0]!
    return { visitor, top: await load(visitor.rootId), inside: await load(inside.live) }
  }

  it('who may look may only look', async () => {
    const { visitor, top, inside } = await scene()
    expect([allowed(visitor, top), allowed(visitor, inside)]).toEqual([
      ['list', 'read'],
      ['list', 'read'],
    ])
  })

  it('who may edit changes what is inside, and never the shared folder itself', async () => {
    const { visitor, top, inside } = await scene()
    const editor: Actor = { ...visitor, permission: 'editor' }
    expect(allowed(editor, top)).toEqual(['list', 'read', 'create'])
    expect(allowed(editor, inside)).toEqual(['list', 'read', 'create', 'rename', 'move', 'trash'])
  })

  it('who has not unlocked the link may nothing, and neither may one whose item came without its path', async () => {
    const { visitor, inside } = await scene()
    const { path: _, ...unplaced } = inside
    expect(allowed({ ...visitor, unlocked: false }, inside)).toEqual([])
    expect(allowed(visitor, unplaced)).toEqual([])
  })

  it('loses the grant when the link changes', async () => {
    const { db } = holdall.services
    const { token, cookies } = fixture.link.unlocked
    const now = () => visitorOf(holdall.services, token, cookies, { kind: 'anonymous' })
    expect((await now()).unlocked).toBe(true)
    await db.updateTable('shares').set({ grant_version: 2 }).where('token', '=', token).execute()
    expect((await now()).unlocked).toBe(false)
    await db.updateTable('shares').set({ grant_version: 1 }).where('token', '=', token).execute()
  })

  it('is not unlocked by a cookie that says so', async () => {
    const { token, cookies } = fixture.link.unlocked
    const name = Object.keys(cookies)[0]!
    for (const made of [JSON.stringify({ token, authenticated: true }), 'true', '']) {
      const visitor = await visitorOf(holdall.services, token, { [name]: made }, { kind: 'anonymous' })
      expect(visitor.unlocked).toBe(false)
    }
  })
})
