import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { MAX_NOTIFICATIONS } from '@holdall/api'
import { homeOf } from '../../server/src/access/target.store.ts'
import { createUser } from '../../server/src/features/users/create-user.store.ts'
import { day } from '../../server/src/infrastructure/clock.ts'
import { file, folder, put, shareLink } from '../../server/src/testing/file-requests.ts'
import { listed, requestedFolder, sendTo, uploadRequest } from '../../server/src/testing/requested-files.ts'
import { type SeededEntry, seededId, seedEntries, seedLinks } from '../../server/src/testing/seed-entries.ts'
import { join, teamFolder } from '../../server/src/testing/team-requests.ts'
import type { Bench } from './unblocked.ts'

let seeded = 0
const seed = (kind: 'file' | 'folder', parentId: string, count: number, nameOf: (n: number) => string): SeededEntry[] =>
  Array.from({ length: count }, (_, n) => {
    const id = seededId(++seeded)
    return { id, parentId, kind, name: nameOf(n), ...(kind === 'file' && { size: 1 }), createdAt: seeded }
  })
const files = (parentId: string, count: number) => seed('file', parentId, count, (n) => `file ${String(n)}`)
const folders = (parentId: string, count: number) => seed('folder', parentId, count, (n) => `folder ${String(n)}`)
function nested(parentId: string, levels: number): SeededEntry[] {
  const chain: SeededEntry[] = []
  while (chain.length < levels) chain.push(...seed('folder', chain.at(-1)?.id ?? parentId, 1, () => 'nested'))
  return chain
}
const itemsOf = (entries: readonly SeededEntry[]) => ({ items: entries.map(({ id }) => ({ id })) })
const allOf = (parentId: string) => ({ parent_id: parentId, all: true, except: [] })

/** A folder of so many entries: a fifth of them directly in it, the others in 80 folders. */
async function bigFolder({ ann, entries, holdall }: Bench, name: string): Promise<string> {
  const big = await folder(ann, name)
  const inside = folders(big, 80)
  const each = Math.floor((entries * 0.8) / inside.length)
  const rows = [...files(big, entries / 5), ...inside, ...inside.flatMap(({ id }) => files(id, each))]
  await seedEntries(holdall, ann.userId, rows)
  return big
}

async function changes(bench: Bench): Promise<void> {
  const { ann, holdall, request } = bench
  const big = await bigFolder(bench, 'big')
  const [other, copies, box] = [await folder(ann, 'other'), await folder(ann, 'copies'), await folder(ann, 'box')]
  await seedEntries(holdall, ann.userId, files(box, bench.entries / 5))
  await request('sharing a folder', ann, 'POST', '/api/share', { id: big })
  await request('copying it', ann, 'POST', '/api/copy', { items: [{ id: big }], to_id: copies })
  await request('duplicating all in a folder', ann, 'POST', '/api/copy', { ...allOf(box), to_id: box })
  await request('moving all in a folder', ann, 'POST', '/api/move', { ...allOf(big), to_id: other })
  const items = [{ id: other }]
  await request('trashing a folder', ann, 'POST', '/api/remove', { items })
  await request('restoring a folder', ann, 'POST', '/api/trash/restore', { items })
  await request('trashing all in a folder', ann, 'POST', '/api/remove', allOf(other))
  await request('trashing the folder that they were in', ann, 'POST', '/api/remove', { items })
  await request('deleting a folder', ann, 'POST', '/api/remove', { items: [{ id: copies, force_delete: true }] })
  await request('the trash', ann, 'GET', '/api/browse/trash/all?sort=name&page=20')
  await request('emptying the trash', ann, 'DELETE', '/api/trash/dump')

  const [above, target] = [await folder(ann, 'above'), await folder(ann, 'target')]
  const inner = await folder(ann, 'inner', above)
  await seedEntries(holdall, ann.userId, files(inner, bench.entries))
  await ann.post('/api/remove', allOf(inner))
  const over = { items: [{ id: above }] }
  const of = 'a folder above one whose content is in the trash'
  await request(`moving ${of}`, ann, 'POST', '/api/move', { ...over, to_id: target })
  await request(`trashing ${of}`, ann, 'POST', '/api/remove', over)
  await request(`restoring ${of}`, ann, 'POST', '/api/trash/restore', over)
  holdall.clock.advance(32 * day)
  await bench.measure('purging the trash', () => holdall.services.jobs.runDue())
}

