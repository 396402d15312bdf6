import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { FileBrowserProps } from '../file-browser.tsx'
import type { FileSource } from '../folder-data/file-source.ts'
import { entryAt, fakeSource } from '../testing/fake-source.ts'
import { giveLayout } from '../testing/layout.ts'
import { activeName, card, keyboardFocus, selectedCards } from '../testing/read-rows.ts'
import { showBrowser } from '../testing/show-browser.tsx'

// Five columns.
giveLayout()
const show = (source: FileSource, props: Partial<FileBrowserProps> = {}) =>
  showBrowser(source, { view: 'grid', ...props })

const mixed = (total: number, folders: number) => fakeSource(total, (index) => entryAt(index, { folders }))

test('renders only the visible cards of a hundred thousand', async () => {
  const { source, pages } = fakeSource(100_000)
  await show(source)
  await screen.findByText('file 0')
  expect(screen.getAllByRole('gridcell').length).toBeLessThan(60)
  const grid = screen.getByRole('grid')
  expect(grid).toHaveAttribute('aria-rowcount', '20000')
  expect(grid).toHaveAttribute('aria-colcount', '5')
  expect(pages()).toEqual([1])
})

test('folders are a part of their own, before the files', async () => {
  await show(mixed(8, 3).source)
  await screen.findByText('file 0')
  const [folders, files] = screen.getAllByRole('rowgroup')
  expect(folders).toHaveAccessibleName('Folders')
  expect(folders).toHaveTextContent('3 items')
  expect(files).toHaveAccessibleName('Files')
  expect(card('file 3')).toHaveAccessibleName(/file 3 1 kB.+Mar 12, 2026/)
  expect(card('file 3')).toHaveAttribute('aria-colindex', '1')
  expect(card('file 3').closest('[role=row]')).toHaveAttribute('aria-rowindex', '2')
})

test('arrow keys move in two dimensions and select', async () => {
  const { user } = await show(mixed(14, 2).source)
  await keyboardFocus(user)
  await user.keyboard('{ArrowRight}')
  expect(activeName()).toBe('file 1')
  await user.keyboard('{ArrowDown}')
  expect(activeName()).toBe('file 3')
  await user.keyboard('{ArrowDown}')
  expect(activeName()).toBe('file 8')
  await user.keyboard('{ArrowLeft}')
  expect(selectedCards()).toEqual(['file 7'])
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(selectedCards()).toEqual(['file 7', 'file 8', 'file 9', 'file 10', 'file 11', 'file 12'])
})

test('right to left, ArrowLeft moves to the next card', async () => {
  document.documentElement.dir = 'rtl'
  const { user } = await show(fakeSource(10).source)
  await keyboardFocus(user)
  await user.keyboard('{ArrowLeft}')
  expect(activeName()).toBe('file 1')
  document.documentElement.dir = ''
})

test('End moves to the last card, whose page is fetched', async () => {
  const { source, pages } = fakeSource(100_000)
  const { user } = await show(source)
  await keyboardFocus(user)
  await user.keyboard('{End}')
  expect(await screen.findByText('file 99999')).toBeInTheDocument()
  expect(activeName()).toBe('file 99999')
  expect(pages()).toEqual(expect.arrayContaining([1, 500]))
  expect(new Set(pages()).size).toBeLessThan(4)
})

test('typing moves to the next name that begins with the typed text', async () => {
  const names = ['alpha', 'beta', 'Brno', 'gamma']
  const { source } = fakeSource(4, (index) => entryAt(index, { name: names[index] ?? '' }))
  const { user } = await show(source)
  await user.click(await screen.findByText('alpha'))
  await user.keyboard('b')
  expect(activeName()).toBe('beta')
})

test('Enter opens, Delete deletes the selection, and F2 renames in the card', async () => {
  const opened: string[] = []
  const deleted: number[] = []
  const renamed: string[] = []
  const { user } = await show(fakeSource(3).source, {
    onOpen: ({ id }) => opened.push(id),
    onDelete: ({ count }) => deleted.push(count),
    onRename: (_, name) => Promise.resolve(renamed.push(name)),
  })
  await keyboardFocus(user)
  await user.keyboard('{Enter}{Shift>}{ArrowRight}{/Shift}{Delete}')
  expect(opened).toEqual(['id-0'])
  expect(deleted).toEqual([2])
  await user.keyboard('{F2}')
  await user.clear(screen.getByRole('textbox', { name: 'New name for file 1' }))
  await user.keyboard('other{Enter}')
  expect(renamed).toEqual(['other'])
  expect(screen.getByRole('grid')).toHaveFocus()
})

