import {
  abortUpload,
  publicAbortUpload,
  publicCreateFolder,
  publicTree,
  publicUploadChunk,
  requestedAbortUpload,
  requestedCreateFolder,
  requestedTree,
  requestedUploadChunk,
  requestedUploadState,
  uploadChunk,
} from '@holdall/api'
import type { LinkTarget } from '@holdall/section'
import { makeEntry, makeUser, refuse } from '@holdall/testing'
import { waitFor } from '@testing-library/react'
import { answering, chunkCount, fileOf, uploadServer, uploadsScene } from './testing/uploads-scene.ts'

const link = { token: 'abcdefghijklmnop1234' }
const request: LinkTarget = { ...link, kind: 'upload-request' }
const named = (...names: readonly string[]) => names.map((name) => ({ file: fileOf(name, '012345') }))
const failures = (scene: ReturnType<typeof uploadsScene>) =>
  scene.uploads.get().flatMap(({ name, state }) => (state.step === 'failed' ? `${name}: ${state.reason}` : []))

test('a visitor uploads by the calls of the link, and only its folder is said to have changed', async () => {
  const scene = uploadsScene({ isAnonymous: true })
  scene.uploads.add(named('a', 'b'), null, { link, folderName: 'Press kit' })
  await scene.shows('a done', 'b done')
  expect(scene.server.tokens).toEqual(Array.from({ length: 4 }, () => link.token))
  expect(new Set(scene.server.callsOf(publicUploadChunk).map(({ body }) => body.modified_at))).toEqual(new Set([1]))
  expect(scene.server.callsOf(uploadChunk)).toEqual([])
  expect(scene.uploads.get()[0]).toMatchObject({ link, folderId: null, folderName: 'Press kit' })
  expect(new Set(scene.facts)).toEqual(new Set([`link-files.changed ${link.token}`]))
})

test('an upload request has calls of its own, also after a reload and for empty folders', async () => {
  const server = answering((_, nth) => (nth === 2 ? 'hang' : undefined))
  const made: unknown[] = []
  server.server.on(requestedTree, { data: [] }).on(requestedCreateFolder, ({ params, body }) => {
    made.push([params.token, body.name])
    return { data: makeEntry({ type: 'folder', name: body.name }) }
  })
  const first = uploadsScene({ isAnonymous: true, server })
  first.uploads.add(named('a'), null, { link: request })
  await chunkCount(server, 2)
  server.state.answer = () => undefined
  const second = uploadsScene({ isAnonymous: true, server, browser: first.browser })
  await second.shows('a interrupted')
  second.uploads.chooseAgain(named('a'))
  await second.shows('a done')
  second.uploads.add([], null, { link: request, emptyFolders: ['/photos'] })
  await second.shows('photos done')
  expect(made).toEqual([[request.token, 'photos']])
  expect(server.callsOf(requestedUploadChunk).length).toBeGreaterThan(2)
  expect(new Set(server.callsOf(requestedUploadChunk).map(({ body }) => body.modified_at))).toEqual(new Set([1]))
  expect(server.callsOf(requestedUploadState)).toHaveLength(1)
  expect(server.callsOf(publicUploadChunk)).toEqual([])
  expect(new Set(second.facts)).toEqual(new Set([`link-files.changed ${request.token}`]))
})

test('without a session and a link nothing is queued', async () => {
  const scene = uploadsScene({ isAnonymous: true })
  scene.uploads.add(named('a'), null)
  scene.uploads.add([], null, { link })
  expect(scene.uploads.get()).toEqual([])
})

test('creates the empty folders of a dropped folder by the link', async () => {
  const server = uploadServer()
  const made: unknown[] = []
  server.server.on(publicTree, { data: [] }).on(publicCreateFolder, ({ params, body }) => {
    made.push([params.token, body.name])
    return { data: makeEntry({ type: 'folder', name: body.name }) }
  })
  const scene = uploadsScene({ isAnonymous: true, server })
  scene.uploads.add([], null, { link, emptyFolders: ['/photos/2026'] })
  await scene.shows('2026 done')
  expect(made).toEqual([
    [link.token, 'photos'],
    [link.token, '2026'],
  ])
})