async function changesOfMany({ ann, entries, holdall, request }: Bench): Promise<void> {
  const source = await folder(ann, 'source')
  const places = folders(source, 20)
  const some = places.flatMap(({ id }) => folders(id, 50))
  const others = files(await folder(ann, 'others'), entries)
  await seedEntries(holdall, ann.userId, [...places, ...some, ...some.flatMap(({ id }) => files(id, 3)), ...others])
  await request('trashing 1,000 folders of 20 places', ann, 'POST', '/api/remove', itemsOf(some))
  await request('restoring 1,000 folders of 20 places', ann, 'POST', '/api/trash/restore', itemsOf(some))

  const chain = nested(await folder(ann, 'nested'), 15_000)
  await seedEntries(holdall, ann.userId, chain)
  const deepest = itemsOf(chain.slice(-1000))
  await request('trashing the 1,000 deepest of 15,000 nested folders', ann, 'POST', '/api/remove', deepest)
  await request('deleting the 1,000 deepest of 15,000 nested folders', ann, 'POST', '/api/remove', deepest)

  const replaced = files(await folder(ann, 'replaced'), 1000)
  await seedEntries(holdall, ann.userId, replaced)
  const content = { size: 0, sha256: 'x' }
  const earlier = replaced.map(({ id }) => ({ entry_id: id, blob_id: `earlier ${id}` }))
  const { db } = holdall.services
  const blobs = earlier.map(({ blob_id: id }) => ({ id, ...content, created_at: 0 }))
  await db.insertInto('blobs').values(blobs).execute()
  const versions = earlier.map((keys) => ({ ...keys, ...content, version: 0, mime: 'text/plain', replaced_at: 0 }))
  await db.insertInto('file_versions').values(versions).execute()
  await db
    .updateTable('users')
    .set((eb) => ({ item_count: eb('item_count', '+', versions.length) }))
    .where('id', '=', ann.userId)
    .execute()
  const items = replaced.map(({ id }) => ({ id, version: 0 }))
  await request('restoring the earlier content of 1,000 files', ann, 'POST', '/api/versions/restore', { items })
}

async function names({ ann, entries, holdall, request }: Bench): Promise<void> {
  const [box, target, source] = [await folder(ann, 'box'), await folder(ann, 'target'), await folder(ann, 'source')]
  const parents = folders(source, 500)
  const coming = parents.slice(0, 100).flatMap(({ id }) => seed('folder', id, 1, () => 'a'))
  const taken = seed('folder', target, entries / 2, (n) => (n === 0 ? 'a' : `a (${String(n + 1)})`))
  await seedEntries(holdall, ann.userId, [...files(box, entries), ...parents, ...coming, ...taken])
  const asked = Array.from({ length: 1000 }, (_, n) => `file ${String(n)}`)
  await request('1,000 names of which all are taken', ann, 'POST', `/api/browse/folders/${box}/taken`, { names: asked })
  const move = (some: readonly SeededEntry[], toId: string) => ({ ...itemsOf(some), to_id: toId })
  await request('moving 100 folders to where their name is taken', ann, 'POST', '/api/move', move(coming, target))

  const long = await folder(ann, 'long')
  const nameOf = (n: number) => 'x'.repeat(249) + String(n).padStart(6, '0')
  const similar = parents.flatMap(({ id }, at) => seed('folder', id, 1, () => nameOf(at)))
  await seedEntries(holdall, ann.userId, [...seed('folder', long, 2000, nameOf), ...similar])
  const of = 'folders with long names that differ near their end'
  await request(`duplicating 2,000 ${of}`, ann, 'POST', '/api/copy', { ...allOf(long), to_id: long })
  await request(`moving 500 ${of}`, ann, 'POST', '/api/move', move(similar, long))
}

async function listings(bench: Bench): Promise<void> {
  const { ann, entries, holdall, request } = bench
  const [wide, large] = [await folder(ann, 'wide'), await folder(ann, 'large')]
  const inLarge = files(large, entries)
  await seedEntries(holdall, ann.userId, [...folders(wide, entries), ...inLarge])
  const { userId } = ann
  await seedLinks(
    holdall,
    userId,
    inLarge.map(({ id }) => id),
  )
  for (const query of ['', '&sort=name&direction=DESC', '&sort=created_at&direction=ASC'])
    await request('a level of the tree', ann, 'GET', `/api/browse/navigation?parent_id=${wide}${query}`)
  await request('the tree', ann, 'GET', '/api/browse/navigation?depth=all')
  for (const page of [1, 10, 21])
    await request('a page of the newest files', ann, 'GET', `/api/browse/latest?page=${String(page)}`)
  for (const sort of ['name', 'size', 'created_at', 'type']) {
    await request('a page of a folder', ann, 'GET', `/api/browse/folders/${large}?sort=${sort}&page=20`)
    await request('a page of the entries with links', ann, 'GET', `/api/browse/share?sort=${sort}&page=20`)
    await request('a name by its prefix', ann, 'GET', `/api/browse/folders/${large}/position?sort=${sort}&prefix=f`)
  }
  await request('the used storage', ann, 'GET', '/api/user/storage')
  await request('the dashboard', await holdall.signInAdmin(), 'GET', '/api/admin/dashboard')
  await ann.post('/api/remove', { items: [{ id: large }] })
  for (const sort of ['name', 'size', 'created_at', 'type'])
    await request('a folder in the trash', ann, 'GET', `/api/browse/trash/${large}?sort=${sort}&page=20`)
}

