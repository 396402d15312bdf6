import { currentUser, removeEntries, restoreVersions, uploadChunk } from '@holdall/api'
import { makeId, makeUser, refuse } from '@holdall/testing'
import { act, waitFor } from '@testing-library/react'
import { chunkCount, answering, fileOf, uploadServer, uploadsScene } from './testing/uploads-scene.ts'

const text = (id: string, values?: Record<string, string | number>) => (values ? `${id} ${JSON.stringify(values)}` : id)
const done = { message: 'Done.', count: 1 }

/** A server on which each name is that of a file, with the version 3. */
function takenServer() {
  const server = uploadServer()
  const ids = new Map<string, string>()
  const idOf = (name: string) => {
    const id = ids.get(name) ?? makeId()
    ids.set(name, id)
    return id
  }
  server.state.replacedBy = (name) => ({ id: idOf(name), version: 3 })
  server.server.on(restoreVersions, done).on(removeEntries, done)
  return { server, idOf }
}
const replacing = (...names: string[]) => names.map((name) => ({ file: fileOf(name, '0'), replace: true }))
const undo = (scene: ReturnType<typeof uploadsScene>) => {
  const toast = scene.host.toasts.shown.get().find(({ action }) => action)
  act(() => {
    toast?.action?.run()
  })
  if (toast) scene.host.toasts.dismiss(toast.id)
}
/** The toasts that are shown, by what they say. */
const said = (scene: ReturnType<typeof uploadsScene>) =>
  scene.host.toasts.shown.get().map(({ type, message, action }) => [type, message, action?.label])

test('a new file offers no Undo', async () => {
  const scene = uploadsScene({ text })
  scene.uploads.add([{ file: fileOf('a', '0') }], null)
  await scene.shows('a done')
  expect(scene.toasts()).toEqual([])
})

test('one toast offers to undo all that a batch has replaced, once everything is sent', async () => {
  const { server, idOf } = takenServer()
  const scene = uploadsScene({ text, server })
  scene.uploads.add([...replacing('a', 'b'), { file: fileOf('c', '0') }], null)
  await scene.shows('a done', 'b done', 'c done')
  await waitFor(() => {
    expect(said(scene)).toEqual([['success', 'uploads.replaced {"count":2,"name":"a"}', 'uploads.undo']])
  })
  scene.facts.length = 0
  const fetched = server.server.callsOf(currentUser).length
  undo(scene)
  await waitFor(() => {
    expect(scene.facts).toEqual(['files.changed '])
  })
  // For the used storage.
  await waitFor(() => {
    expect(server.server.callsOf(currentUser)).toHaveLength(fetched + 1)
  })
  expect(server.server.callsOf(restoreVersions).map(({ body }) => body)).toEqual([
    { items: ['a', 'b'].map((name) => ({ id: idOf(name), version: 3 })) },
  ])
  expect(server.server.callsOf(removeEntries)).toEqual([])
  expect(scene.toasts()).toEqual([])
})

test('the next batch offers to undo only what it has replaced itself', async () => {
  const { server, idOf } = takenServer()
  const scene = uploadsScene({ text, server })
  for (const name of ['a', 'b']) {
    scene.uploads.add(replacing(name), null)
    await waitFor(() => {
      expect(said(scene)).toEqual([['success', `uploads.replaced {"count":1,"name":"${name}"}`, 'uploads.undo']])
    })
    undo(scene)
    await waitFor(() => {
      expect(server.server.callsOf(restoreVersions).at(-1)?.body).toEqual({ items: [{ id: idOf(name), version: 3 }] })
    })
  }
})

test('a page in the background offers it once it is shown', async () => {
  const { server } = takenServer()
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const scene = uploadsScene({ text, server })
  scene.uploads.add(replacing('a'), null)
  await scene.shows('a done')
  await waitFor(() => {
    expect(scene.facts).toContain('files.changed ')
  })
  expect(scene.toasts()).toEqual([])
  hidden.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(scene.toasts()).toHaveLength(1)
})

test('of a file that is replaced twice, the content from before both is restored', async () => {
  const { server, idOf } = takenServer()
  const versions = [3, 4]
  server.state.replacedBy = (name) => ({ id: idOf(name), version: versions.shift() ?? 0 })
  const scene = uploadsScene({ text, server })
  scene.uploads.add(replacing('a', 'a'), null)
  await scene.shows('a done', 'a done')
  undo(scene)
  await waitFor(() => {
    expect(server.server.callsOf(restoreVersions)[0]?.body).toEqual({ items: [{ id: idOf('a'), version: 3 }] })
  })
})

