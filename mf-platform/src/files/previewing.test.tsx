import { browseFolder, removeEntries } from '@holdall/api'
import { previewClosed, previewLayer, serveBytes } from '@holdall/preview/testing'
import { makeEntry, renderSection } from '@holdall/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const textFile = (name: string, url: string, mimetype = 'text/plain') =>
  makeEntry({ name, mimetype, file_url: url, filesize: 100 })

async function showThree() {
  const files = [
    textFile('a.txt', '/a'),
    makeEntry({ name: 'b.bin', mimetype: 'application/octet-stream' }),
    textFile('c.txt', '/c'),
  ]
  serveBytes({ '/a': 'first text', '/c': 'third text' })
  const { server, home } = serverWith([makeEntry({ type: 'folder', name: 'Folder' }), ...files])
  const view = await renderSection(section, { path: '/platform/files', server })
  return { ...view, server, home, files, cell: await within(await screen.findByRole('grid')).findByText('a.txt') }
}

test('an address with a file opens it, and closing leaves the list', async () => {
  const file = textFile('a.txt', '/a')
  serveBytes({ '/a': 'shared text' })
  const { server } = serverWith([file])
  const { user, address } = await renderSection(section, { path: `/platform/files?preview=${file.id}`, server })
  expect(await within(await previewLayer('a.txt')).findByText('shared text')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await previewClosed()
  expect(address()).toBe('/platform/files')
})

test('a double click opens a file above its list, at an address of its own, and Escape returns to the row', async () => {
  const { user, cell, address, files } = await showThree()
  await user.dblClick(cell)
  const preview = await previewLayer('a.txt')
  expect(await within(preview).findByText('first text')).toBeInTheDocument()
  expect(within(preview).getByText('1 of 2')).toBeInTheDocument()
  // The layer and not a button of it, so that Space does what the viewer does with it.
  expect(preview).toHaveFocus()
  expect(address()).toBe(`/platform/files?preview=${files[0]?.id ?? ''}`)
  await user.keyboard('{Escape}')
  await previewClosed()
  expect(address()).toBe('/platform/files')
  await waitFor(() => {
    expect(screen.getByRole('grid')).toHaveFocus()
  })
})

test('the next file is announced once', async () => {
  const { user, cell } = await showThree()
  await user.dblClick(cell)
  const announced = (await previewLayer('a.txt')).querySelectorAll('[aria-live]')
  expect([...announced].map(({ textContent }) => textContent)).toEqual(['a.txt 1 of 2'])
  await user.keyboard('{ArrowRight}')
  await previewLayer('c.txt')
  expect([...announced].map(({ textContent }) => textContent)).toEqual(['c.txt 2 of 2'])
})

test.each(['{Enter}', ' '])(
  'the key %j opens the file of the cursor, and the arrow keys show its neighbours',
  async (key) => {
    const { user, cell } = await showThree()
    await user.click(cell)
    screen.getByRole('grid').focus()
    await user.keyboard(key)
    await previewLayer('a.txt')
    await user.keyboard('{ArrowRight}')
    expect(await within(await previewLayer('c.txt')).findByText('third text')).toBeInTheDocument()
    await user.keyboard('{ArrowRight}')
    await previewLayer('a.txt')
    await user.keyboard('{ArrowLeft}')
    await previewLayer('c.txt')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await previewClosed()
    expect(screen.getByRole('row', { selected: true })).toHaveTextContent('c.txt')
  },
)

test('the menu of a file begins with Preview; a folder has none, and opens', async () => {
  const { user, cell } = await showThree()
  fireEvent.contextMenu(cell)
  await user.click(await screen.findByRole('menuitem', { name: /^Preview/ }))
  await previewLayer('a.txt')
  await user.keyboard('{Escape}')
  await previewClosed()
  fireEvent.contextMenu(within(screen.getByRole('grid')).getByText('Folder'))
  await screen.findByRole('menuitem', { name: /^Open/ })
  expect(screen.queryByRole('menuitem', { name: /^Preview/ })).not.toBeInTheDocument()
})

test('an address of a file that the list does not have says that it is gone', async () => {
  const { server } = serverWith([textFile('a.txt', '/a')])
  await renderSection(section, { path: '/platform/files?preview=nothing', server })
  expect(await screen.findByText('This file no longer exists here')).toBeInTheDocument()
})

test('a file without a viewer shows what is known about it', async () => {
  const file = makeEntry({
    name: 'disk.img',
    mimetype: 'application/octet-stream',
    filesize: 1_500_000,
    file_url: '/d',
  })
  const { server } = serverWith([file])
  await renderSection(section, { path: `/platform/files?preview=${file.id}`, server })
  const preview = await previewLayer('disk.img')
  expect(await within(preview).findByText('No preview for this type of file')).toBeInTheDocument()
  expect(within(preview).getByText('application/octet-stream')).toBeInTheDocument()
  expect(within(preview).getAllByText('1.5 MB').length).toBeGreaterThan(0)
})

test('an empty file says so, and requests nothing', async () => {
  const requests = serveBytes({})
  const file = makeEntry({ name: 'a.txt', mimetype: 'text/plain', filesize: 0, file_url: '/a' })
  const { server } = serverWith([file])
  await renderSection(section, { path: `/platform/files?preview=${file.id}`, server })
  expect(await within(await previewLayer('a.txt')).findByText('This file is empty')).toBeInTheDocument()
  expect(requests).toEqual([])
})

test('deleting shows the next file, and the last one closes the layer', async () => {
  const { user, cell, server, home } = await showThree()
  server.on(removeEntries, ({ body }) => {
    const ids = 'items' in body ? body.items.map(({ id }) => id) : []
    home.entries = home.entries.filter(({ id }) => !ids.includes(id))
    return { message: 'Done.', count: 1 }
  })
  await user.dblClick(cell)
  await previewLayer('a.txt')
  await user.keyboard('{Delete}')
  await user.click(within(await previewLayer('c.txt')).getByRole('button', { name: 'Delete' }))
  await previewClosed()
  expect(within(screen.getByRole('grid')).getByText('b.bin')).toBeInTheDocument()
})

/** Three texts of a folder, the first of which is open; the server removes what is deleted. */
async function openFirstOfThree() {
  serveBytes({ '/a': 'first text', '/b': 'second text', '/c': 'third text' })
  const { server, home } = serverWith(['a', 'b', 'c'].map((name) => textFile(`${name}.txt`, `/${name}`)))
  server.on(removeEntries, ({ body }) => {
    const ids = 'items' in body ? body.items.map(({ id }) => id) : []
    home.entries = home.entries.filter(({ id }) => !ids.includes(id))
    return { message: 'Done.', count: 1 }
  })
  const { user } = await renderSection(section, { path: '/platform/files', server })
  await user.dblClick(await within(await screen.findByRole('grid')).findByText('a.txt'))
  return { user, server, preview: await previewLayer('a.txt') }
}

test('deleting shows the file that takes the place, and at the end the one before it', async () => {
  const { user } = await openFirstOfThree()
  await user.keyboard('{Delete}')
  await previewLayer('b.txt')
  await user.keyboard('{ArrowRight}')
  await previewLayer('c.txt')
  await user.keyboard('{Delete}')
  await previewLayer('b.txt')
})

test('a Delete key that is held down deletes one file only', async () => {
  const { server, preview } = await openFirstOfThree()
  fireEvent.keyDown(preview, { key: 'Delete' })
  fireEvent.keyDown(await previewLayer('b.txt'), { key: 'Delete', repeat: true })
  fireEvent.keyDown(await previewLayer('b.txt'), { key: 'ArrowRight' })
  await previewLayer('c.txt')
  expect(server.callsOf(removeEntries)).toHaveLength(1)
})

test('in right-to-left pages the left arrow key shows the next file', async () => {
  const { user, preview } = await openFirstOfThree()
  preview.style.direction = 'rtl'
  await user.keyboard('{ArrowLeft}')
  await previewLayer('b.txt')
  await user.keyboard('{ArrowRight}')
  await previewLayer('a.txt')
})

test('an address that has expired is fetched again; a file that the list has lost is gone', async () => {
  const file = textFile('a.txt', '/expired')
  const requests = serveBytes({ '/fresh': 'fresh text' })
  const { server, home } = serverWith([file])
  const { user } = await renderSection(section, { path: '/platform/files', server })
  const cell = await within(await screen.findByRole('grid')).findByText('a.txt')
  home.entries = [{ ...file, attributes: { ...file.attributes, file_url: '/fresh' } }]
  await user.dblClick(cell)
  expect(await screen.findByText('fresh text')).toBeInTheDocument()
  expect(requests.map((request) => request.split(' ')[1])).toEqual(['/expired', '/fresh'])
})

test('a file whose bytes are refused is gone', async () => {
  serveBytes({})
  const file = textFile('a.txt', '/a')
  const { server } = serverWith([file])
  await renderSection(section, { path: `/platform/files?preview=${file.id}`, server })
  expect(await within(await previewLayer('a.txt')).findByText(/This file no longer exists here/)).toBeInTheDocument()
  expect(server.callsOf(browseFolder).length).toBeGreaterThan(1)
})

test('a long text says how much of it is shown', async () => {
  serveBytes({ '/a': 'x'.repeat(1024 * 1024) })
  const file = makeEntry({ name: 'a.log', mimetype: 'text/plain', filesize: 4_000_000_000, file_url: '/a' })
  const { server } = serverWith([file])
  await renderSection(section, { path: `/platform/files?preview=${file.id}`, server })
  expect(await screen.findByText(/Showing the first .+ Download the file to see all of it/)).toBeInTheDocument()
})
