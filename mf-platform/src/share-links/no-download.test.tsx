import { createShare, linksOfEntry, updateShare } from '@holdall/api'
import { makeEntry, makeId, renderSection } from '@holdall/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith, share, sharedFile } from '../testing/platform-fixture.ts'

async function open(entry: ReturnType<typeof makeEntry>) {
  const { server } = serverWith([entry])
  const view = await renderSection(section, { path: '/platform/files', server })
  fireEvent.contextMenu(await within(await screen.findByRole('grid')).findByText(entry.attributes.name))
  const { shared } = entry.relationships
  const action = shared ? (shared.meta.total > 1 ? 'Edit links…' : 'Edit link…') : 'Share…'
  await view.user.click(await screen.findByRole('menuitem', { name: action }))
  await screen.findByRole('dialog', { name: `Share “${entry.attributes.name}”` })
  return { ...view, server }
}
const offSwitch = () => screen.getByRole('switch', { name: 'Turn off downloads' })

test('a link is made without downloads, which says what visitors see and leaves no limit to choose', async () => {
  const file = makeEntry({ name: 'plan.docx' })
  const { user, server } = await open(file)
  server.on(createShare, { data: share(file.id, { can_download: false }) })
  await user.click(screen.getByRole('switch', { name: 'Limit downloads' }))
  await user.click(offSwitch())
  expect(offSwitch()).toHaveAccessibleDescription(/Visitors see names, sizes and preview pictures/)
  expect(screen.queryByRole('switch', { name: 'Limit downloads' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  await screen.findByRole('textbox', { name: 'Link' })
  const body = server.callsOf(createShare)[0]?.body
  expect(body).toMatchObject({ can_download: false })
  expect(body).not.toHaveProperty('download_limit')
  // Neither address would give anything.
  expect(screen.queryByRole('button', { name: /direct|Embed/i })).not.toBeInTheDocument()
})

test('visitors who can edit can download: choosing it turns downloads on again', async () => {
  const folder = makeEntry({ type: 'folder', name: 'Box' })
  const { user } = await open(folder)
  await user.click(offSwitch())
  expect(screen.getByText('They can view the folder but not download anything.')).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: 'Can edit' }))
  expect(offSwitch()).not.toBeChecked()
  expect(offSwitch()).toBeDisabled()
  expect(offSwitch()).toHaveAccessibleDescription('Visitors who can edit can always download.')
})

test('is turned on and off for a link that exists', async () => {
  const { user, server } = await open(sharedFile('plan.docx', { can_download: false }))
  server.on(updateShare, { data: share(makeId()) })
  expect(offSwitch()).toBeChecked()
  await user.click(offSwitch())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Link updated')
  expect(server.callsOf(updateShare)[0]?.body).toEqual({ can_download: true })
})

test('the list of links says which allow no downloads', async () => {
  const file = sharedFile('plan.docx')
  const { shared } = file.relationships
  const several = { ...file, relationships: { ...file.relationships, shared: { ...shared!, meta: { total: 2 } } } }
  const links = [share(file.id, { can_download: false, token: 'token-of-a-link-2' }), share(file.id)]
  const { server } = serverWith([several])
  server.on(linksOfEntry, { data: links, meta: { can_create: true } })
  const { user } = await renderSection(section, { path: '/platform/files', server })
  fireEvent.contextMenu(await within(await screen.findByRole('grid')).findByText('plan.docx'))
  await user.click(await screen.findByRole('menuitem', { name: /^Edit link/ }))
  const list = within(await screen.findByRole('list', { name: 'Links' }))
  expect(await list.findAllByText(/No downloads/)).toHaveLength(1)
})