test('Ctrl+A selects a hundred thousand entries and fetches none', async () => {
  const { source, queries } = fakeSource(100_000)
  const { user, target } = await show(source)
  await keyboardFocus(user)
  const before = queries.length
  await user.keyboard('{Control>}a{/Control}')
  expect(screen.getByText('100,000 selected')).toBeInTheDocument()
  expect(target()?.wire()).toEqual([{ parent_id: null, all: true, except: [] }])
  expect(queries).toHaveLength(before)
})

test('the selection bar selects all, because cards have no column heads', async () => {
  const { user } = await show(fakeSource(4).source)
  await user.click(await screen.findByText('file 1'))
  await user.click(screen.getByRole('button', { name: 'Select all' }))
  expect(screen.getByText('4 selected')).toBeInTheDocument()
})

test('a check box adds a card to the selection', async () => {
  const { user } = await show(fakeSource(4).source)
  await user.click(await screen.findByText('file 1'))
  await user.click(screen.getByRole('checkbox', { name: 'Select file 3' }))
  expect(selectedCards()).toEqual(['file 1', 'file 3'])
})

test('selecting a card renders neither the others nor the grid again', async () => {
  const { source } = fakeSource(30)
  const { user } = await show(source)
  await keyboardFocus(user)
  const changed = new Set<string>()
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const cell = target instanceof Element ? target.closest('[role=gridcell]') : null
      if (cell) changed.add(cell.id.replace(/.*-/, ''))
    }
  })
  observer.observe(screen.getByRole('grid'), { subtree: true, attributes: true, childList: true })
  await user.keyboard('{Control>}')
  await user.click(screen.getByText('file 7'))
  await user.keyboard('{/Control}')
  observer.disconnect()
  expect([...changed].sort()).toEqual(['0', '7'])
})

test('the menu of a card opens with a right click and by its button', async () => {
  const { user, target } = await show(fakeSource(3).source)
  await screen.findByText('file 0')
  await user.pointer({ target: screen.getByText('file 1'), keys: '[MouseRight]' })
  expect(await screen.findByRole('menuitem', { name: 'Do it' })).toBeInTheDocument()
  expect(target()?.single?.id).toBe('id-1')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'More actions for file 2' }))
  await waitFor(() => {
    expect(target()?.single?.id).toBe('id-2')
  })
})

test('files dropped on a folder card go into that folder, others into the shown one', async () => {
  const dropped: (string | null)[] = []
  await show(mixed(4, 1).source, { onDrop: (_, folder) => dropped.push(folder?.id ?? null) })
  const dataTransfer = { types: ['Files'], items: [], dropEffect: 'none' }
  for (const name of ['file 0', 'file 2']) {
    const element = await screen.findByText(name)
    fireEvent.dragEnter(element, { dataTransfer })
    fireEvent.dragOver(element, { dataTransfer })
    fireEvent.drop(element, { dataTransfer })
  }
  await waitFor(() => {
    expect(dropped).toEqual(['id-0', null])
  })
})

test('the other view shows the entries that were at the top of the screen, and keeps the cursor', async () => {
  const { user } = await showBrowser(fakeSource(10_000).source)
  await keyboardFocus(user)
  await user.keyboard('{PageDown>40/}')
  await waitFor(() => {
    expect(activeName()).toMatch(/^file \d{3}$/)
  })
  const name = activeName() ?? ''
  // The selection bar takes the place of the view bar.
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('radio', { name: 'Grid' }))
  expect(await screen.findByText(name)).toBeInTheDocument()
  expect(activeName()).toBe(name)
  await user.click(screen.getByRole('radio', { name: 'List' }))
  expect(await screen.findByText(name)).toBeInTheDocument()
  expect(activeName()).toBe(name)
})

test('a folder that is loading shows placeholder cards', async () => {
  const { source } = fakeSource(3)
  let load = () => {}
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  await show({
    ...source,
    page: async (...call) => {
      await loaded
      return source.page(...call)
    },
  })
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument()
  load()
  expect(await screen.findByText('file 0')).toBeInTheDocument()
})
