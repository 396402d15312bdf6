import fc from 'fast-check'
import { isShown } from '../../access/unfinished-copies.store.ts'
import { day, hour } from '../../infrastructure/clock.ts'
import { expectCountersToMatchRows, file, folder, put, shareLink } from '../../testing/file-requests.ts'
import { digest } from '../../infrastructure/ids.ts'
import { join, teamFolder } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { inSpace } from '../entries/space.store.ts'
import { planCopy } from '../files/copy-plan.ts'
import { beginCopy, insertCopies, settleCopied } from '../files/copy.store.ts'
import { storageLimits } from '../storage/quota.store.ts'
import { versionLimits } from './version.store.ts'

/** Each ends with everything being restored and downloaded. */
const MAX_SEQUENCES = 20
/** `npm run test:full` makes more sequences: as many as have about so many calls. */
const CALLS = Number(process.env['HOLDALL_FUZZ_REQUESTS'] ?? 120)
const MAX_STEPS = 15
/** Other sequences on each engine. */
const SEED = globalThis.HOLDALL_TEST_ENGINE === 'sqlite' ? 20_261_127 : 20_261_128
const LIMITS = { home: 3, team: 5 }
/** Few, so that the trash and versions are purged in between. */
const TRASH_DAYS = 2

let holdall: TestApp
const limits = { ...versionLimits }
beforeAll(async () => {
  holdall = await testApp()
  Object.assign(versionLimits, LIMITS)
  await holdall.services.settings.set('trash.days', TRASH_DAYS)
})
afterAll(async () => {
  Object.assign(versionLimits, limits)
  await holdall.close()
})

const kinds = [
  'copy-home',
  'copy-back',
  'copy-inside',
  'upload',
  'replace',
  'replace-beyond-the-limit',
  'rename',
] as const
const others = ['restore-version', 'trash', 'destroy', 'restore', 'empty', 'move-in', 'move-out', 'move-back'] as const
const rest = ['trash-all', 'move-all', 'by-link', 'begin-copy', 'day'] as const
interface Step {
  readonly do: (typeof kinds)[number] | (typeof others)[number] | (typeof rest)[number]
  /** Which of the existing entries. */
  readonly at: number
  readonly other: number
}
/** Few numbers, so that steps are often about the same entry. */
const at = fc.nat(5)
/** Those that can replace contents are more frequent. */
const frequent = ['copy-home', 'replace', 'restore-version'] as const
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.oneof(fc.constantFrom(...frequent), fc.constantFrom(...kinds, ...others, ...rest)),
  at,
  other: at,
})

interface Scene {
  readonly owner: SignedIn
  readonly member: SignedIn
  readonly team: string
  readonly inner: string
  readonly token: string
  /** A content that was not there before. */
  readonly next: () => string
}

async function createScene(): Promise<Scene> {
  const [owner, member] = [await holdall.signUp(), await holdall.signUp()]
  const team = await teamFolder(owner, 'Team', { members_can_share: true })
  await join(owner, team, member)
  let contents = 0
  const next = () => `content ${++contents}`
  const inner = await folder(owner, 'inner', team)
  for (const parent_id of [team, inner])
    for (const name of ['a.txt', 'b.txt']) await file(owner, name, next(), { parent_id })
  await file(owner, 'a.txt', next(), { parent_id: team, replace: 1 })
  return { owner, member, team, inner, token: await shareLink(member, inner, { permission: 'editor' }), next }
}

/** Entries of an account besides the roots; `inside` a team folder or outside of all, or anywhere. */
async function entriesOf(ownerId: string, { inside }: { readonly inside?: boolean } = {}) {
  const { db } = holdall.services
  const rows = await db
    .selectFrom('entries')
    .innerJoin('spaces', 'spaces.id', 'entries.space_id')
    .select([
      'entries.id',
      'entries.kind',
      'entries.name',
      'entries.parent_id',
      'entries.trash_root_id',
      'spaces.kind as space',
    ])
    .where('entries.owner_id', '=', ownerId)
    .where('entries.kind', '!=', 'root')
    .orderBy('entries.id')
    .execute()
  return rows.filter(({ space }) => inside === undefined || (space === 'team') === inside)
}

