import { fetchOnce } from '@holdall/section'
import { makeId, renderSection } from '@holdall/testing'
import { act, screen } from '@testing-library/react'
import section from './section.ts'
import { serverWith } from './testing/platform-fixture.ts'

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

test('RecentUploads and MySharedItems are named routes', async () => {
  const { host, address } = await renderSection(section, { path: '/platform/files', server: serverWith([]).server })
  act(() => {
    host.navigation.go({ name: 'RecentUploads' })
  })
  expect(await screen.findByText('No recent uploads')).toBeInTheDocument()
  expect(address()).toBe('/platform/recent-uploads')
  act(() => {
    host.navigation.go({ name: 'MySharedItems' })
  })
  expect(await screen.findByText('No shared items')).toBeInTheDocument()
  expect(address()).toBe('/platform/my-shared-items')
})

test('Files and Trash are named routes, to the top and to a folder', async () => {
  const { host, address } = await renderSection(section, { path: '/platform/files', server: serverWith([]).server })
  const id = makeId()
  expect(host.navigation.href('Files', { id })).toBe(`/platform/files/${id}`)
  expect(host.navigation.href('Trash', { id })).toBe(`/platform/trash/${id}`)
  act(() => {
    host.navigation.go({ name: 'Trash' })
  })
  expect(await screen.findByText('Trash is empty')).toBeInTheDocument()
  expect(address()).toBe('/platform/trash')
  act(() => {
    host.navigation.go({ name: 'Files' })
  })
  expect(await screen.findByText('No files yet')).toBeInTheDocument()
  expect(address()).toBe('/platform/files')
})

test('Profile is in the side navigation', () => {
  expect(section.nav).toContainEqual({
    id: 'profile',
    path: '/user/profile',
    labelKey: 'locations.profile',
    icon: 'user',
    order: 30,
    access: 'user',
  })
})

test('Security, which notifications of the account lead to, is a named route', async () => {
  const { host } = await renderSection(section, { path: '/platform/files', server: serverWith([]).server })
  expect(host.navigation.href('Security')).toBe('/user/settings/password')
})