async function searches({ ann, entries, holdall, request }: Bench): Promise<void> {
  const [shared, top] = [await folder(ann, 'shared'), await folder(ann, 'top')]
  const tops = folders(top, 100)
  const chains = tops.map(({ id }) => nested(id, 125))
  const plans = chains.flatMap((chain) => seed('file', chain.at(-1)?.id ?? top, 1, () => 'plan'))
  const similar = seed('folder', shared, entries / 2, (n) => `bcd abc ${String(n)}`)
  const reports = seed('file', shared, entries / 2, (n) => `file report ${String(n)}`)
  await seedEntries(holdall, ann.userId, [...tops, ...chains.flat(), ...plans, ...similar, ...reports])
  await request('a search for parts of many names', ann, 'GET', '/api/browse/search?query=abcd')
  const within = chains[7]?.[60]?.id ?? top
  await request('a search in a deep folder', ann, 'GET', `/api/browse/search?query=plan&parent_id=${within}`)
  const token = await shareLink(ann, shared)
  const visitor = holdall.visitor()
  for (const query of ['report', 'r', 'report%205999']) {
    const url = `/api/sharing/search/${token}?per_page=200&sort=name&query=${query}`
    await request('a search of a visitor', visitor, 'GET', url)
  }
}

async function zips({ ann, entries, holdall, request }: Bench): Promise<void> {
  let deep = await folder(ann, 'top')
  const token = await shareLink(ann, deep)
  for (let level = 0; level < 50; level += 1) deep = await folder(ann, `level ${String(level)}`, deep)
  const wide = await folder(ann, 'wide')
  const some = folders(deep, 2000)
  await seedEntries(holdall, ann.userId, [...some, ...folders(wide, Math.min(entries, 99_000))])
  await request('a zip of a folder', ann, 'GET', `/api/zip?items=${wide}`)
  await ann.post('/api/remove', { items: [{ id: wide }] })
  await request('a zip of a folder in the trash', ann, 'GET', `/api/zip?items=${wide}`)
  for (const [who, address] of [
    [ann, '/api/zip'],
    [holdall.visitor(), `/api/sharing/zip/${token}`],
  ] as const) {
    const prepared = await request('preparing a zip of 2,000 ids', who, 'POST', address, itemsOf(some))
    const { data } = JSON.parse(prepared) as { data: { attributes: { url: string } } }
    await request('a zip of 2,000 ids', who, 'GET', data.attributes.url)
  }
}

async function teams(bench: Bench): Promise<void> {
  const { ann, entries, holdall, request } = bench
  const bob = await holdall.signUp()
  const big = await bigFolder(bench, 'big')
  const address = `/api/teams/folders/${big}`
  const options = { invitations: [], members_can_share: true }
  await request('converting a folder into a team folder', ann, 'POST', `${address}/convert`, options)
  await join(ann, big, bob)
  const shared = files(await folder(ann, 'shared', big), entries)
  await seedEntries(holdall, ann.userId, shared)
  const { id: spaceId } = await homeOf(holdall.services.db, ann.userId)
  const { db, clock, ids } = holdall.services
  const { space_id: teamId } = await db
    .selectFrom('entries')
    .select('space_id')
    .where('id', '=', big)
    .executeTakeFirstOrThrow()
  if (teamId === spaceId) throw new Error('The folder was not converted.')
  const links = () =>
    seedLinks(
      holdall,
      ann.userId,
      shared.map(({ id }) => id),
      bob.userId,
    )
  await links()
  await request('turning links of members off', ann, 'PATCH', address, { members_can_share: false })
  await ann.patch(address, { members_can_share: true })
  await links()
  await request('removing a member with links', ann, 'PATCH', address, { members: [] })
  await request('dissolving a team folder', ann, 'DELETE', address)

  const invitations = Array.from({ length: 200 }, (_, n) => ({
    email: `p${String(n)}@example.com`,
    permission: 'can_view',
  }))
  await request('inviting 200 people', ann, 'POST', '/api/teams/folders', { name: 'Invited', invitations })
  const users: string[] = []
  for (let n = 0; n < 200; n += 1) {
    const email = `${ids.next()}@example.com`
    const user = { name: 'Member', email, passwordHash: '', role: 'user', verified: true } as const
    users.push(await holdall.services.transact((trx) => createUser(holdall.services, trx, user)))
  }
  for (let n = 0; n < 99; n += 1) await teamFolder(ann, `Team ${String(n)}`)
  const own = await db
    .selectFrom('spaces')
    .select('id')
    .where('owner_id', '=', ann.userId)
    .where('kind', '=', 'team')
    .execute()
  for (const { id } of own) {
    const permission = 'can_view' as const
    const rows = users.map((userId) => ({ space_id: id, user_id: userId, permission, created_at: clock.now() }))
    await db.insertInto('team_members').values(rows).execute()
  }
  await request('100 team folders of 200 members', ann, 'GET', '/api/teams/folders/all?per_page=100')
}