const versionsOf = (ownerId: string) =>
  holdall.services.db
    .selectFrom('file_versions')
    .innerJoin('entries', 'entries.id', 'file_versions.entry_id')
    .select(['file_versions.entry_id', 'file_versions.version', 'file_versions.sha256'])
    .where('entries.owner_id', '=', ownerId)
    .orderBy('file_versions.entry_id')
    .orderBy('file_versions.version')
    .execute()

/** What of an owner is live and shown now: by the hash of each content, the time. */
async function noteLive(ownerId: string, lastLive: Map<string, number>): Promise<void> {
  const { db } = holdall.services
  const rows = await db
    .selectFrom('entries')
    .select('sha256')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'file')
    .where('trash_root_id', 'is', null)
    .where(isShown)
    .execute()
  for (const { sha256 } of rows) lastLive.set(sha256 ?? '', holdall.clock.now())
}

/** Contents that were live within the time that the trash keeps entries, and that the owner cannot recover. */
async function lostContents(ownerId: string, lastLive: ReadonlyMap<string, number>): Promise<readonly string[]> {
  const kept = await recoverable(ownerId)
  const since = holdall.clock.now() - TRASH_DAYS * day
  return [...lastLive].filter(([hash, at]) => at >= since && !kept.has(hash)).map(([hash]) => hash)
}

/** Begins to copy an entry, and ends before the copy is shown, as a process that is killed does. */
async function beginCopyOf({ member, team }: Scene, id: string): Promise<void> {
  const { db, clock, ids, settings, transactBulk } = holdall.services
  const [found, limits] = [await spaceOfRoot(team), await storageLimits(settings)]
  const space = { ...found, memberId: member.userId }
  const target = { space, toId: team, conflicts: { on_conflict: 'keep-both' as const }, ids, maxDepth: 100 }
  const plan = await planCopy(db, { space, which: { ids: [id] } }, target)
  const copyId = ids.next()
  const now = clock.now()
  await inSpace(transactBulk, space, async (trx) => {
    await beginCopy(trx, copyId, { ownerId: space.owner_id, amount: plan.amount, limits, now })
    const written = await insertCopies(trx, plan.copies, {
      copyId,
      from: space,
      to: space,
      toId: team,
      creatorId: member.userId,
      now,
    })
    await settleCopied(trx, copyId, written, limits)
  })
}

const spaceOfRoot = (rootId: string) =>
  holdall.services.db.selectFrom('spaces').selectAll().where('root_id', '=', rootId).executeTakeFirstOrThrow()

/** The hashes of what the owner has: live, in the trash, or as a version. What a copy hides is deleted if it fails. */
async function recoverable(ownerId: string): Promise<ReadonlySet<string>> {
  const files = await holdall.services.db
    .selectFrom('entries')
    .select('sha256')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'file')
    .where(isShown)
    .execute()
  return new Set([...files, ...(await versionsOf(ownerId))].map(({ sha256 }) => sha256 ?? ''))
}

