import { File } from '@holdall/ui/icons'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { entryAt, fakeSource } from '../testing/fake-source.ts'
import { giveLayout } from '../testing/layout.ts'
import { activeName, keyboardFocus, selectedNames } from '../testing/read-rows.ts'
import { showBrowser as show } from '../testing/show-browser.tsx'

giveLayout()

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

test('a click on the background selects nothing', async () => {
  const { user } = await show(fakeSource(3).source)
  await user.click(await screen.findByText('file 1'))
  await user.click(screen.getByText('End of folder'))
  expect(screen.queryAllByRole('row', { selected: true })).toHaveLength(0)
})

test('arrow keys move and select, Shift extends the range, Escape clears the selection', async () => {
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

test('Ctrl with arrow keys moves without selecting, and Space toggles a row', async () => {
  const { user } = await show(fakeSource(30).source)
  await keyboardFocus(user)
  await user.keyboard('{Control>}{ArrowDown}{ArrowDown}{/Control}[Space]')
  expect(selectedNames()).toEqual(['file 0', 'file 2'])
  await user.keyboard('[Space]')
  expect(selectedNames()).toEqual(['file 0'])
})

test('typing moves to the next name that begins with the typed text', async () => {
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
  const { source, queries } = fakeSource(100_000)
  const { user, target } = await show(source)
  await keyboardFocus(user)
  const before = queries.length
  await user.keyboard('{Control>}a{/Control}')
  expect(screen.getByText('100,000 selected')).toBeInTheDocument()
  expect(target()?.wire()).toEqual([{ parent_id: null, all: true, except: [] }])
  expect(queries).toHaveLength(before)
})

test('in a list over several folders Ctrl+A loads all rows, shows that it does, and selects them by id', async () => {
  const { source } = fakeSource(450)
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const { user, target } = await show({
    ...source,
    isFolder: false,
    page: async (folder, query, signal) => {
      if (query.page > 1) await arrived
      return source.page(folder, query, signal)
    },
  })
  await keyboardFocus(user)
  await user.keyboard('{Escape}{Control>}a{/Control}')
  expect(screen.getByRole('toolbar', { name: 'Selection' })).toHaveTextContent('0 selected')
  act(arrive)
  expect(await screen.findByText('450 selected')).toBeInTheDocument()
  expect(target()?.wire()).toMatchObject([{ items: { length: 450 } }])
})

test('a range across pages that are not loaded is fetched and selected', async () => {
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

test('of a very long range the rows outside of it are fetched instead, when they are fewer', async () => {
  const { source, pages } = fakeSource(100_000)
  const { user, target } = await show(source)
  await keyboardFocus(user)
  await user.keyboard('{ArrowDown}{Shift>}{End}{/Shift}')
  expect(await screen.findByText('99,999 selected')).toBeInTheDocument()
  expect(target()?.wire()).toEqual([{ parent_id: null, all: true, except: ['id-0'] }])
  expect(new Set(pages()).size).toBeLessThan(5)
})

test('holding down Delete calls onDelete once', async () => {
  const deleted: number[] = []
  const { user } = await show(fakeSource(3).source, { onDelete: ({ count }) => deleted.push(count) })
  await keyboardFocus(user)
  await user.keyboard('{ArrowDown}{Delete>4/}')
  expect(deleted).toEqual([1])
})

test('Delete calls onDelete with the selection', async () => {
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

test('starting multi-select mode focuses the list, and Escape ends the mode', async () => {
  const { user } = await show(fakeSource(3).source)
  await screen.findByText('file 0')
  act(() => {
    screen.getByRole('button', { name: 'Select several' }).focus()
  })
  await user.keyboard('{Enter}')
  expect(screen.getByRole('grid')).toHaveFocus()
  await user.keyboard('{Control>}a{/Control}')
  expect(screen.getByText('3 selected')).toBeInTheDocument()
  await user.keyboard('{Escape}{Escape}')
  expect(screen.getByRole('button', { name: 'Select several' })).toBeInTheDocument()
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

test('a row renders again only when its own selection changes', async () => {
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

test('a range is selected upwards too', async () => {
  const { user } = await show(fakeSource(30).source)
  await user.click(await screen.findByText('file 6'))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByText('file 3'))
  await user.keyboard('{/Shift}')
  expect(selectedNames()).toEqual(['file 3', 'file 4', 'file 5', 'file 6'])
})

test('the check box in the column heads is mixed while some rows are selected', async () => {
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

test('rows that are loaded later do not replace a newer selection', async () => {
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

test('on a phone, actions that the bar at the bottom has no room for are in its menu', async () => {
  const { matchMedia } = window
  const media = jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => Object.assign(matchMedia(query), { matches: query.includes('640') }))
  try {
    const labels = ['Download', 'Move', 'Remove links', 'Delete']
    const action = (label: string) => ({ id: label, label, icon: File, inBar: true, run() {} })
    const { user } = await show(fakeSource(3).source, { actions: () => [labels.map(action)] })
    await user.click(await screen.findByRole('button', { name: 'Select several' }))
    await user.click(screen.getByText('file 1'))
    const bar = within((await screen.findAllByRole('toolbar')).at(-1) as HTMLElement)
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([...labels.slice(0, 3), 'More'])
    await user.click(bar.getByRole('button', { name: 'More' }))
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeInTheDocument()
  } finally {
    media.mockRestore()
  }
})
