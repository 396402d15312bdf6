import { folderTree } from '@holdall/api'
import { makeEntry, makeId, refuse, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

test('a tree that is older than five seconds is fetched again when its window gets the focus', async () => {
  const loadedAtMs = Date.now()
  const now = jest.spyOn(Date, 'now').mockReturnValue(loadedAtMs)
  const { server, home } = serverWith([makeEntry({ type: 'folder', name: 'Contracts' })])
  await renderSection(section, { path: '/platform/files', server })
  const tree = within(await screen.findByRole('navigation', { name: 'Folders' }))
  await tree.findByText('Contracts')
  home.entries.push(makeEntry({ type: 'folder', name: 'Photos' }))
  const before = server.callsOf(folderTree).length
  now.mockReturnValue(loadedAtMs + 4000)
  act(() => {
    window.dispatchEvent(new Event('focus'))
  })
  expect(server.callsOf(folderTree)).toHaveLength(before)
  now.mockReturnValue(loadedAtMs + 6000)
  act(() => {
    window.dispatchEvent(new Event('focus'))
  })
  await waitFor(() => {
    expect(tree.getByText('Photos')).toBeInTheDocument()
  })
  now.mockRestore()
})

test('a long level is loaded page by page, and a page that fails to load is retried', async () => {
  const { server } = serverWith([])
  const node = (name: string) => ({
    id: makeId(),
    name,
    color: null,
    emoji: null,
    parent_id: null,
    has_folders: false,
  })
  const [contracts, moved, photos] = [node('Contracts'), node('Moved'), node('Photos')]
  let isDown = true
  let fail = () => {}
  server.on(folderTree, ({ query: { cursor, limit } }) => {
    expect(limit).toBe(200)
    if (cursor === undefined) return { data: [contracts, moved], meta: { next_cursor: 'second' } }
    expect(cursor).toBe('second')
    if (isDown) return new Promise((resolve) => (fail = () => resolve(refuse('busy'))))
    // A folder that was renamed meanwhile is on both pages.
    return { data: [moved, photos], meta: { next_cursor: null } }
  })
  const { user, host } = await renderSection(section, { path: '/platform/files', server })
  const tree = within(await screen.findByRole('navigation', { name: 'Folders' }))
  const failCall = async (count: number) => {
    await waitFor(() => {
      expect(server.callsOf(folderTree).filter(({ query }) => query.cursor === 'second')).toHaveLength(count)
    })
    fail()
  }
  await user.click(await tree.findByRole('button', { name: 'Show more' }))
  expect(tree.getByRole('link', { name: 'Moved' })).toHaveFocus()
  await failCall(1)
  await screen.findByRole('alertdialog')
  act(() => {
    host.overlay.clear()
  })
  // The alert is opened once, and not again by what is tried again.
  await user.click(await tree.findByRole('button', { name: 'Retry' }))
  await failCall(2)
  isDown = false
  await user.click(await tree.findByRole('button', { name: 'Retry' }))
  await tree.findByText('Photos')
  expect(tree.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Contracts', 'Moved', 'Photos'])
  expect(tree.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
})

test('the folders are one tab stop, and the arrow keys move between them, open and close them', async () => {
  const { server } = serverWith([])
  const node = (name: string, parentId: string | null = null, hasFolders = false) => ({
    id: makeId(),
    name,
    color: null,
    emoji: null,
    parent_id: parentId,
    has_folders: hasFolders,
  })
  const [contracts, photos] = [node('Contracts', null, true), node('Photos')]
  const inner = node('2026', contracts.id)
  server.on(folderTree, ({ query }) => ({ data: query.parent_id === contracts.id ? [inner] : [contracts, photos] }))
  const { user } = await renderSection(section, { path: '/platform/files', server })
  const tree = within(await screen.findByRole('navigation', { name: 'Folders' }))
  const first = await tree.findByRole('link', { name: 'Contracts' })
  const link = (name: string) => tree.getByRole('link', { name })
  const stops = () => tree.getAllByRole('link').filter(({ tabIndex }) => tabIndex === 0)
  expect(stops()).toEqual([first])
  first.focus()
  await user.keyboard('{ArrowRight}')
  await tree.findByRole('link', { name: '2026' })
  expect(stops()).toEqual([first])
  await user.keyboard('{ArrowRight}')
  expect(link('2026')).toHaveFocus()
  expect(stops()).toEqual([link('2026')])
  await user.keyboard('{End}')
  expect(link('Photos')).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(link('2026')).toHaveFocus()
  // To the folder around, which closes with the next press.
  await user.keyboard('{ArrowLeft}')
  expect(first).toHaveFocus()
  await user.keyboard('{ArrowLeft}')
  expect(tree.queryByRole('link', { name: '2026' })).not.toBeInTheDocument()
  await user.keyboard('{ArrowDown}')
  expect(link('Photos')).toHaveFocus()
  await user.tab()
  expect(tree.getAllByRole('link')).not.toContain(document.activeElement)
})