test('what was put beside an item of its name goes to the trash again, a folder as a whole', async () => {
  const { server } = takenServer()
  const scene = uploadsScene({ text, server })
  const folderId = makeId()
  server.state.nameOf = (name) => `${name} (2)`
  scene.uploads.add([{ file: fileOf('a', '0'), keepBoth: true }, ...replacing('r')], null)
  const inside = ['b', 'c'].map((name) => ({ file: fileOf(name, '0'), path: `/tree/${name}` }))
  scene.uploads.add(inside, folderId, { folderName: 'tree (2)', emptyFolders: ['/tree'], createdIn: null })
  await scene.shows('a done', 'r done', 'b done', 'c done')
  expect(server.server.callsOf(uploadChunk).map(({ body: { name, path } }) => [name, path])).toEqual([
    ['a', undefined],
    ['r', undefined],
    ['b', '/b'],
    ['c', '/c'],
  ])
  await waitFor(() => {
    expect(said(scene)).toEqual([['success', 'uploads.replaced_and_kept {"replaced":1,"kept":2}', 'uploads.undo']])
  })
  const trashed = jest.fn()
  scene.host.events.on('trash.changed', trashed, new AbortController().signal)
  undo(scene)
  await waitFor(() => {
    expect(trashed).toHaveBeenCalled()
  })
  const [call] = server.server.callsOf(removeEntries)
  const [first] = scene.uploads.get()
  const fileId = first?.state.step === 'done' ? first.state.entryId : ''
  const items = [
    { id: fileId, type: 'file' },
    { id: folderId, type: 'folder' },
  ]
  expect(call?.body).toEqual({ only_live: true, items })
  expect(server.server.callsOf(restoreVersions)).toHaveLength(1)
})

test('what was deleted meanwhile does not keep the others from being restored, and is told', async () => {
  const { server, idOf } = takenServer()
  server.server.on(restoreVersions, ({ body }) =>
    body.items.some(({ id }) => id === idOf('c')) ? refuse('not-found') : done,
  )
  const scene = uploadsScene({ text, server })
  const names = ['a', 'b', 'c', 'd', 'e']
  scene.uploads.add(replacing(...names), null)
  await scene.shows(...names.map((name) => `${name} done`))
  undo(scene)
  await waitFor(() => {
    expect(said(scene)).toEqual([['danger', 'uploads.undo_gone {"count":1}', undefined]])
  })
  const restored = server.server
    .callsOf(restoreVersions)
    .map(({ body }) => body.items.map(({ id }) => id))
    .filter((ids) => !ids.includes(idOf('c')))
    .flat()
  expect(new Set(restored)).toEqual(new Set(['a', 'b', 'd', 'e'].map(idOf)))
})

test('where very many were deleted meanwhile, not each of them is looked for', async () => {
  const { server } = takenServer()
  server.server.on(restoreVersions, () => refuse('not-found'))
  const scene = uploadsScene({ text, server })
  const names = Array.from({ length: 250 }, (_, at) => `f${at}`)
  scene.uploads.add(replacing(...names), null)
  await waitFor(() => {
    expect(scene.toasts()).toHaveLength(1)
  })
  undo(scene)
  await waitFor(() => {
    expect(said(scene)).toEqual([['danger', 'uploads.undo_gone {"count":250}', undefined]])
  })
  expect(server.server.callsOf(restoreVersions).length).toBeLessThan(250)
})

test('a failure is told, and Retry tries again what has failed', async () => {
  const { server, idOf } = takenServer()
  server.server.on(restoreVersions, () => refuse('internal'))
  const scene = uploadsScene({ text, server })
  scene.uploads.add(replacing('a', 'b'), null)
  await scene.shows('a done', 'b done')
  undo(scene)
  await waitFor(() => {
    expect(said(scene)).toEqual([['danger', 'uploads.undo_failed {"count":2}', 'uploads.retry']])
  })
  server.server.on(restoreVersions, done)
  undo(scene)
  await waitFor(() => {
    expect(server.server.callsOf(restoreVersions)).toHaveLength(2)
  })
  expect(server.server.callsOf(restoreVersions)[1]?.body.items.map(({ id }) => id)).toEqual(['a', 'b'].map(idOf))
  expect(scene.toasts()).toEqual([])
})

test('another account is offered nothing, and the toast of the earlier one does nothing', async () => {
  const { server } = takenServer()
  const scene = uploadsScene({ text, server })
  scene.uploads.add(replacing('a'), null)
  await scene.shows('a done')
  await waitFor(() => {
    expect(scene.toasts()).toHaveLength(1)
  })
  act(() => {
    scene.signIn(makeUser())
  })
  undo(scene)
  await scene.host.session.refresh()
  expect([server.server.callsOf(restoreVersions), scene.toasts()]).toEqual([[], []])
})

test('the choices are kept with the queue: what is resumed after a reload can be undone', async () => {
  const server = answering(() => 'hang')
  let nowMs = Date.now()
  // Added one after the other.
  const before = uploadsScene({ server, now: () => nowMs++ })
  const folderId = makeId()
  const inside = { file: fileOf('b', '0'), path: '/tree/b' }
  before.uploads.add([{ file: fileOf('a', '0'), replace: true }], null)
  before.uploads.add([inside], folderId, { folderName: 'tree (2)', createdIn: null })
  await chunkCount(server, 1)
  const after = uploadsScene({ text, server, browser: before.browser, user: before.user })
  await after.shows('a interrupted', 'b interrupted')
  server.chunks.length = 0
  server.state.answer = () => undefined
  server.state.replacedBy = () => ({ id: makeId(), version: 1 })
  after.uploads.chooseAgain([{ file: fileOf('a', '0') }, inside])
  await after.shows('a done', 'b done')
  expect(server.chunks.map(({ path }) => path)).toEqual(['', '/b'])
  await waitFor(() => {
    expect(said(after)).toEqual([['success', 'uploads.replaced_and_kept {"replaced":1,"kept":1}', 'uploads.undo']])
  })
})
