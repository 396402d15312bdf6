import { createShare, linksOfEntry, type Share } from '@holdall/api'
import { makeEntry, makeId, refuse, renderSection } from '@holdall/testing'
import { act, screen, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith, share } from '../testing/platform-fixture.ts'

const id = makeId()
const linkOf = (at: number, isReadOnly: boolean): Share => {
  const token = `token-of-a-link-${String(at)}`
  const link = share(id, { type: 'folder', name: `Link ${String(at)}`, token })
  return { ...link, attributes: { ...link.attributes, ...(isReadOnly && { read_only: true }) } }
}

async function open(links: readonly Share[], canCreate: boolean) {
  const [primary = null] = links
  const { server } = serverWith([
    makeEntry({ id, type: 'folder', name: 'Album', shared: primary, links: links.length }),
  ])
  server.on(linksOfEntry, { data: [...links], meta: { can_create: canCreate } })
  const view = await renderSection(section, { path: '/platform/files', server })
  await within(await screen.findByRole('grid')).findByText('Album')
  act(() => {
    if (primary)
      view.host.overlay.open('share-edit', { id, name: 'Album', type: 'folder', token: primary.attributes.token })
    else view.host.overlay.open('share-create', { id, name: 'Album', type: 'folder' })
  })
  return { ...view, server, dialog: within(await screen.findByRole('dialog', { name: 'Share “Album”' })) }
}

test('a member who may not share sees the link of another one, can copy it, and is offered nothing else', async () => {
  const { dialog } = await open([linkOf(1, true)], false)
  const item = await dialog.findByRole('listitem')
  expect(item).toHaveTextContent('Created by somebody else')
  expect(
    within(item)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Copy the link Link 1'])
  expect(dialog.queryByRole('button', { name: 'Create another link' })).not.toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: 'Remove all links' })).not.toBeInTheDocument()
})

test('a member who may share changes the own links, not those of others, and makes further ones', async () => {
  const { dialog } = await open([linkOf(1, false), linkOf(2, true)], true)
  expect(await dialog.findByRole('button', { name: /^Link 1/ })).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Remove the link Link 1' })).toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: /^Link 2/ })).not.toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: 'Remove the link Link 2' })).not.toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Create another link' })).toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: 'Remove all links' })).not.toBeInTheDocument()
})

test('the owner of the team folder changes all links', async () => {
  const { dialog } = await open([linkOf(1, false), linkOf(2, false)], true)
  expect(await dialog.findByRole('button', { name: 'Remove the link Link 2' })).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Remove all links' })).toBeInTheDocument()
})

test('a link that the team folder does not allow is refused with the reason', async () => {
  const { user, server, dialog } = await open([], false)
  server.on(createShare, () => refuse('not-found'))
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  const alert = await screen.findByRole('alertdialog', { name: 'You can’t create links to this item' })
  expect(alert).toHaveTextContent('its team folder doesn’t allow you to share it')
})
