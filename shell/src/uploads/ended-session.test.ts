import { currentUser, signOut } from '@holdall/api'
import { makeUser, refuse } from '@holdall/testing'
import { waitFor } from '@testing-library/react'
import { answering, chunkCount, fileOf, uploadsScene } from './testing/uploads-scene.ts'

const explained = [{ title: 'uploads.session_ended.title', message: 'uploads.session_ended.message' }]

describe('when the session ends', () => {
  test('a popup explains it, the list is cleared, and the next session of the account resumes by itself', async () => {
    let isExpired = true
    const server = answering(({ offset }) => (offset === 4 && isExpired ? refuse('unauthenticated') : undefined))
    const scene = uploadsScene({ server })
    scene.uploads.add([{ file: fileOf('a', '01234567') }, { file: fileOf('b', '0') }], null)
    await waitFor(() => {
      expect(scene.alerts()).toEqual([{ title: 'The server answers unauthenticated.' }])
    })
    expect(scene.uploads.get()).toEqual([])
    isExpired = false
    scene.signIn()
    await scene.shows('a done', 'b done')
    expect(server.chunks.map(({ name, offset }) => [name, offset])).toEqual([
      ['a', 0],
      ['a', 4],
      ['a', 4],
      ['b', 0],
    ])
  })

  /** A file of which half was sent, and one that waits; then another request is refused as unauthenticated. */
  async function expiredElsewhere(prepare: (scene: ReturnType<typeof uploadsScene>) => void = () => {}) {
    const server = answering(({ offset }) => (offset === 4 ? 'hang' : undefined))
    const scene = uploadsScene({ server })
    scene.uploads.add([{ file: fileOf('a', '01234567') }, { file: fileOf('b', '0') }], null)
    await chunkCount(server, 2)
    prepare(scene)
    server.server.on(currentUser, () => refuse('unauthenticated'))
    await scene.host.session.refresh()
    server.server.on(currentUser, () => ({ data: scene.user }))
    server.state.answer = () => undefined
    return scene
  }

  test('and another request is refused first, one popup explains it, and the next session resumes by itself', async () => {
    const scene = await expiredElsewhere()
    await waitFor(() => {
      expect(scene.alerts()).toEqual(explained)
    })
    expect(scene.uploads.get()).toEqual([])
    scene.signIn()
    await scene.shows('a done', 'b done')
    expect(scene.alerts()).toEqual(explained)
    expect(scene.server.files.get('a')).toBe('01234567')
  })

  test('and the next one begins before the transfer has ended, a popup explains it all the same', async () => {
    const server = answering(() => 'hang')
    const scene = uploadsScene({ server })
    scene.uploads.add([{ file: fileOf('a', '0') }], null)
    await chunkCount(server, 1)
    server.state.answer = () => undefined
    scene.host.session.expire()
    scene.signIn()
    await scene.shows('a done')
    expect(scene.alerts()).toEqual(explained)
  })

  test('no popup is shown for paused and finished uploads', async () => {
    const scene = await expiredElsewhere(({ uploads, idOf }) => {
      uploads.pause(idOf('b'))
      uploads.cancel(idOf('a'))
    })
    scene.signIn()
    await scene.shows('b paused')
    scene.uploads.retryAll()
    await scene.shows('b done')
    expect(scene.alerts()).toEqual([])
  })

  test('by signing out, no popup is shown', async () => {
    const server = answering(() => 'hang')
    server.server.on(signOut, {})
    const scene = uploadsScene({ server })
    scene.uploads.add([{ file: fileOf('a', '0') }], null)
    await chunkCount(server, 1)
    await scene.host.session.signOut()
    server.state.answer = () => undefined
    scene.signIn()
    await scene.shows('a done')
    expect(scene.alerts()).toEqual([])
  })

  test('another account that signs in sees nothing, and the first finds its queue again', async () => {
    const server = answering(() => 'hang')
    const first = makeUser()
    const scene = uploadsScene({ server, user: first })
    scene.uploads.add([{ file: fileOf('a', '0123') }, { file: fileOf('b', '0') }], null)
    await chunkCount(server, 1)
    scene.host.session.expire()
    server.state.answer = () => undefined
    scene.signIn(makeUser())
    await scene.shows()
    scene.uploads.add([{ file: fileOf('other', '0') }], null)
    await scene.shows('other done')
    scene.host.session.expire()
    scene.signIn(first)
    await scene.shows('a done', 'b done')
    expect([...server.files.keys()]).toEqual(['other', 'a', 'b'])
  })

  test('the remembered queue survives a reload of the sign-in page', async () => {
    const server = answering(() => refuse('unauthenticated'))
    const user = makeUser()
    const before = uploadsScene({ server, user })
    before.uploads.add([{ file: fileOf('a', '0') }, { file: fileOf('b', '0') }], null)
    await waitFor(() => {
      expect(before.alerts()).toHaveLength(1)
    })
    server.state.answer = () => undefined
    const after = uploadsScene({ server, user, browser: before.browser })
    await after.shows('a interrupted', 'b interrupted')
    after.uploads.chooseAgain([{ file: fileOf('a', '0') }, { file: fileOf('b', '0') }])
    await after.shows('a done', 'b done')
  })
})
