import { openRememberedQueue, type RememberedUpload } from './remembered-queue.ts'
import { setDatabases } from './testing/indexed-db.ts'

beforeEach(() => {
  setDatabases()
})

const upload = (uploadId: string, tabId: string): RememberedUpload => ({
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
})
const tab = (tabId: string, others: readonly string[] = []) => ({
  tabId,
  otherTabs: () => Promise.resolve(new Set(others)),
})

test('a tab takes over what closed tabs left, and lists nothing of its own twice', async () => {
  const queue = openRememberedQueue('ann', () => 0)
  queue.put([upload('left', 'closed-tab'), upload('own', 'this-tab'), upload('elsewhere', 'open-tab')])
  const here = tab('this-tab', ['open-tab'])
  expect((await queue.claim(here)).uploads.map(({ uploadId }) => uploadId)).toEqual(['left'])
  expect((await queue.claim(here)).uploads).toEqual([])
})
