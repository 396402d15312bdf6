import { openRememberedQueue, type RememberedUpload } from './remembered-queue.ts'
import { setDatabases } from './testing/indexed-db.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

beforeEach(() => {
  setDatabases()
})

const upload = (uploadId: string, tabId: string, own: Partial<RememberedUpload> = {}): RememberedUpload => ({
  uploadId,
  tabId,
  kind: 'file',
  name: `${uploadId}.txt`,
  path: '',
  size: 10,
  lastModified: 0,
  folderId: null,
  folderName: null,
  rootId: null,
  isBegun: false,
  sent: 0,
  addedAtMs: 0,
  position: 0,
  ...own,
})
const tab = (tabId: string, others: readonly string[] = []) => ({
  tabId,
  otherTabs: () => Promise.resolve(new Set(others)),
})
/** A dropped item as the browser returns it after cloning. */
const root = (rootId: string) => ({ rootId, handle: { kind: 'file', name: rootId } as FileSystemHandle })
const idsOf = (uploads: readonly RememberedUpload[]) => uploads.map(({ uploadId }) => uploadId)

test('a tab takes over the uploads of closed tabs, and does not list its own twice', async () => {
  const queue = openRememberedQueue('ann', () => 0)
  queue.put([upload('left', 'closed-tab'), upload('own', 'this-tab'), upload('elsewhere', 'open-tab')])
  const here = tab('this-tab', ['open-tab'])
  expect((await queue.claim(here)).uploads).toEqual([upload('left', 'this-tab')])
  expect((await queue.claim(here)).uploads).toEqual([])
})

test('uploads that a tab took over are taken over again when that tab is closed', async () => {
  const queue = openRememberedQueue('ann', () => 0)
  queue.put([upload('left', 'closed-tab')])
  await queue.claim(tab('first'))
  expect(idsOf((await queue.claim(tab('second', ['first']))).uploads)).toEqual([])
  expect(idsOf((await queue.claim(tab('second'))).uploads)).toEqual(['left'])
})

test('an upload of a tab that opens while the others are queried is left to it', async () => {
  const queue = openRememberedQueue('ann', () => 0)
  queue.put([upload('left', 'closed-tab')])
  const here = {
    tabId: 'this-tab',
    otherTabs() {
      queue.put([upload('new', 'new-tab')])
      return Promise.resolve(new Set<string>())
    },
  }
  expect(idsOf((await queue.claim(here)).uploads)).toEqual(['left'])
})

test('no tab is queried where nothing is stored', async () => {
  const otherTabs = jest.fn()
  await openRememberedQueue('ann', () => 0).claim({ tabId: 'this-tab', otherTabs })
  expect(otherTabs).not.toHaveBeenCalled()
})

test('uploads are restored in the order in which they were added', async () => {
  const queue = openRememberedQueue('ann', () => 0)
  queue.put([
    upload('a', 'closed-tab', { addedAtMs: 2, position: 1 }),
    upload('b', 'closed-tab', { addedAtMs: 1, position: 5 }),
    upload('c', 'closed-tab', { addedAtMs: 2, position: 0 }),
  ])
  expect(idsOf((await queue.claim(tab('this-tab'))).uploads)).toEqual(['b', 'c', 'a'])
})

test('an upload that is a week old is not offered any more, and is deleted', async () => {
  let nowMs = WEEK_MS
  const queue = openRememberedQueue('ann', () => nowMs)
  queue.put([upload('old', 'closed-tab'), upload('young', 'closed-tab', { addedAtMs: 1 })])
  expect(idsOf((await queue.claim(tab('this-tab'))).uploads)).toEqual(['young'])
  nowMs = 1
  expect(idsOf((await queue.claim(tab('later'))).uploads)).toEqual(['young'])
})

test('handles are restored with the uploads that belong to them, and are deleted with the last', async () => {
  const queue = openRememberedQueue('ann', () => 0)
  queue.put([upload('a', 'closed-tab', { rootId: 'kept' })], [root('kept'), root('unused')])
  expect([...(await queue.claim(tab('first'))).roots.keys()]).toEqual(['kept'])
  queue.put([upload('b', 'closed-tab', { rootId: 'unused' })])
  expect([...(await queue.claim(tab('second'))).roots.keys()]).toEqual(['kept'])
  queue.remove(['a'])
  expect([...(await queue.claim(tab('third'))).roots.keys()]).toEqual([])
})

test('an upload that was removed is not restored', async () => {
  const queue = openRememberedQueue('ann', () => 0)
  queue.put([upload('a', 'closed-tab'), upload('b', 'closed-tab'), upload('c', 'closed-tab')])
  queue.remove(['a', 'c'])
  expect(idsOf((await queue.claim(tab('this-tab'))).uploads)).toEqual(['b'])
})

test('each account has a queue of its own', async () => {
  openRememberedQueue('ann', () => 0).put([upload('a', 'closed-tab')])
  expect((await openRememberedQueue('bob', () => 0).claim(tab('this-tab'))).uploads).toEqual([])
  expect(idsOf((await openRememberedQueue('ann', () => 0).claim(tab('this-tab'))).uploads)).toEqual(['a'])
})

test('a browser without a database stores nothing', async () => {
  setDatabases({} as IDBFactory)
  const queue = openRememberedQueue('ann', () => 0)
  queue.put([upload('a', 'closed-tab')])
  queue.remove(['a'])
  expect(await queue.claim(tab('this-tab'))).toEqual({ uploads: [], roots: new Map() })
})
