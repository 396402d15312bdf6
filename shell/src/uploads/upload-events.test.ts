import { currentUser } from '@holdall/api'
import { refuse } from '@holdall/testing'
import { waitFor } from '@testing-library/react'
import { uploadItem, done } from '../testing/upload-item.ts'
import { uploadsScene } from './testing/uploads-scene.ts'
import { createUploadEvents } from './upload-events.ts'

const folderId = '01890000-0000-7000-8000-000000000001'
const file = (to: string | null) => uploadItem('a', done, { folderId: to })
const result = (entryId: string, ...folderIds: readonly string[]) => ({ entryId, folderIds })

afterEach(() => {
  jest.useRealTimers()
})

/** The events on the shell's own bus, with its session. */
function scene() {
  const { host, facts, server } = uploadsScene()
  return { facts, server: server.server, uploadEvents: createUploadEvents(host.events, host.session) }
}

test('reports each file at once, and its folder once, when nothing is left to send', () => {
  const { facts, uploadEvents } = scene()
  uploadEvents.finished(file(null), result('e1'))
  uploadEvents.finished(file(folderId), result('e2'))
  uploadEvents.finished(file(folderId), result('e3'))
  const finished = ['upload.finished null', `upload.finished ${folderId}`, `upload.finished ${folderId}`]
  expect(facts).toEqual(finished)
  uploadEvents.idle()
  uploadEvents.idle()
  expect(facts).toEqual([...finished, `files.changed ,${folderId}`])
})

test('a file of a path is reported in its folder, and each new folder in its parent, at most once a second', async () => {
  jest.useFakeTimers()
  const { facts, uploadEvents } = scene()
  uploadEvents.finished(file(null), result('e1', 'trip', 'day'))
  expect(facts).toEqual(['upload.finished day'])
  await jest.advanceTimersByTimeAsync(0)
  expect(facts.splice(0)).toEqual(['upload.finished day', 'files.changed ,trip'])
  uploadEvents.finished(file(null), result('e2', 'trip', 'day'))
  uploadEvents.finished(file(null), result('e3', 'trip', 'day', 'noon'))
  uploadEvents.finished(file(null), result('e4', 'trip', 'day', 'evening'))
  uploadEvents.finished(file(null), result('e5', 'trip', 'night'))
  await jest.advanceTimersByTimeAsync(999)
  expect(facts.splice(0)).toEqual(['day', 'noon', 'evening', 'night'].map((id) => `upload.finished ${id}`))
  await jest.advanceTimersByTimeAsync(1)
  expect(facts.splice(0)).toEqual(['files.changed day,trip'])
  uploadEvents.finished(file(null), result('e6', 'trip', 'week'))
  uploadEvents.idle()
  await jest.advanceTimersByTimeAsync(2000)
  expect(facts).toEqual(['upload.finished week', 'files.changed ,trip'])
})

test('an empty folder is reported as a changed folder only', () => {
  const { facts, uploadEvents } = scene()
  uploadEvents.finished({ ...file(null), kind: 'folder' }, result('e1', 'e1'))
  uploadEvents.idle()
  expect(facts).toEqual(['files.changed '])
})

test('the folders of an account that has signed out are not reported to the next', () => {
  const { facts, uploadEvents } = scene()
  uploadEvents.finished(file(folderId), result('e1'))
  uploadEvents.accountChanged()
  uploadEvents.idle()
  expect(facts).toEqual([`upload.finished ${folderId}`])
})

test('refreshes the used storage, and ignores a failure', async () => {
  const { server, uploadEvents } = scene()
  server.on(currentUser, () => refuse('internal'))
  uploadEvents.idle()
  expect(server.callsOf(currentUser)).toHaveLength(0)
  uploadEvents.finished(file(null), result('e1'))
  uploadEvents.idle()
  await waitFor(() => {
    expect(server.callsOf(currentUser)).toHaveLength(1)
  })
})
