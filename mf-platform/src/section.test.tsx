import { makeId, renderSection } from '@holdall/testing'
import { act, screen } from '@testing-library/react'
import section from './section.ts'
import { serverWith } from './testing/platform-fixture.ts'

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