async function perform(
  { owner, member, team, inner, token, next }: Scene,
  { do: what, at, other }: Step,
): Promise<void> {
  const teamEntries = await entriesOf(owner.userId, { inside: true })
  const files = teamEntries.filter(({ kind, trash_root_id }) => kind === 'file' && trash_root_id === null)
  const own = await entriesOf(member.userId)
  const pick = <T>(some: readonly T[], n = at) => some[n % Math.max(1, some.length)]
  const items = (...some: readonly ({ readonly id: string } | undefined)[]) => ({
    items: some.flatMap((one) => (one ? [{ id: one.id }] : [])),
  })
  const on_conflict = other % 3 === 0 ? 'keep-both' : 'replace'
  const to = other % 2 === 0 ? team : inner
  const one = pick(files)
  const any = pick(teamEntries)
  const replace = async () => one && put(member, one.name, next(), { parent_id: one.parent_id ?? team, replace: 1 })
  switch (what) {
    case 'copy-home':
      return void (await member.post('/api/copy', { ...items(any), to_id: null, on_conflict }))
    case 'copy-back':
      return void (await member.post('/api/copy', { ...items(pick(own)), to_id: to, on_conflict }))
    case 'copy-inside':
      return void (await member.post('/api/copy', { ...items(any), to_id: to, on_conflict }))
    case 'upload':
      return void (await put(member, pick(['a.txt', 'b.txt']) ?? '', next(), other % 2 ? { parent_id: to } : {}))
    case 'replace':
      return void (await replace())
    case 'replace-beyond-the-limit':
      for (let n = 0; n < LIMITS.team + 2; n++) await replace()
      return
    case 'rename':
      return void (
        any && (await member.patch(`/api/rename/${any.id}`, { name: pick(['a.txt', 'b.txt', 'c.txt'], other) }))
      )
    case 'restore-version': {
      const version = pick(await versionsOf(owner.userId))
      if (!version) return
      const { entry_id: id, version: number } = version
      return void (await member.post('/api/versions/restore', { items: [{ id, version: number }] }))
    }
    case 'trash':
      return void (await member.post('/api/remove', items(any, pick(teamEntries, other))))
    case 'destroy':
      return void (any && (await member.post('/api/remove', { items: [{ id: any.id, force_delete: true }] })))
    case 'trash-all':
      return void (await member.post('/api/remove', {
        parent_id: to,
        all: true,
        except: [],
        force_delete: at % 2 === 0,
      }))
    case 'restore': {
      const trashed = teamEntries.filter(({ trash_root_id }) => trash_root_id !== null)
      return void (await member.post('/api/trash/restore', {
        ...items(pick(trashed)),
        to_home: at % 2 === 0,
        on_conflict,
      }))
    }
    case 'empty':
      return void (await member.delete('/api/trash/dump'))
    case 'move-in':
      return void (await member.post('/api/move', { ...items(any), to_id: to, on_conflict }))
    case 'move-all':
      return void (await member.post('/api/move', {
        parent_id: inner,
        all: true,
        except: [],
        to_id: team,
        on_conflict,
      }))
    case 'move-out':
      return void (await member.post('/api/move', { ...items(any), to_id: null, on_conflict }))
    case 'move-back':
      return void (await member.post('/api/move', { ...items(pick(own)), to_id: to, on_conflict }))
    case 'by-link':
      return void (await member.post(`/api/sharing/remove/${token}`, items(any)))
    case 'begin-copy':
      return void (
        any &&
        any.trash_root_id === null &&
        (await beginCopyOf({ owner, member, team, inner, token, next }, any.id))
      )
    case 'day':
      holdall.clock.advance(day)
      await holdall.services.jobs.runDue()
  }
}

/** The bytes of a live file, as its owner downloads it. */
async function download(owner: SignedIn, id: string, parentId: string | null): Promise<string> {
  const { body } = await owner.get(`/api/browse/folders/${parentId}?per_page=200`)
  const entry = body.data.find((each: { readonly id: string }) => each.id === id)
  return (await owner.get(entry.attributes.file_url)).raw.body
}

/** The hashes of what the owner downloads after restoring all from the trash, and then each version. */
async function restoredContents(owner: SignedIn): Promise<ReadonlySet<string>> {
  const trashed = (await entriesOf(owner.userId)).filter(({ id, trash_root_id }) => trash_root_id === id)
  for (const { id } of trashed) expect((await owner.post('/api/trash/restore', { items: [{ id }] })).status).toBe(200)
  const files = (await entriesOf(owner.userId)).filter(({ kind }) => kind === 'file')
  const contents: string[] = []
  for (const { id, parent_id } of files) contents.push(await download(owner, id, parent_id))
  for (const { entry_id: id, version } of await versionsOf(owner.userId)) {
    const { status } = await owner.post('/api/versions/restore', { items: [{ id, version }] })
    // Restoring another version has deleted this one where a further file has the same content.
    expect([200, 404]).toContain(status)
    const parent = files.find((each) => each.id === id)?.parent_id ?? null
    if (status === 200) contents.push(await download(owner, id, parent))
  }
  return new Set(contents.map(digest))
}

