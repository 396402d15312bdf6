import type { UploadItem } from '@holdall/section'
import { createIntl } from 'react-intl'
import messages from '../uploads/messages/en-US.json'
import { done, uploading, uploadItem as item } from '../testing/upload-item.ts'
import { announcementOf, headlineOf, targetName } from './tray-title.ts'
import { totals } from './progress.ts'

const intl = createIntl({ locale: 'en-US', messages })

test.each<[string, string, readonly UploadItem[]]>([
  ['Uploading 2 of 3', 'Uploading 3 files', [item('a', done), item('b', uploading), item('c', { step: 'waiting' })]],
  ['Waiting for connection', 'Waiting for connection', [item('a', { step: 'reconnecting', sent: 0 })]],
  [
    '1 upload failed',
    '1 upload failed',
    [
      item('a', { step: 'failed', sent: 0, reason: '', retry: true }),
      item('b', { step: 'interrupted', sent: 0, canContinue: true }),
    ],
  ],
  [
    '1 upload interrupted',
    '1 upload interrupted',
    [item('a', { step: 'interrupted', sent: 0, canContinue: true }), item('b', { step: 'paused', sent: 0 })],
  ],
  ['Uploads paused', 'Uploads paused', [item('a', { step: 'paused', sent: 0 }), item('b', done)]],
  ['2 uploads complete', '2 uploads complete', [item('a', done), item('b', done)]],
])('says “%s”, and to a screen reader “%s”', (headline, announcement, items) => {
  expect(headlineOf(intl, items, totals(items))).toBe(headline)
  expect(announcementOf(intl, items, totals(items))).toBe(announcement)
})

const to = (folderId: string | null, folderName: string | null = null) => item('a', uploading, { folderId, folderName })

test.each<[string | null, readonly UploadItem[]]>([
  ['Files', [to(null), to(null)]],
  ['Spring', [to('f', 'Spring'), to('f', 'Spring')]],
  [null, [to('f')]],
  [null, [to('f', 'Spring'), to('g', 'Autumn')]],
  [null, [to(null), to('f', 'Spring')]],
  [null, []],
])('names the folder that all files go to: %s', (name, items) => {
  expect(targetName(intl, items)).toBe(name)
})
