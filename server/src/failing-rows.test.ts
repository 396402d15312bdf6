import { allJobs } from './background-jobs.ts'
import { day } from './infrastructure/clock.ts'
import { expectCountersToMatchRows, file, folder, uploadId } from './testing/file-requests.ts'
import { uploadRequest } from './testing/requested-files.ts'
import { type SignedIn, testApp, type TestApp } from './testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterEach(() => expectCountersToMatchRows(holdall.services.db))
afterAll(() => holdall.close())

interface Work {
  /** Leaves something of a user to the job. */
  readonly leave: (user: SignedIn) => Promise<unknown>
  /** What identifies in the log what is left. */
  readonly left: () => Promise<readonly string[]>
}

const db = () => holdall.services.db
const now = () => holdall.clock.now()
const ids = <T extends string>(rows: readonly Readonly<Record<T, string>>[], column: T) =>
  rows.map((row) => row[column])

/** A folder in the trash, with one in it. */
async function trashedFolder(user: SignedIn): Promise<string> {
  const id = await folder(user, 'plans')
  await folder(user, 'inner', id)
  expect((await user.post('/api/remove', { items: [{ id }] })).status).toBe(200)
  return id
}

const works: Readonly<Record<string, Work>> = {
  'finish-deletions': {
    leave: async (user) => {
      const [id, batchId] = [await trashedFolder(user), holdall.services.ids.next()]
      await db().insertInto('deletions').values({ batch_id: batchId, created_at: now() }).execute()
      await db().updateTable('entries').set({ trash_root_id: batchId }).where('id', '=', id).execute()
    },
    left: async () => ids(await db().selectFrom('deletions').select('batch_id').execute(), 'batch_id'),
  },
  'finish-trash': {
    leave: async (user) => {
      const row = { root_id: await trashedFolder(user), change_id: holdall.services.ids.next(), renewed_at: null }
      await db().insertInto('unfinished_trash').values(row).execute()
    },
    left: async () => ids(await db().selectFrom('unfinished_trash').select('change_id').execute(), 'change_id'),
  },
  'follow-moved-entries': {
    leave: async (user) => {
      const row = { root_id: await folder(user, 'moved'), owner_id: user.userId }
      await db().insertInto('unfinished_moves').values(row).execute()
    },
    left: async () => ids(await db().selectFrom('unfinished_moves').select('root_id').execute(), 'root_id'),
  },
  'revert-copies': {
    leave: ({ userId }) => {
      const row = { id: holdall.services.ids.next(), owner_id: userId, bytes: 0, items: 0, renewed_at: 0 }
      return db().insertInto('copies').values(row).execute()
    },
    left: async () => ids(await db().selectFrom('copies').select('id').execute(), 'id'),
  },
  'purge-trash': {
    leave: trashedFolder,
    left: async () => {
      const trashed = db().selectFrom('entries').where('trash_root_id', 'is not', null)
      return ids(await trashed.select('space_id').distinct().execute(), 'space_id')
    },
  },
  'purge-file-versions': {
    leave: async (user) => {
      for (const text of ['first', 'second']) await file(user, 'a.txt', text, { replace: 1 })
    },
    left: async () => {
      const files = db().selectFrom('file_versions').innerJoin('entries', 'entries.id', 'entry_id')
      return ids(await files.select('space_id').distinct().execute(), 'space_id')
    },
  },
  'expire-uploads': {
    leave: async (user) => {
      const query = { name: 'a', upload_id: uploadId(), offset: 0, size: 20 }
      await user.raw('/api/upload/chunks', query, Buffer.alloc(10))
    },
    left: async () =>
      ids(
        await db().selectFrom('uploads').select('upload_id').where('status', '=', 'receiving').execute(),
        'upload_id',
      ),
  },
  'end-due-upload-requests': {
    leave: (user) => uploadRequest(user),
    left: async () =>
      ids(await db().selectFrom('upload_requests').select('id').where('ended_at', 'is', null).execute(), 'id'),
  },
  'delete-accounts': {
    leave: ({ userId, email }) =>
      db()
        .insertInto('account_deletions')
        .values({ user_id: userId, email, team_folders: '[]', requested_at: now() })
        .execute()
        .then(() => db().updateTable('users').set({ deletes_at: now() }).where('id', '=', userId).execute()),
    left: async () =>
      ids(await db().selectFrom('users').select('id').where('deletes_at', 'is not', null).execute(), 'id'),
  },
}

/** The services, whose first transaction fails. */
function failingOnce(): TestApp['services'] {
  const { transact, transactBulk } = holdall.services
  let isFirst = true
  const failing =
    (real: typeof transact): typeof transact =>
    (work) => {
      if (!isFirst) return real(work)
      isFirst = false
      return Promise.reject(new Error('the row is broken'))
    }
  return { ...holdall.services, transact: failing(transact), transactBulk: failing(transactBulk) }
}

const run = async (name: string, services: TestApp['services']) => {
  const { run: work } = allJobs(services).find(({ definition }) => definition.name === name)!
  const { log } = services
  return work({}, { log, signal: new AbortController().signal, attempt: 1, progress: () => Promise.resolve() })
}

test.each(Object.entries(works))(
  '%s goes on with other rows where one fails, which is logged and tried again',
  async (name, { leave, left }) => {
    for (const user of [await holdall.signUp(), await holdall.signUp()]) await leave(user)
    holdall.clock.advance(100 * day)
    const before = await left()
    expect(before.length).toBeGreaterThan(1)
    const logged = holdall.log.length
    await expect(run(name, failingOnce())).rejects.toThrow('the row is broken')
    const [broken, ...others] = await left()
    expect([before.includes(broken!), others]).toEqual([true, []])
    const lines = holdall.log.slice(logged).filter((line) => line.includes('"level":"error"'))
    expect(lines).toEqual([expect.stringContaining(broken!)])
    await run(name, holdall.services)
    expect(await left()).toEqual([])
  },
)
