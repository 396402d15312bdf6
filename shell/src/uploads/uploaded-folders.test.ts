import { uploadChunk } from '@holdall/api'
import { makeEntry, makeId } from '@holdall/testing'
import { waitFor } from '@testing-library/react'
import { fileOf, uploadServer, uploadsScene } from './testing/uploads-scene.ts'

test('files of a folder are reported in the folders that they are in, with the folders that are new', async () => {
  const scene = uploadsScene()
  const [trip, day] = [makeId(), makeId()]
  scene.server.state.foldersOf = (path) => [trip, day].slice(0, path.split('/').length - 2)
  const fileAt = (path: string) => ({ file: fileOf(path.split('/').at(-1)!, 'abc'), path })
  scene.uploads.add(['/trip/a.txt', '/trip/day/b.txt', '/trip/day/c.txt'].map(fileAt), null)
  await scene.shows('a.txt done', 'b.txt done', 'c.txt done')
  await waitFor(() => {
    const changed = scene.facts.flatMap((fact) => (fact.startsWith('files.changed') ? fact.slice(14).split(',') : []))
    expect(new Set(changed)).toEqual(new Set(['', trip]))
  })
  const files = scene.facts.filter((fact) => fact.startsWith('upload.finished'))
  expect(files).toEqual([trip, day, day].map((id) => `upload.finished ${id}`))
})

test('a server of an earlier release answers only in which folder a file is', async () => {
  const folder = makeId()
  const server = uploadServer()
  server.server.on(uploadChunk, { data: makeEntry({ name: 'a.txt', parent_id: folder }) })
  const scene = uploadsScene({ server })
  scene.uploads.add([{ file: fileOf('a.txt', 'abc'), path: '/trip/a.txt' }], null)
  await scene.shows('a.txt done')
  expect(scene.facts).toContain(`upload.finished ${folder}`)
})
