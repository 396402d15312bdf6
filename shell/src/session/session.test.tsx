import { act, screen, waitFor } from '@testing-library/react'
import { browseFolder, browseTrash, createFolder, currentUser, signOut } from '@holdall/api'
import { api } from '@holdall/api-client'
import { MutationObserver } from '@tanstack/react-query'
import { fakeServer, makeId, makeUser, refuse, renderSection } from '@holdall/testing'
import { testSection } from '../testing/test-section.tsx'

const files = { path: '/platform/files' }

/** A promise that the test settles. */
function pending<T>() {
  let settle: (value: T) => void = () => {}
  const promise = new Promise<T>((resolve) => {
    settle = resolve
  })
  return { promise, settle }
}

test('signing out clears the user and what was fetched, and goes to sign-in', async () => {
  const { host, queryClient, address } = await renderSection(testSection(), files)
  const ended = jest.fn()
  host.events.on('session.ended', ended, new AbortController().signal)
  queryClient.setQueryData(['files'], ['secret.txt'])
  act(host.spotlight.open)
  await screen.findByRole('combobox', { name: 'Search' })
  act(() => {
    host.overlay.alert({ title: 'Read this' })
  })
  await screen.findByRole('alertdialog', { name: 'Read this' })
  await act(() => host.session.signOut())
  expect(host.session.get()).toEqual({ state: 'anonymous' })
  expect(queryClient.getQueryData(['files'])).toBeUndefined()
  expect(ended).toHaveBeenCalledWith({ reason: 'signed-out' })
  expect(host.overlay.layers.get()).toEqual([])
  expect(host.spotlight.isOpen.get()).toBe(false)
  await waitFor(() => {
    expect(address()).toBe('/sign-in')
  })
})

test('the account is fetched with the sort of this browser, which its favourites have', async () => {
  const server = fakeServer().on(currentUser, { data: makeUser() })
  const { host } = await renderSection(testSection(), { ...files, server })
  await act(() => host.session.refresh())
  expect(server.callsOf(currentUser).at(-1)?.query).toEqual({ sort: 'created_at', direction: 'DESC' })
  act(() => {
    host.preferences.set('sort', { field: 'name', direction: 'ASC' })
  })
  await act(() => host.session.refresh())
  expect(server.callsOf(currentUser).at(-1)?.query).toEqual({ sort: 'name', direction: 'ASC' })
})

test('signing out leads to the homepage where there is one', async () => {
  const { host, address } = await renderSection(testSection(), { ...files, config: { allowHomepage: true } })
  await act(() => host.session.signOut())
  await waitFor(() => {
    expect(address()).toBe('/')
  })
})

test('signing out shows a processing popup once it takes more than 300 ms', async () => {
  const answer = pending<Record<string, never>>()
  const server = fakeServer().on(signOut, () => answer.promise)
  const { host } = await renderSection(testSection(), { ...files, server })
  jest.useFakeTimers()
  let done: Promise<void> = Promise.resolve()
  act(() => {
    done = host.session.signOut()
  })
  await act(() => jest.advanceTimersByTimeAsync(299))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await act(() => jest.advanceTimersByTimeAsync(1))
  expect(screen.getByRole('dialog', { name: 'Logging Out' })).toBeInTheDocument()
  await act(async () => {
    answer.settle({})
    await done
  })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a server that fails leaves the session as it is and says that something went wrong', async () => {
  const server = fakeServer().on(signOut, () => refuse('internal'))
  const { host, address } = await renderSection(testSection(), { ...files, server })
  await act(() => host.session.signOut())
  expect(await screen.findByRole('alertdialog', { name: 'Something went wrong' })).toBeInTheDocument()
  expect(host.session.get().state).toBe('signed-in')
  expect(address()).toBe('/platform/files')
})

test('an unauthenticated answer ends the session as expired', async () => {
  const server = fakeServer()
  const { host } = await renderSection(testSection(), { ...files, server })
  const ended = jest.fn()
  host.events.on('session.ended', ended, new AbortController().signal)
  server.on(currentUser, () => refuse('unauthenticated'))
  await act(async () => {
    await host.session.refresh()
  })
  expect(host.session.get()).toEqual({ state: 'anonymous' })
  expect(ended).toHaveBeenCalledTimes(1)
  expect(ended).toHaveBeenCalledWith({ reason: 'expired' })
})

test('a call that is refused while a change replaces the session does not end it', async () => {
  const server = fakeServer()
  const { host, queryClient } = await renderSection(testSection(), { ...files, server })
  const before = server.callsOf(currentUser).length
  const answer = pending<void>()
  const changed = new MutationObserver(queryClient, { mutationFn: () => answer.promise }).mutate()
  act(() => {
    host.session.refused()
  })
  expect(host.session.get().state).toBe('signed-in')
  expect(server.callsOf(currentUser)).toHaveLength(before)
  await act(async () => {
    answer.settle()
    await changed
  })
  await waitFor(() => {
    expect(server.callsOf(currentUser)).toHaveLength(before + 1)
  })
  expect(host.session.get().state).toBe('signed-in')
})

test('a session that has ended while a change was under way ends after it', async () => {
  const server = fakeServer()
  const { host, queryClient } = await renderSection(testSection(), { ...files, server })
  server.on(currentUser, () => refuse('unauthenticated'))
  const changed = new MutationObserver(queryClient, { mutationFn: () => Promise.resolve() }).mutate()
  await act(async () => {
    host.session.refused()
    await changed
  })
  await waitFor(() => {
    expect(host.session.get()).toEqual({ state: 'anonymous' })
  })
})

