import { act, screen } from '@testing-library/react'
import { renderSection } from '@holdall/testing'
import { testSection } from '../testing/test-section.tsx'
import { createRouterLink } from './router-link.ts'

test('navigates to named routes of any section and to paths', async () => {
  const { host, address } = await renderSection(testSection(), { path: '/sign-in' })
  expect(host.navigation.href('Files')).toBe('/platform/files')
  expect(host.navigation.href('Files', { id: 'a/b' })).toBe('/platform/files/a%2Fb')
  act(() => {
    host.navigation.go({ name: 'Files', params: { id: '7' } })
  })
  expect(address()).toBe('/platform/files/7')
  act(() => {
    host.navigation.go('/user/profile?tab=2', { replace: true })
  })
  expect(address()).toBe('/user/profile?tab=2')
})

test('an unknown route name leads to the start page and is logged', async () => {
  const { host } = await renderSection(testSection(), { path: '/sign-in' })
  expect(host.navigation.href('Billing')).toBe('/')
  expect(host.log.entries().map(({ message }) => message)).toEqual(['No section in use has a route named Billing.'])
})

test('a navigation closes popups and panels, and keeps alerts', async () => {
  const { host } = await renderSection(testSection(), { path: '/platform/files' })
  act(() => {
    host.overlay.open('create-folder', { parentId: null })
    host.overlay.alert({ title: 'Moved' })
    host.notifications.toggle()
    host.navigation.go('/platform/files?page=2')
  })
  expect(await screen.findByRole('alertdialog', { name: 'Moved' })).toBeInTheDocument()
  // The section has no such popup: an error is shown in its place.
  expect(await screen.findByRole('alertdialog', { name: 'Something went wrong' })).toBeInTheDocument()
  expect(host.notifications.isOpen.get()).toBe(true)
  act(() => {
    host.navigation.go('/user/profile')
  })
  expect(host.overlay.layers.get().map(({ kind }) => kind)).toEqual(['alert'])
  expect(host.notifications.isOpen.get()).toBe(false)
})

test('a navigation before the router is connected runs once it is', () => {
  const link = createRouterLink({ pathname: '/', search: '', hash: '' })
  link.go('/sign-in', { replace: true })
  const navigate = jest.fn()
  link.connect(navigate)
  link.connect(navigate)
  expect(navigate.mock.calls).toEqual([['/sign-in', { replace: true }]])
})
