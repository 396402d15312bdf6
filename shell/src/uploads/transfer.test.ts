import { fileOf, uploadServer, uploadsScene } from './testing/uploads-scene.ts'
import { STALLED_MS } from './transfer.ts'

const { setTimeout: realTimeout } = globalThis
afterEach(() => {
  globalThis.setTimeout = realTimeout
})

test('a request in which nothing moves for two minutes is broken off and repeated', async () => {
  // The two minutes pass at once, every other time takes as long as it takes.
  const quick = (run: () => void, ms?: number) => realTimeout(run, ms === STALLED_MS ? 50 : ms)
  globalThis.setTimeout = quick as typeof setTimeout
  const server = uploadServer()
  server.state.answer = (_, nth) => (nth === 1 ? 'hang' : undefined)
  const scene = uploadsScene({ server })
  scene.uploads.add([{ file: fileOf('a', '0123') }], null)
  await scene.shows('a done')
  expect(server.chunks).toHaveLength(2)
})
