import { ApiError } from '@holdall/api-client'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { FileSource } from './folder-data/file-source.ts'
import { entryAt, fakeSource } from './testing/fake-source.ts'
import { giveLayout } from './testing/layout.ts'
import { keyboardFocus, row } from './testing/read-rows.ts'
import { showBrowser as show } from './testing/show-browser.tsx'

giveLayout()
test('renders only the visible rows of a hundred thousand', async () => {
  const { source, pages } = fakeSource(100_000)
  await show(source)
  await screen.findByText('file 0')
  expect(screen.getAllByRole('row').length).toBeLessThan(50)
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '100001')
  expect(pages()).toEqual([1])
})

test('fetches a page when it comes into view, and shows placeholder rows until it is loaded', async () => {
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

test('a column head sorts, and sorts the other way round', async () => {
  const { source, queries } = fakeSource(3)
  const { user } = await show(source)
  await screen.findByText('file 0')
  const head = () => screen.getByRole('columnheader', { name: 'Name' })
  await user.click(within(head()).getByRole('button'))
  await waitFor(() => {
    expect(queries.at(-1)).toMatchObject({ sort: 'name', direction: 'ASC' })
  })
  await screen.findByText('file 0')
  expect(head()).toHaveAttribute('aria-sort', 'ascending')
  await user.click(within(head()).getByRole('button'))
  await waitFor(() => {
    expect(queries.at(-1)).toMatchObject({ sort: 'name', direction: 'DESC' })
  })
})

test('without onSort the order is fixed: neither the column heads nor the view bar offer one', async () => {
  await show(fakeSource(3).source, { onSort: undefined })
  expect(await screen.findByText('3 files · 3 kB')).toBeInTheDocument()
  const heads = screen.getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    '',
    'Name',
    'Shared',
    'Added',
    'Modified',
    'Size',
    'Actions',
  ])
  for (const head of heads) {
    expect(head).not.toHaveAttribute('aria-sort')
    expect(within(head).queryByRole('button')).toBeNull()
  }
  expect(screen.queryByRole('button', { name: /^Sort by/ })).toBeNull()
})