async function uploadRequests({ ann, entries, holdall, request, measure }: Bench): Promise<void> {
  const visitor = holdall.visitor()
  const { token } = await uploadRequest(ann)
  const { id: sub } = (await requestedFolder(visitor, token, 'sub')) as { id: string }
  const { folder_id: root } = (await listed(ann, token)) as { folder_id: string }
  const rows = [root, sub].flatMap((id) => [...files(id, entries * 0.45), ...folders(id, entries * 0.05)])
  await seedEntries(holdall, ann.userId, rows)
  const { db } = holdall.services
  const { upload_request_id: requestId } = await db
    .selectFrom('entries')
    .select('upload_request_id')
    .where('id', '=', root)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('entries')
    .set({ upload_request_id: requestId })
    .where('parent_id', 'in', [root, sub])
    .where('name', 'not like', '% %7')
    .execute()
  const at = `/api/file-request/${token}`
  for (const sort of ['name', 'size', 'created_at', 'type'])
    await request('a page of received files', visitor, 'GET', `${at}/browse/all?sort=${sort}&page=40`)
  await request('a received name by its prefix', visitor, 'GET', `${at}/browse/all/position?prefix=file&sort=size`)
  await request('the tree of an upload request', visitor, 'GET', `${at}/navigation`)
  await measure('an upload to an upload request', () => sendTo(visitor, token, 'file 1', 'some bytes'))
  await request('removing all received files', visitor, 'POST', `${at}/remove`, {
    ...allOf(''),
    parent_id: null,
    except: [sub],
  })
  await request('ending an upload request', visitor, 'DELETE', at)
}

async function accounts(bench: Bench): Promise<void> {
  const { ann, holdall, measure } = bench
  await bigFolder(bench, 'big')
  await holdall.services.settings.set('accounts.deletion_days', 0)
  // The first run loads what later ones use.
  await holdall.services.jobs.runDue()
  await ann.post('/api/user/deletion', { email: ann.email, team_folders: [] })
  await measure('deleting an account', () => holdall.services.jobs.runDue())
}

async function notifications({ ann, holdall, request }: Bench): Promise<void> {
  const { db, ids, clock } = holdall.services
  const row = {
    user_id: ann.userId,
    category: 'remote-upload-done',
    title: 'notification.remote_upload_done.title',
    description: 'notification.remote_upload_done.description',
    message_values: '{"saved":2,"failed":1}',
    action: null,
    created_at: clock.now(),
    read_at: null,
  } as const
  const rows = Array.from({ length: MAX_NOTIFICATIONS }, () => ({ ...row, id: ids.next() }))
  await db.insertInto('notifications').values(rows).execute()
  for (const value of ['en-US', 'ar']) {
    await ann.patch('/api/user/settings', { name: 'locale', value })
    await request('200 notifications', ann, 'GET', '/api/notifications?per_page=200')
    await request('the account', ann, 'GET', '/api/user')
  }
}

async function bytes({ ann, holdall, measure }: Bench): Promise<void> {
  await holdall.services.settings.set('upload.blocked_types', ['image/svg+xml'])
  const comments = Buffer.alloc(1_048_576, '<!---->')
  await measure('detecting the type of 1 MiB of empty comments', () => put(ann, 'notes.txt', comments))
  // The bytes of the first upload load what later ones use.
  await file(ann, 'first.txt')
  const script = path.join(import.meta.dirname, '../../server/src/testing/large-file-server.ts')
  const server = new Worker(script)
  const [port] = (await once(server, 'message')) as [number]
  const urls = Array.from({ length: 6 }, () => `http://127.0.0.1:${String(port)}/large.bin`)
  await ann.post('/api/upload/remote', { urls })
  await measure('a remote upload of 120 MB', () => holdall.services.jobs.runDue())
  await server.terminate()
}

export const scenes: readonly ((bench: Bench) => Promise<void>)[] = [
  changes,
  changesOfMany,
  names,
  listings,
  searches,
  zips,
  teams,
  uploadRequests,
  accounts,
  notifications,
  bytes,
]