test('no calls of a member of a team folder reduce the contents that its owner can recover', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: MAX_STEPS }), async (steps) => {
      const scene = await createScene()
      const { owner } = scene
      const lastLive = new Map<string, number>()
      await noteLive(owner.userId, lastLive)
      let before = await recoverable(owner.userId)
      for (const one of steps) {
        await perform(scene, one)
        const after = await recoverable(owner.userId)
        // What is old is purged.
        const ended = one.do === 'day' ? [] : [...before].filter((hash) => !after.has(hash))
        const lost = [...ended, ...(await lostContents(owner.userId, lastLive))]
        expect({ after: one, lost }).toEqual({ after: one, lost: [] })
        await noteLive(owner.userId, lastLive)
        before = after
      }
      // Copies that were begun are reverted.
      holdall.clock.advance(hour)
      await holdall.services.jobs.runDue()
      before = await recoverable(owner.userId)
      expect(await lostContents(owner.userId, lastLive)).toEqual([])
      await expectCountersToMatchRows(holdall.services.db)
      const restored = await restoredContents(owner)
      expect([...before].filter((hash) => !restored.has(hash))).toEqual([])
    }),
    { numRuns: Math.min(Math.ceil(CALLS / MAX_STEPS), MAX_SEQUENCES), seed: SEED, endOnFailure: true },
  )
  expect(holdall.log.filter((line) => line.includes('unexpected error'))).toEqual([])
})

/** A file of the owner in a team folder whose content is live again after a member has replaced it: its version is junk. */
async function replacedAndRestored({ owner, member, team }: Scene) {
  const { id } = await file(owner, 'plan.txt', 'the plan', { parent_id: team })
  const versions = async () => (await versionsOf(owner.userId)).filter((one) => one.entry_id === id)
  const restore = async (content: string) => {
    const { version } = (await versions()).find(({ sha256 }) => sha256 === digest(content))!
    expect((await member.post('/api/versions/restore', { items: [{ id, version }] })).status).toBe(200)
  }
  await put(member, 'plan.txt', 'junk', { parent_id: team, replace: 1 })
  await restore('the plan')
  return { id, restore }
}

test('a copy that is not complete is no other file that has the content', async () => {
  const scene = await createScene()
  const { id, restore } = await replacedAndRestored(scene)
  await beginCopyOf(scene, id)
  await restore('junk')
  holdall.clock.advance(hour)
  await holdall.services.jobs.runDue()
  expect([...(await recoverable(scene.owner.userId))]).toContain(digest('the plan'))
})

test('a file in the trash is no other file that has the content', async () => {
  const scene = await createScene()
  const { owner, member, team } = scene
  const { id, restore } = await replacedAndRestored(scene)
  const { body } = await member.post('/api/copy', { items: [{ id }], to_id: team })
  expect((await member.post('/api/remove', { items: [{ id: body.ids[0] }] })).status).toBe(200)
  holdall.clock.advance(TRASH_DAYS * day - hour)
  await restore('junk')
  holdall.clock.advance(2 * hour)
  await holdall.services.jobs.runDue()
  expect([...(await recoverable(owner.userId))]).toContain(digest('the plan'))
})

test('a file below a folder that is being deleted is no other file that has the content', async () => {
  const scene = await createScene()
  const { owner, member, inner } = scene
  const { id, restore } = await replacedAndRestored(scene)
  expect((await member.post('/api/copy', { items: [{ id }], to_id: inner })).status).toBe(200)
  const { db } = holdall.services
  // As a process that ends within a large deletion leaves it.
  await db.updateTable('entries').set({ trash_root_id: 'batch' }).where('id', '=', inner).execute()
  await restore('junk')
  const kept = (await versionsOf(owner.userId)).filter((one) => one.entry_id === id).map(({ sha256 }) => sha256)
  expect(kept).toEqual([digest('the plan')])
  await db.updateTable('entries').set({ trash_root_id: null }).where('id', '=', inner).execute()
})