describe('the own dates of files', () => {
  const modified_at = '1999-12-30T12:00:00.000Z'
  const dated = fakeSource(2, (index) => {
    const entry = entryAt(index, { folders: 1 })
    return entry.type === 'folder' ? entry : { ...entry, attributes: { ...entry.attributes, modified_at } }
  })

  test('have a column, empty for folders, by which the list is sorted', async () => {
    const { user } = await show(dated.source)
    await screen.findByText('file 1')
    const cells = [...document.querySelectorAll('[role=gridcell][data-col=modified]')]
    expect(cells.map(({ textContent }) => textContent)).toEqual(['', 'Dec 30, 1999'])
    const head = () => screen.getByRole('columnheader', { name: 'Modified' })
    await user.click(within(head()).getByRole('button'))
    await waitFor(() => {
      expect(dated.queries.at(-1)).toMatchObject({ sort: 'modified_at', direction: 'DESC' })
    })
    await screen.findByText('file 1')
    expect(head()).toHaveAttribute('aria-sort', 'descending')
  })

  test('are shown in place of the other date where there is room for one, in a list that they sort', async () => {
    const { user } = await show(dated.source)
    const card = () => screen.getByText('file 1').closest('[role=gridcell]')
    await user.click(await screen.findByTitle('Grid'))
    expect(card()).toHaveTextContent('Mar 12, 2026')
    await user.click(screen.getByRole('button', { name: 'Sort by: Added' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Modified' }))
    await waitFor(() => {
      expect(card()).toHaveTextContent('Dec 30, 1999')
    })
  })

  test('are not shown in the trash', async () => {
    const { user } = await show(dated.source, { columns: { date: 'deleted_at' } })
    await screen.findByText('file 1')
    expect(screen.queryByRole('columnheader', { name: 'Modified' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sort by: Deleted' }))
    expect(await screen.findByRole('menuitemradio', { name: 'Deleted' })).toBeInTheDocument()
    expect(screen.queryByRole('menuitemradio', { name: 'Modified' })).toBeNull()
  })
})

test('the last line of the list can show the number of rows', async () => {
  await show(fakeSource(300).source, { end: (total) => `That was all ${String(total)}` })
  expect(await screen.findByText('That was all 300')).toBeInTheDocument()
})

test('Enter and a double click open', async () => {
  const opened: string[] = []
  const { user } = await show(fakeSource(3).source, { onOpen: ({ id }) => opened.push(id) })
  await user.dblClick(await screen.findByText('file 1'))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(opened).toEqual(['id-1', 'id-2'])
})

test('names folders, files and their size, in a folder of more than one page too', async () => {
  const { unmount } = await show(fakeSource(13, (index) => entryAt(index, { folders: 4 })).source)
  expect(await screen.findByText('4 folders, 9 files · 9 kB')).toBeInTheDocument()
  unmount()
  await show(fakeSource(1000, (index) => entryAt(index, { folders: 1 })).source)
  expect(await screen.findByText('1 folder, 999 files · 999 kB')).toBeInTheDocument()
})

test('a folder of folders alone has no size in its header line', async () => {
  await show(fakeSource(300, (index) => entryAt(index, { folders: 300 })).source)
  expect(await screen.findByText('300 folders')).toBeInTheDocument()
})

test('the sort menu has an icon for each field, and the direction at the current one', async () => {
  const { user } = await show(fakeSource(3).source)
  await user.click(await screen.findByRole('button', { name: 'Sort by: Added' }))
  const items = await screen.findAllByRole('menuitemradio')
  expect(items.map((item) => [item.textContent, item.querySelectorAll('svg').length])).toEqual([
    ['Added', 2],
    ['Modified', 1],
    ['Name', 1],
    ['Size', 1],
    ['Type', 1],
    ['List', 2],
    ['Grid', 1],
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

test('an empty folder shows its empty state', async () => {
  await show(fakeSource(0).source)
  expect(await screen.findByText('Nothing here')).toBeInTheDocument()
})

test('what failed to load opens the general alert once, and can be tried again', async () => {
  const { source } = fakeSource(3)
  let broken = true
  const failure = new ApiError('internal', 500, { message: 'broken', error_id: 'e-17' })
  const { alerts, user } = await show({
    ...source,
    page: (...call) => (broken ? Promise.reject(failure) : source.page(...call)),
  })
  expect(await screen.findByText('Couldn’t load this folder')).toBeInTheDocument()
  expect(alerts).toEqual([failure])
  expect(screen.getByText('e-17')).toBeInTheDocument()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('file 0')).toBeInTheDocument()
})

test('a folder that failed with a network error is fetched again automatically', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  const { source } = fakeSource(3)
  let isOffline = true
  let calls = 0
  const { alerts } = await show({
    ...source,
    page: (...call) =>
      isOffline && ++calls
        ? Promise.reject(new ApiError('network', 0, { message: 'no answer' }))
        : source.page(...call),
  })
  expect(await screen.findByText('Couldn’t load this folder')).toBeInTheDocument()
  await waitFor(() => {
    expect(calls).toBeGreaterThanOrEqual(3)
  })
  expect(alerts).toHaveLength(1)
  isOffline = false
  expect(await screen.findByText('file 0')).toBeInTheDocument()
})

test('the error stays on the screen while the folder is fetched again automatically', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  const { source } = fakeSource(3)
  let answer: (() => void) | undefined
  let isShown = false
  await show({
    ...source,
    page: (...call) =>
      isShown
        ? new Promise((resolve) => {
            answer = () => resolve(source.page(...call))
          })
        : Promise.reject(new ApiError('network', 0, { message: 'no answer' })),
  })
  await screen.findByText('Couldn’t load this folder')
  isShown = true
  await waitFor(() => {
    expect(answer).toBeDefined()
  })
  expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument()
  answer?.()
  expect(await screen.findByText('file 0')).toBeInTheDocument()
})

test('a list that is older than five seconds is fetched again when its window gets the focus', async () => {
  const { source, queries } = fakeSource(3)
  const loaded = Date.now()
  const now = jest.spyOn(Date, 'now').mockReturnValue(loaded)
  await show(source)
  await screen.findByText('file 0')
  now.mockReturnValue(loaded + 4000)
  fireEvent.focus(window)
  expect(queries).toHaveLength(1)
  now.mockReturnValue(loaded + 5500)
  fireEvent.focus(window)
  await waitFor(() => {
    expect(queries).toHaveLength(2)
  })
  now.mockRestore()
})

test.each([
  ['not-found', 404, 'Folder not found'],
  ['forbidden', 403, 'You don’t have access to this folder'],
] as const)('%s is explained with a message', async (code, status, words) => {
  const { source } = fakeSource(0)
  const { alerts } = await show({
    ...source,
    page: () => Promise.reject(new ApiError(code, status, { message: 'no' })),
  })
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(alerts).toHaveLength(code === 'forbidden' ? 0 : 1)
})

test.each([
  ['unauthenticated', 401],
  ['share-locked', 403],
  ['share-revoked', 410],
] as const)('%s opens no alert, because the page leads on', async (code, status) => {
  const { source } = fakeSource(0)
  const { alerts } = await show({
    ...source,
    page: () => Promise.reject(new ApiError(code, status, { message: 'no' })),
  })
  expect(await screen.findByText('Couldn’t load this folder')).toBeInTheDocument()
  expect(alerts).toEqual([])
})

test('files dropped on a folder row go into that folder, others into the shown one', async () => {
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

test('a drag without files is ignored', async () => {
  const dropped: unknown[] = []
  await show(fakeSource(2).source, { onDrop: (picked) => dropped.push(picked) })
  const element = await screen.findByText('file 0')
  fireEvent.drop(element, { dataTransfer: { types: ['text/plain'], items: [] } })
  await act(() => Promise.resolve())
  expect(dropped).toEqual([])
})

test('gives its rows accessible names', async () => {
  await show(fakeSource(2).source)
  await screen.findByText('file 0')
  expect(row('file 0')).toHaveAttribute('aria-rowindex', '2')
  expect(screen.getByRole('checkbox', { name: 'Select file 0' })).not.toBeChecked()
})

test('a deleted folder is noticed while another page than the first is shown', async () => {
  const { source } = fakeSource(1000)
  let isGone = false
  const { alerts, user, client } = await show({
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
  expect(alerts).toEqual([])
})
