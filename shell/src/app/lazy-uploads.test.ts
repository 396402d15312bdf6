import type { UploadSource } from '@holdall/section'
import { idleUploads, makeUser } from '@holdall/testing'
import { waitFor } from '@testing-library/react'
import { lazyUploads } from './lazy-uploads.ts'

const source = (name: string): UploadSource => ({ file: new File(['x'], name) })

/** An engine whose code cannot be loaded until the test allows it, and a session. */
function scene() {
  const added: string[] = []
  const signedIn = { user: 'u1' as string | null }
  const listeners = new Set<() => void>()
  const state = { isAvailable: false, attempts: 0, told: 0 }
  /** Like the real engine, it adds files for the account that its own session listener has seen. */
  const makeEngine = () => {
    let account = signedIn.user
    listeners.add(() => {
      account = signedIn.user
    })
    return idleUploads({
      add: (sources, folderId) => {
        const by = account === 'u1' ? '' : ` by ${String(account)}`
        added.push(`${sources.map(({ file }) => file.name).join()} to ${String(folderId)}${by}`)
      },
    })
  }
  const uploads = lazyUploads({
    load: () => {
      state.attempts += 1
      return state.isAvailable ? Promise.resolve(makeEngine()) : Promise.reject(new Error('Loading chunk 7 failed.'))
    },
    loadWhen: new Promise(() => {}),
    session: {
      get: () =>
        signedIn.user === null
          ? { state: 'anonymous' }
          : { state: 'signed-in', user: { ...makeUser(), id: signedIn.user } },
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    onUnavailable: () => {
      state.told += 1
    },
  })
  const online = () => dispatchEvent(new Event('online'))
  const signIn = (user: string | null) => {
    signedIn.user = user
    for (const listener of listeners) listener()
  }
  const names = () => uploads.get().map(({ name, state: { step } }) => `${name} ${step}`)
  return { uploads, added, state, online, signIn, names }
}

test('files added while the engine cannot be loaded are listed, kept, and uploaded once it can', async () => {
  const { uploads, added, state, online, names } = scene()
  uploads.add([source('a')], null)
  await waitFor(() => {
    expect(names()).toEqual(['a reconnecting'])
  })
  uploads.add([source('b'), source('c')], 'f')
  expect(names()).toEqual(['a reconnecting', 'b reconnecting', 'c reconnecting'])
  expect(state.told).toBe(1)
  state.isAvailable = true
  online()
  await waitFor(() => {
    expect(added).toEqual(['a to null', 'b,c to f'])
  })
  expect(state.attempts).toBe(2)
  uploads.add([source('d')], null)
  expect(added.at(-1)).toBe('d to null')
})

test('files that are cancelled meanwhile are not uploaded', async () => {
  const { uploads, added, state, online, names } = scene()
  uploads.add([source('a'), source('b')], null)
  await waitFor(() => {
    expect(names()).toHaveLength(2)
  })
  uploads.cancel(uploads.get()[0]?.id ?? '')
  expect(names()).toEqual(['b reconnecting'])
  state.isAvailable = true
  online()
  await waitFor(() => {
    expect(added).toEqual(['b to null'])
  })
})

test('files of one account are neither shown to another nor uploaded to it', async () => {
  const { uploads, added, state, online, signIn, names } = scene()
  uploads.add([source('secret')], null)
  await waitFor(() => {
    expect(names()).toHaveLength(1)
  })
  signIn(null)
  expect(names()).toEqual([])
  signIn('u2')
  expect(names()).toEqual([])
  uploads.add([source('own')], null)
  state.isAvailable = true
  online()
  await waitFor(() => {
    expect(added).toEqual(['own to null by u2'])
  })
})

test('files that an account added before its session ended are uploaded once it is signed in again', async () => {
  const { uploads, added, state, online, signIn, names } = scene()
  uploads.add([source('a')], 'f')
  await waitFor(() => {
    expect(names()).toHaveLength(1)
  })
  signIn(null)
  state.isAvailable = true
  online()
  await waitFor(() => {
    expect(state.attempts).toBe(2)
  })
  signIn('u2')
  expect(added).toEqual([])
  signIn('u1')
  expect(added).toEqual(['a to f'])
  signIn(null)
  signIn('u1')
  expect(added).toHaveLength(1)
})
