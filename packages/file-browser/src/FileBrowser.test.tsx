import { ApiError } from '@holdall/api-client'
import { Route, Routes, useNavigate, useParams } from '@holdall/section'
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { FileBrowser } from './FileBrowser.tsx'
import { stemLength } from './format/stem.ts'
import type { FileSource } from './listing/file-source.ts'
import { entryAt, fakeSource } from './testing/fake-source.ts'
import { giveLayout } from './testing/layout.ts'
import { renderIn, showBrowser as show } from './testing/show-browser.tsx'

giveLayout()
// The menu comes with its own code, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 8000 })

const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^(Select )?${name}\\b`) })
const nameIn = (element: Element | null) => element?.querySelector('[dir=auto]')?.textContent
const selectedNames = () => screen.getAllByRole('row', { selected: true }).map(nameIn)
const keyboardFocus = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByText('file 0'))
}
const activeName = () => {
  const id = screen.getByRole('grid').getAttribute('aria-activedescendant')
  return id ? nameIn(document.getElementById(id)) : null
}

test('draws only the rows that are looked at, of a hundred thousand', async () => {
  const { source, pages } = fakeSource(100_000)
  await show(source)
  await screen.findByText('file 0')
  expect(screen.getAllByRole('row').length).toBeLessThan(50)
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '100001')
  expect(pages()).toEqual([1])
})

test('fetches a page when it comes into view, and shows rows of the same height until it is there', async () => {
  const { source, pages } = fakeSource(100_000)
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const slow: FileSource = {
    ...source,
    page: async (folder, query, signal) => {
      if (query.page > 1) await arrived
      return source.page(folder, query, signal)
    },
  }
  const { user } = await show(slow)
  await keyboardFocus(user)
  await user.keyboard('{End}')
  await waitFor(() => {
    expect(document.querySelector('[role=row][aria-rowindex="100001"]')).toHaveAttribute('aria-busy', 'true')
  })
  arrive()
  await screen.findByText('file 99999')
  expect(pages()).toEqual(expect.arrayContaining([1, 500]))
  expect(new Set(pages()).size).toBeLessThan(4)
})

test('a click selects one row, Ctrl adds one, Shift selects what is between', async () => {
  const { user } = await show(fakeSource(30).source)
  await user.click(await screen.findByText('file 2'))
  expect(selectedNames()).toEqual(['file 2'])
  await user.keyboard('{Control>}')
  await user.click(screen.getByText('file 4'))
  await user.keyboard('{/Control}')
  expect(selectedNames()).toEqual(['file 2', 'file 4'])
  await user.keyboard('{Shift>}')
  await user.click(screen.getByText('file 6'))
  await user.keyboard('{/Shift}')
  expect(selectedNames()).toEqual(['file 4', 'file 5', 'file 6'])
})

test('a click on the ground selects nothing', async () => {
  const { user } = await show(fakeSource(3).source)
  await user.click(await screen.findByText('file 1'))
  await user.click(screen.getByText('End of folder'))
  expect(screen.queryAllByRole('row', { selected: true })).toHaveLength(0)
})

test('arrows go, Shift extends, Escape clears', async () => {
  const { user } = await show(fakeSource(30).source)
  await keyboardFocus(user)
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(activeName()).toBe('file 2')
  expect(selectedNames()).toEqual(['file 2'])
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(selectedNames()).toEqual(['file 2', 'file 3', 'file 4'])
  await user.keyboard('{Escape}')
  expect(screen.queryAllByRole('row', { selected: true })).toHaveLength(0)
})

test('Ctrl with arrows goes without selecting, and Space takes a row in or out', async () => {
  const { user } = await show(fakeSource(30).source)
  await keyboardFocus(user)
  await user.keyboard('{Control>}{ArrowDown}{ArrowDown}{/Control}[Space]')
  expect(selectedNames()).toEqual(['file 0', 'file 2'])
  await user.keyboard('[Space]')
  expect(selectedNames()).toEqual(['file 0'])
})

test('typing goes to the next name that begins so', async () => {
  const names = ['alpha', 'beta', 'Brno', 'gamma']
  const { source } = fakeSource(4, (index) => entryAt(index, { name: names[index] ?? '' }))
  const { user } = await show(source)
  await user.click(await screen.findByText('alpha'))
  await user.keyboard('b')
  expect(activeName()).toBe('beta')
  await user.keyboard('r')
  expect(activeName()).toBe('Brno')
})

test('Ctrl+A selects a hundred thousand entries and fetches none', async () => {
  const { source, asked } = fakeSource(100_000)
  const { user, target } = await show(source)
  await keyboardFocus(user)
  const before = asked.length
  await user.keyboard('{Control>}a{/Control}')
  expect(screen.getByText('100,000 selected')).toBeInTheDocument()
  expect(target()?.wire()).toEqual([{ parent_id: null, all: true, except: [] }])
  expect(asked).toHaveLength(before)
})

test('a range across pages that were never seen is fetched and selected', async () => {
  const { source } = fakeSource(1000)
  const { user, target } = await show(source)
  await keyboardFocus(user)
  await user.keyboard('{ArrowDown}{Shift>}{End}{/Shift}')
  expect(await screen.findByText('999 selected')).toBeInTheDocument()
  expect(
    target()
      ?.entries.map(({ id }) => id)
      .slice(0, 2),
  ).toEqual(['id-1', 'id-2'])
})

test('of a very long range the rest is fetched instead, when it is shorter', async () => {
  const { source, pages } = fakeSource(100_000)
  const { user, target } = await show(source)
  await keyboardFocus(user)
  await user.keyboard('{ArrowDown}{Shift>}{End}{/Shift}')
  expect(await screen.findByText('99,999 selected')).toBeInTheDocument()
  expect(target()?.wire()).toEqual([{ parent_id: null, all: true, except: ['id-0'] }])
  expect(new Set(pages()).size).toBeLessThan(5)
})

test('a column head sorts, and sorts the other way round', async () => {
  const { source, asked } = fakeSource(3)
  const { user } = await show(source)
  await screen.findByText('file 0')
  const head = () => screen.getByRole('columnheader', { name: 'Name' })
  await user.click(within(head()).getByRole('button'))
  await waitFor(() => {
    expect(asked.at(-1)).toMatchObject({ sort: 'name', direction: 'ASC' })
  })
  await screen.findByText('file 0')
  expect(head()).toHaveAttribute('aria-sort', 'ascending')
  await user.click(within(head()).getByRole('button'))
  await waitFor(() => {
    expect(asked.at(-1)).toMatchObject({ sort: 'name', direction: 'DESC' })
  })
})

test('Enter and a double click open', async () => {
  const opened: string[] = []
  const { user } = await show(fakeSource(3).source, { onOpen: ({ id }) => opened.push(id) })
  await user.dblClick(await screen.findByText('file 1'))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(opened).toEqual(['id-1', 'id-2'])
})

test('Delete that is held down hands over the selection once', async () => {
  const deleted: number[] = []
  const { user } = await show(fakeSource(3).source, { onDelete: ({ count }) => deleted.push(count) })
  await keyboardFocus(user)
  await user.keyboard('{ArrowDown}{Delete>4/}')
  expect(deleted).toEqual([1])
})

test('Delete hands over the selection', async () => {
  const deleted: number[] = []
  const { user } = await show(fakeSource(3).source, { onDelete: ({ count }) => deleted.push(count) })
  await keyboardFocus(user)
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Delete}')
  expect(deleted).toEqual([2])
})

test('a tap opens, a long press selects, and then a tap selects too', async () => {
  const opened: string[] = []
  await show(fakeSource(5).source, { onOpen: ({ id }) => opened.push(id) })
  const name = await screen.findByText('file 1')
  const touch = (element: Element) => {
    const event = new Event('pointerdown', { bubbles: true })
    Object.assign(event, { pointerType: 'touch', clientX: 5, clientY: 5 })
    fireEvent(element, event)
  }
  const lift = (element: Element) => {
    fireEvent.pointerUp(element)
    fireEvent.click(element)
  }
  touch(name)
  lift(name)
  expect(opened).toEqual(['id-1'])
  jest.useFakeTimers()
  touch(name)
  act(() => {
    jest.advanceTimersByTime(500)
  })
  jest.useRealTimers()
  lift(name)
  expect(selectedNames()).toEqual(['file 1'])
  const other = screen.getByText('file 2')
  touch(other)
  lift(other)
  expect(selectedNames()).toEqual(['file 1', 'file 2'])
  expect(opened).toHaveLength(1)
})

test('in multi-select mode a click takes a row in or out, and either change of the mode clears the selection', async () => {
  const opened: string[] = []
  const { user } = await show(fakeSource(5).source, { onOpen: ({ id }) => opened.push(id) })
  await user.click(await screen.findByText('file 0'))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Select several' }))
  expect(screen.getByText('0 selected')).toBeInTheDocument()
  await user.click(screen.getByText('file 1'))
  await user.click(screen.getByText('file 3'))
  expect(selectedNames()).toEqual(['file 1', 'file 3'])
  await user.click(screen.getByText('file 1'))
  expect(selectedNames()).toEqual(['file 3'])
  await user.dblClick(screen.getByText('file 4'))
  expect(opened).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryAllByRole('row', { selected: true })).toHaveLength(0)
  await user.click(screen.getByText('file 2'))
  await user.click(screen.getByText('file 1'))
  expect(selectedNames()).toEqual(['file 1'])
})

test('the mode clears what was selected before it', async () => {
  const { user } = await show(fakeSource(5).source)
  await user.click(await screen.findByText('file 0'))
  await user.keyboard('{Escape}{Control>}a{/Control}')
  expect(screen.getByText('5 selected')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Select several' }))
  expect(screen.queryAllByRole('row', { selected: true })).toHaveLength(0)
})

test('names folders, files and their size where all are loaded, and the number of items elsewhere', async () => {
  const { unmount } = await show(fakeSource(13, (index) => entryAt(index, { folders: 4 })).source)
  expect(await screen.findByText('4 folders, 9 files · 9 kB')).toBeInTheDocument()
  unmount()
  await show(fakeSource(1000).source)
  expect(await screen.findByText('1,000 items')).toBeInTheDocument()
})

test('the sort menu has an icon for each field and the direction at the chosen one', async () => {
  const { user } = await show(fakeSource(3).source)
  await user.click(await screen.findByRole('button', { name: 'Sort by: Date added' }))
  const items = await screen.findAllByRole('menuitemradio')
  expect(items.map((item) => [item.textContent, item.querySelectorAll('svg').length])).toEqual([
    ['Date added', 2],
    ['Name', 1],
    ['Size', 1],
  ])
})

test('the context menu acts on the selection when its row is part of it, else on its row', async () => {
  const { user, target } = await show(fakeSource(5).source)
  await keyboardFocus(user)
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  fireEvent.contextMenu(screen.getByText('file 1'))
  expect(target()?.count).toBe(2)
  expect(await screen.findByRole('menuitem', { name: 'Do it' })).toBeInTheDocument()
  await user.keyboard('{Escape}')
  fireEvent.contextMenu(screen.getByText('file 4'))
  expect(target()?.single?.id).toBe('id-4')
})

test('a row hears of its own selection only', async () => {
  const { source } = fakeSource(30)
  const rendered: string[] = []
  const { user } = await show(source, {
    quickAction: ({ id }) => {
      rendered.push(id)
      return null
    },
  })
  await keyboardFocus(user)
  rendered.length = 0
  await user.keyboard('{Control>}')
  await user.click(screen.getByText('file 3'))
  await user.keyboard('{/Control}')
  expect(new Set(rendered)).toEqual(new Set(['id-0', 'id-3']))
})

test('an empty folder says so', async () => {
  await show(fakeSource(0).source)
  expect(await screen.findByText('Nothing here')).toBeInTheDocument()
})

test('what failed to load can be tried again', async () => {
  const { source } = fakeSource(3)
  let broken = true
  const { user } = await show({
    ...source,
    page: (...call) =>
      broken
        ? Promise.reject(new ApiError('internal', 500, { message: 'broken', error_id: 'e-17' }))
        : source.page(...call),
  })
  expect(await screen.findByText('Couldn’t load this folder')).toBeInTheDocument()
  expect(screen.getByText('e-17')).toBeInTheDocument()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('file 0')).toBeInTheDocument()
})

test('a folder that failed for want of a connection is fetched again by itself', async () => {
  const { source } = fakeSource(3)
  let isOffline = true
  await show({
    ...source,
    page: (...call) =>
      isOffline ? Promise.reject(new ApiError('network', 0, { message: 'no answer' })) : source.page(...call),
  })
  expect(await screen.findByText('Couldn’t load this folder')).toBeInTheDocument()
  isOffline = false
  expect(await screen.findByText('file 0')).toBeInTheDocument()
})

test('a list that is older than five seconds is fetched again when its window gets the focus', async () => {
  const { source, asked } = fakeSource(3)
  await show(source)
  await screen.findByText('file 0')
  const loaded = Date.now()
  const now = jest.spyOn(Date, 'now').mockReturnValue(loaded + 4000)
  fireEvent.focus(window)
  expect(asked).toHaveLength(1)
  now.mockReturnValue(loaded + 5500)
  fireEvent.focus(window)
  await waitFor(() => {
    expect(asked).toHaveLength(2)
  })
  now.mockRestore()
})

test.each([
  ['not-found', 404, 'Folder not found'],
  ['forbidden', 403, 'You don’t have access to this folder'],
] as const)('%s is explained with a message', async (code, status, words) => {
  const { source } = fakeSource(0)
  await show({ ...source, page: () => Promise.reject(new ApiError(code, status, { message: 'no' })) })
  expect(await screen.findByText(words)).toBeInTheDocument()
})

test('without a way to rename, F2 does nothing', async () => {
  const { user } = await show(fakeSource(3).source)
  await keyboardFocus(user)
  await user.keyboard('{F2}')
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

test('F2 edits the name without its ending, Enter saves, Escape gives up', async () => {
  const saved: string[] = []
  const { source } = fakeSource(2, (index) => entryAt(index, { name: `plan ${String(index)}.txt` }))
  const { user } = await show(source, { onRename: (_, name) => Promise.resolve(saved.push(name)) })
  await user.click(await screen.findByText('plan 0.txt'))
  await user.keyboard('{F2}notes{Escape}')
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  await user.keyboard('{F2}notes{Enter}')
  await waitFor(() => {
    expect(saved).toEqual(['notes.txt'])
  })
  expect(screen.getByRole('grid')).toHaveFocus()
})

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'Enter that ends a composition (%j) does not save the name',
  async (composing) => {
    const saved: string[] = []
    const { user } = await show(fakeSource(2).source, { onRename: (_, name) => Promise.resolve(saved.push(name)) })
    await keyboardFocus(user)
    await user.keyboard('{F2}')
    const field = screen.getByRole('textbox')
    fireEvent.change(field, { target: { value: 'にほん' } })
    fireEvent.keyDown(field, { key: 'Enter', ...composing })
    fireEvent.keyDown(field, { key: 'Escape', ...composing })
    expect(field).toBeInTheDocument()
    expect(saved).toEqual([])
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => {
      expect(saved).toEqual(['にほん'])
    })
  },
)

test('a refused name stays to be mended, with the server’s sentence', async () => {
  const { user } = await show(fakeSource(2).source, {
    onRename: () =>
      Promise.reject(new ApiError('bad-name', 422, { message: 'no', errors: { name: ['No slashes, please.'] } })),
  })
  await keyboardFocus(user)
  await user.keyboard('{F2}a/b{Enter}')
  expect(await screen.findByText('No slashes, please.')).toBeInTheDocument()
  expect(screen.getByRole('textbox')).toHaveValue('a/b')
  expect(screen.getByRole('textbox')).toBeInvalid()
})

test('files dropped on a folder row go into that folder, others into this one', async () => {
  const dropped: (string | null)[] = []
  const { source } = fakeSource(4, (index) => entryAt(index, { folders: 1 }))
  await show(source, { onDrop: (_, folder) => dropped.push(folder?.id ?? null) })
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

test('what is dragged but is no file is left alone', async () => {
  const dropped: unknown[] = []
  await show(fakeSource(2).source, { onDrop: (picked) => dropped.push(picked) })
  const element = await screen.findByText('file 0')
  fireEvent.drop(element, { dataTransfer: { types: ['text/plain'], items: [] } })
  await act(() => Promise.resolve())
  expect(dropped).toEqual([])
})

test('names its rows for those who hear the page', async () => {
  await show(fakeSource(2).source)
  await screen.findByText('file 0')
  expect(row('file 0')).toHaveAttribute('aria-rowindex', '2')
  expect(screen.getByRole('checkbox', { name: 'Select file 0' })).not.toBeChecked()
})

test('a folder that was opened by keyboard has the focus when it is there', async () => {
  const { source } = fakeSource(2, (index) => entryAt(index, { folders: 1 }))
  function Two() {
    const [folderId, setFolderId] = useState<string | null>(null)
    return (
      <FileBrowser
        source={source}
        folderId={folderId}
        sort={{ field: 'name', direction: 'ASC' }}
        onSort={() => {}}
        onFailure={() => {}}
        empty={null}
        onOpen={({ id }) => {
          setFolderId(id)
        }}
        actions={() => []}
      />
    )
  }
  const user = userEvent.setup()
  renderIn(<Two />)
  await user.click(await screen.findByText('file 0'))
  const before = screen.getByRole('grid')
  await user.keyboard('{Enter}')
  await waitFor(() => {
    expect(screen.getByRole('grid')).not.toBe(before)
  })
  expect(screen.getByRole('grid')).toHaveFocus()
})

test('a range is selected upwards too', async () => {
  const { user } = await show(fakeSource(30).source)
  await user.click(await screen.findByText('file 6'))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByText('file 3'))
  await user.keyboard('{/Shift}')
  expect(selectedNames()).toEqual(['file 3', 'file 4', 'file 5', 'file 6'])
})

test('the box of the column heads is mixed while some rows are selected', async () => {
  const { user } = await show(fakeSource(3).source)
  await user.click(await screen.findByText('file 1'))
  const box = screen.getByRole('checkbox', { name: 'Select all' })
  expect(box).toBePartiallyChecked()
  await user.click(box)
  expect(box).toBeChecked()
  expect(box).not.toBePartiallyChecked()
  await user.click(box)
  expect(box).not.toBeChecked()
})

test('rows that arrive late do not replace a newer selection', async () => {
  const { source } = fakeSource(1000)
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const { user } = await show({
    ...source,
    page: async (folder, query, signal) => {
      if (query.page === 2) await arrived
      return source.page(folder, query, signal)
    },
  })
  await keyboardFocus(user)
  await user.keyboard('{ArrowDown}{Shift>}{End}{/Shift}')
  await user.keyboard('{Home}')
  expect(selectedNames()).toEqual(['file 0'])
  act(arrive)
  // The spinner beside the count ends with the range.
  await waitFor(() => {
    expect(document.querySelector('[role=toolbar] [role=status], [role=toolbar] svg[class*=spin]')).toBeNull()
  })
  expect(selectedNames()).toEqual(['file 0'])
})

test('the first page stays fetched while another one is on screen: it tells whether the folder is there', async () => {
  const { source } = fakeSource(1000)
  let isGone = false
  const { user, client } = await show({
    ...source,
    page: (...call) =>
      isGone && call[1].page === 1
        ? Promise.reject(new ApiError('not-found', 404, { message: 'gone' }))
        : source.page(...call),
  })
  await keyboardFocus(user)
  await user.keyboard('{End}')
  await screen.findByText('file 999')
  isGone = true
  await act(() => client.invalidateQueries())
  expect(await screen.findByText('Folder not found')).toBeInTheDocument()
})

test('F2 marks the name without its ending', async () => {
  const { source } = fakeSource(1, () => entryAt(0, { name: 'plan.tar.gz' }))
  const { user } = await show(source, { onRename: () => Promise.resolve() })
  await user.click(await screen.findByText('plan.tar.gz'))
  await user.keyboard('{F2}')
  const field = screen.getByRole<HTMLInputElement>('textbox')
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(
    'plan.tar.gz'.slice(0, stemLength('plan.tar.gz', 'file')),
  )
})

test('Back shows a list as it was left: its scroll, its row and the focus', async () => {
  const { source } = fakeSource(1000, (index) => entryAt(index, { folders: 1000 }))
  function Pages() {
    const { id } = useParams()
    const navigate = useNavigate()
    return (
      <>
        <button type="button" onClick={() => void navigate(-1)}>
          Back
        </button>
        <FileBrowser
          source={source}
          folderId={id ?? null}
          sort={{ field: 'name', direction: 'ASC' }}
          onSort={() => {}}
          onFailure={() => {}}
          empty={null}
          onOpen={(entry) => void navigate(`/${entry.id}`)}
          actions={() => []}
        />
      </>
    )
  }
  const user = userEvent.setup()
  renderIn(
    <Routes>
      <Route path="/:id?" element={<Pages />} />
    </Routes>,
  )
  await keyboardFocus(user)
  await user.keyboard('{PageDown}{PageDown}{PageDown}')
  const name = activeName()
  const pane = () => screen.getByRole('grid').parentElement
  const scrollTop = pane()?.scrollTop ?? 0
  expect(scrollTop).toBeGreaterThan(0)
  const before = screen.getByRole('grid')
  await user.keyboard('{Enter}')
  await waitFor(() => {
    expect(screen.getByRole('grid')).not.toBe(before)
  })
  expect(pane()?.scrollTop).toBe(0)
  // As the browser's own button: the focus stays where it was.
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => {
    expect(pane()?.scrollTop).toBe(scrollTop)
  })
  expect(activeName()).toBe(name)
  expect(screen.getByRole('grid')).toHaveFocus()
})
