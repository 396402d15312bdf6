import { act, screen, waitFor } from '@testing-library/react'
import { currentUser, signOut } from '@holdall/api'
import { fakeServer, makeUser, renderSection } from '@holdall/testing'
import { testSection } from '../testing/test-section.tsx'
import { Channel, installChannels } from './testing/broadcast-channel.ts'

installChannels()

const otherTab = () => new Channel('holdall')
const postFromOtherTab = (data: unknown) => {
  otherTab().postMessage(data)
}

test('signing out in one tab signs out the others, which then show sign-in', async () => {
  const { host, address } = await renderSection(testSection(), { path: '/platform/files' })
  postFromOtherTab({ kind: 'signed-out' })
  await waitFor(() => {
    expect(host.session.get().state).toBe('anonymous')
  })
  await waitFor(() => {
    expect(address()).toBe('/sign-in')
  })
})

test('signing out in one tab leaves the others on the public page that they show', async () => {
  const { host, address } = await renderSection(testSection(), { path: '/share/abc' })
  postFromOtherTab({ kind: 'signed-out' })
  await waitFor(() => {
    expect(host.session.get().state).toBe('anonymous')
  })
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(address()).toBe('/share/abc')
})

test('notifies the other tabs of a sign-out', async () => {
  const server = fakeServer().on(signOut, {})
  const { host } = await renderSection(testSection(), { path: '/platform/files', server })
  const heard: unknown[] = []
  otherTab().addEventListener('message', (event) => heard.push((event as MessageEvent).data))
  await act(() => host.session.signOut())
  await waitFor(() => {
    expect(heard).toEqual([{ kind: 'signed-out' }])
  })
})

test('signing in in one tab signs in the others, and clears the data of another account', async () => {
  const server = fakeServer()
  const { host, queryClient } = await renderSection(testSection(), { path: '/platform/files', server })
  queryClient.setQueryData(['files'], ['secret.txt'])
  const other = makeUser({ name: 'Somebody Else' })
  server.on(currentUser, { data: other })
  postFromOtherTab({ kind: 'signed-in', userId: other.id })
  await waitFor(() => {
    expect(host.session.get()).toEqual({ state: 'signed-in', user: other })
  })
  expect(queryClient.getQueryData(['files'])).toBeUndefined()
})

test('a change of the account reaches the other tabs of its user, once', async () => {
  const before = makeUser()
  const avatar = { xs: '/avatars/xs', sm: '/avatars/sm', md: '/avatars/md' }
  const changed = makeUser({ ...before.attributes, id: before.id, avatar })
  const server = fakeServer()
  const { host } = await renderSection(testSection(), { path: '/platform/files', session: before, server })
  const received: unknown[] = []
  otherTab().addEventListener('message', (event) => received.push((event as MessageEvent).data))
  const calls = () => server.callsOf(currentUser).length
  const callsBefore = calls()
  // Another tab changed it: this one fetches it, and does not send it back.
  server.on(currentUser, { data: changed })
  postFromOtherTab({ kind: 'account-changed', userId: makeUser().id })
  postFromOtherTab({ kind: 'account-changed', userId: before.id })
  await waitFor(() => {
    expect(host.session.get()).toEqual({ state: 'signed-in', user: changed })
  })
  expect(calls()).toBe(callsBefore + 1)
  // Used storage is no change of the account.
  const used = makeUser({ ...changed.attributes, id: before.id, storage: { used: 1, capacity: null } })
  server.on(currentUser, { data: used })
  await act(() => host.session.refresh())
  server.on(currentUser, { data: before })
  await act(() => host.session.refresh())
  await waitFor(() => {
    expect(received).toContainEqual({ kind: 'account-changed', userId: before.id })
  })
  const own = received.filter((message) => (message as { kind: string }).kind === 'account-changed')
  expect(own).toHaveLength(3)
})

test('the language that was chosen in another tab is offered, and the page is not reloaded by itself', async () => {
  const reload = jest.fn()
  const { user } = await renderSection(testSection(), { path: '/platform/files', reload })
  postFromOtherTab({ kind: 'language-chosen', locale: 'de' })
  expect(await screen.findByText('The new language applies when you reload the page')).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('an unknown message changes nothing', async () => {
  const { host } = await renderSection(testSection(), { path: '/platform/files' })
  const listen = jest.fn()
  for (const data of [null, 'signed-out', { kind: 'format-disk' }, { kind: 'signed-in' }]) postFromOtherTab(data)
  const last = otherTab()
  last.addEventListener('message', listen)
  postFromOtherTab('done')
  await waitFor(() => {
    expect(listen).toHaveBeenCalled()
  })
  expect(host.session.get().state).toBe('signed-in')
})