test('a call that is refused while the session is refreshed leaves the decision to the refresh', async () => {
  const server = fakeServer()
  const { host } = await renderSection(testSection(), { ...files, server })
  await act(async () => {
    const refreshed = host.session.refresh()
    host.session.refused()
    await refreshed
  })
  expect(host.session.get().state).toBe('signed-in')
  act(() => {
    host.session.refused()
  })
  expect(host.session.get()).toEqual({ state: 'anonymous' })
})

test('a folder that is refused (403) ends the session once for each account, so that signing in again does not loop', async () => {
  const server = fakeServer()
    .on(browseFolder, () => refuse('forbidden'))
    .on(browseTrash, () => refuse('forbidden'))
  const [first, second] = [makeUser(), makeUser()]
  const { host } = await renderSection(testSection(), { ...files, server, session: first })
  const ended = jest.fn()
  host.events.on('session.ended', ended, new AbortController().signal)
  const [folder, other] = [makeId(), makeId()]
  const isSignedInAfter = async (endpoint: typeof browseFolder | typeof browseTrash, id: string) => {
    await Promise.all(
      [1, 2].map((page) =>
        expect(api.call(endpoint, { params: { id }, query: { page } })).rejects.toMatchObject({ status: 403 }),
      ),
    )
    return host.session.get().state === 'signed-in'
  }
  const signInAs = (user: typeof first) => {
    act(() => {
      host.session.begin(user)
    })
  }
  expect(await isSignedInAfter(browseFolder, folder)).toBe(false)
  expect(ended.mock.calls).toEqual([[{ reason: 'expired' }]])
  signInAs(first)
  expect(await isSignedInAfter(browseFolder, folder)).toBe(true)
  expect(await isSignedInAfter(browseFolder, other)).toBe(false)
  signInAs(second)
  expect(await isSignedInAfter(browseTrash, folder)).toBe(false)
  signInAs(second)
  expect(await isSignedInAfter(browseTrash, folder)).toBe(true)
  expect(await isSignedInAfter(browseFolder, folder)).toBe(false)
})

test('a refusal (403) of anything but a folder leaves the session as it is', async () => {
  const server = fakeServer().on(createFolder, () => refuse('forbidden'))
  const { host } = await renderSection(testSection(), { ...files, server })
  await expect(api.call(createFolder, { body: { name: 'a' } })).rejects.toMatchObject({ code: 'forbidden' })
  expect(host.session.get().state).toBe('signed-in')
})

test('a server that does not answer changes nothing', async () => {
  const server = fakeServer()
  const { host } = await renderSection(testSection(), { ...files, server })
  server.on(currentUser, () => refuse('internal'))
  await expect(host.session.refresh()).rejects.toMatchObject({ code: 'internal' })
  expect(host.session.get().state).toBe('signed-in')
})

test('a refresh after sign-in sets the user and emits the start once', async () => {
  const server = fakeServer()
  const { host } = await renderSection(testSection(), { path: '/sign-in', session: 'anonymous', server })
  const user = makeUser()
  server.on(currentUser, { data: user })
  const facts: string[] = []
  const { signal } = new AbortController()
  host.events.on('session.started', ({ userId }) => facts.push(`started ${userId}`), signal)
  host.events.on('user.changed', ({ userId }) => facts.push(`changed ${userId}`), signal)
  await act(() => host.session.refresh())
  await act(() => host.session.refresh())
  expect(host.session.get()).toEqual({ state: 'signed-in', user })
  expect(facts).toEqual([`started ${user.id}`, `changed ${user.id}`])
})

test('an answer that arrives after the session ended signs nobody in again', async () => {
  const answer = pending<{ data: ReturnType<typeof makeUser> }>()
  const server = fakeServer().on(signOut, {})
  const { host } = await renderSection(testSection(), { ...files, server })
  server.on(currentUser, () => answer.promise)
  const refreshed = host.session.refresh()
  await act(() => host.session.signOut())
  await act(async () => {
    answer.settle({ data: makeUser() })
    await refreshed
  })
  expect(await refreshed).toEqual({ state: 'anonymous' })
  expect(host.session.get()).toEqual({ state: 'anonymous' })
})

test('an answer that arrives after that of a later call changes nothing', async () => {
  const answer = pending<{ data: ReturnType<typeof makeUser> }>()
  const server = fakeServer()
  const { host } = await renderSection(testSection(), { ...files, server })
  const requested = pending<void>()
  server.on(currentUser, () => {
    requested.settle()
    return answer.promise
  })
  const early = host.session.refresh()
  await requested.promise
  const user = makeUser()
  server.on(currentUser, { data: user })
  await act(() => host.session.refresh())
  await act(async () => {
    answer.settle({ data: makeUser() })
    await early
  })
  expect(host.session.get()).toEqual({ state: 'signed-in', user })
})

test('a refusal of a call from before a new sign-in does not end the session', async () => {
  const answer = pending<ReturnType<typeof refuse>>()
  const server = fakeServer().on(browseTrash, () => answer.promise)
  const { host } = await renderSection(testSection(), { ...files, server })
  const early = api.call(browseTrash, { params: { id: 'all' } }).catch((error: unknown) => error)
  act(() => {
    host.session.expire()
  })
  const user = makeUser()
  act(() => {
    host.session.begin(user)
  })
  answer.settle(refuse('unauthenticated'))
  await expect(early).resolves.toMatchObject({ code: 'unauthenticated' })
  expect(host.session.get()).toEqual({ state: 'signed-in', user })
  server.on(browseTrash, () => refuse('unauthenticated'))
  await api.call(browseTrash, { params: { id: 'all' } }).catch(() => undefined)
  expect(host.session.get()).toEqual({ state: 'anonymous' })
})
