import { makeEntry, makeId, renderSection } from '@holdall/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith, share } from '../testing/platform-fixture.ts'
import { chooseInMore, openMore } from '../testing/more-menu.ts'

const link = 'https://files.example/share/token-of-a-link-1'

async function show(name: string, attributes: Parameters<typeof share>[1] = {}) {
  const id = makeId()
  const type = attributes.type ?? 'file'
  const entry = makeEntry({ id, name, type, shared: share(id, { type, link, ...attributes }) })
  const { server, home } = serverWith([entry])
  home.shared.push(entry)
  const view = await renderSection(section, { path: '/platform/my-shared-items', server })
  const copied: string[] = []
  document.execCommand = () => {
    copied.push((document.activeElement as HTMLTextAreaElement).value)
    return true
  }
  fireEvent.contextMenu(await within(await screen.findByRole('grid')).findByText(name))
  await screen.findByRole('menuitem', { name: 'Copy link' })
  return { ...view, copied }
}

test.each([
  ['a link with a password', { protected: true }],
  ['a link that has expired', { expires_at: '2020-01-01T00:00:00.000Z' }],
  ['a link to a folder', { type: 'folder' }],
] as const)('%s has no direct link and no embed code, in the menu and in the popup', async (_what, attributes) => {
  const { user } = await show('plan.docx', attributes)
  await openMore()
  expect(screen.queryByRole('menuitem', { name: 'Copy direct link' })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: 'Copy embed code' })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('menuitem', { name: 'Edit link…' }))
  await screen.findByRole('dialog', { name: /^Share/ })
  expect(screen.queryByRole('button', { name: 'Copy direct link' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Copy embed code' })).toBeNull()
})

test('the direct link of a file is copied from the menu', async () => {
  const { user, copied } = await show('plan.docx')
  await chooseInMore(user, 'Copy direct link')
  expect(await screen.findByText('Direct link copied')).toBeInTheDocument()
  expect(copied).toEqual([`${link}/direct`])
})

test('direct link and embed code are copied in the popup; the name is escaped', async () => {
  const { user, copied } = await show('a "b" <c> & d.png')
  await user.click(screen.getByRole('menuitem', { name: 'Edit link…' }))
  await user.click(await screen.findByRole('button', { name: 'Copy direct link' }))
  expect(await screen.findByText('Direct link copied')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Copy embed code' }))
  expect(await screen.findByText('Embed code copied')).toBeInTheDocument()
  expect(copied[1]).toBe(
    `<iframe src="${link}/embed" title="a &quot;b&quot; &lt;c&gt; &amp; d.png" width="640" height="360" style="border: 0" loading="lazy" allowfullscreen></iframe>`,
  )
})

test('says so when the embed code cannot be copied', async () => {
  const { user } = await show('a.png')
  document.execCommand = () => false
  await chooseInMore(user, 'Copy embed code')
  expect(await screen.findByText('Couldn’t copy the embed code')).toBeInTheDocument()
})
