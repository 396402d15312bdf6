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