test('a restriction of the account does not apply to a link', async () => {
  const user = makeUser()
  const restrictions = { ...user.meta.restrictions, canUpload: false }
  const scene = uploadsScene({ user: { ...user, meta: { ...user.meta, restrictions } } })
  scene.uploads.add(named('a'), null, { link })
  await scene.shows('a done')
  expect(scene.alerts()).toEqual([])
})

test.each([
  ['share-revoked', 'uploads.failed_link_revoked', 'b paused'],
  ['share-expired', 'uploads.failed_link_expired', 'b paused'],
  ['share-used-up', 'uploads.failed_link_expired', 'b paused'],
  ['share-locked', 'uploads.failed_link_locked', 'b paused'],
  ['owner-restricted', 'uploads.failed_unavailable', 'b paused'],
  ['upload-request-closed', 'uploads.failed_link_closed', 'b paused'],
  ['upload-request-expired', 'uploads.failed_link_closed', 'b paused'],
  ['not-found', 'uploads.failed_link_closed', 'b failed'],
] as const)('the tray says why files stopped: %s', async (code, line, second) => {
  const scene = uploadsScene({ isAnonymous: true, server: answering(() => refuse(code)) })
  scene.uploads.add(named('a', 'b'), null, { link: code.startsWith('upload-request') ? request : link })
  await scene.shows('a failed', second)
  expect(failures(scene)[0]).toBe(`a: ${line}`)
  expect([scene.alerts(), scene.toasts()]).toEqual([[], []])
})

test.each([
  ['link', link],
  ['request', request],
] as const)('a full storage opens the popup of the limit for the visitor of a %s', async (_kind, by) => {
  const scene = uploadsScene({ isAnonymous: true, server: answering(() => refuse('quota-exceeded')) })
  scene.uploads.add(named('a', 'b'), null, { link: by })
  await scene.shows('a failed', 'b paused')
  expect(failures(scene)[0]).toBe('a: uploads.failed_link_quota')
  expect(scene.alerts()).toEqual([{ title: 'popup_exceed_limit.title', message: 'uploads.failed_link_quota' }])
})

test.each([
  ['link', link, publicAbortUpload],
  ['request', request, requestedAbortUpload],
] as const)('cancelling aborts the upload of the %s', async (_kind, by, abort) => {
  const scene = uploadsScene({ isAnonymous: true, server: answering((_, nth) => (nth === 2 ? 'hang' : undefined)) })
  scene.uploads.add(named('a'), null, { link: by })
  await chunkCount(scene.server, 2)
  const id = scene.idOf('a')
  scene.uploads.cancelAll()
  await waitFor(() => {
    expect(scene.server.callsOf(abort)[0]?.params).toEqual({ upload_id: id, token: link.token })
  })
  expect(scene.server.callsOf(abortUpload)).toEqual([])
})

test('after a reload the file is chosen again and continues at the offset of the server, by the same link', async () => {
  const server = answering((_, nth) => (nth === 2 ? 'hang' : undefined))
  const first = uploadsScene({ isAnonymous: true, server })
  first.uploads.add(named('a'), null, { link })
  await chunkCount(server, 2)
  server.state.answer = () => undefined
  const second = uploadsScene({ isAnonymous: true, server, browser: first.browser })
  await second.shows('a interrupted')
  second.uploads.chooseAgain(named('a'))
  await second.shows('a done')
  expect(server.chunks.at(-1)).toMatchObject({ offset: 4, bytes: '45' })
  expect(new Set(server.tokens)).toEqual(new Set([link.token]))
})

test('a file that is added again by another link is a new upload', async () => {
  const server = answering((_, nth) => (nth === 2 ? 'hang' : undefined))
  const first = uploadsScene({ isAnonymous: true, server })
  first.uploads.add(named('a'), null, { link })
  await chunkCount(server, 2)
  server.state.answer = () => undefined
  const second = uploadsScene({ isAnonymous: true, server, browser: first.browser })
  await second.shows('a interrupted')
  second.uploads.add(named('a'), null, { link: { token: 'another-link-1234567' } })
  await second.shows('a interrupted', 'a done')
})

test('what a visitor has not finished waits while somebody is signed in', async () => {
  const server = answering((_, nth) => (nth === 1 ? 'hang' : undefined))
  const scene = uploadsScene({ isAnonymous: true, server })
  scene.uploads.add(named('a'), null, { link })
  await chunkCount(server, 1)
  scene.signIn()
  await scene.shows()
  expect(scene.alerts()).toEqual([])
})
