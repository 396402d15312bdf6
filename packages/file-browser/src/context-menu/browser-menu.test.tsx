import { Trash2 } from '@holdall/ui/icons'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { entryAt, fakeSource } from '../testing/fake-source.ts'
import { giveLayout } from '../testing/layout.ts'
import { showBrowser } from '../testing/show-browser.tsx'
import type { Target } from '../browser-state/file-action.ts'
import * as menuCode from './load-menu.ts'

giveLayout()
jest.mock('./load-menu.ts', () => {
  const actual = jest.requireActual<typeof menuCode>('./load-menu.ts')
  return { ...actual, loadContextMenu: jest.fn(actual.loadContextMenu) }
})
const load = jest.mocked(menuCode.loadContextMenu)

/** Delays loading of the menu's code until the test calls the returned function. */
function slowMenu() {
  const { loadContextMenu: actual } = jest.requireActual<typeof menuCode>('./load-menu.ts')
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  load.mockImplementation(async () => {
    await arrived
    return actual()
  })
  return () => {
    act(arrive)
  }
}

const done: string[][] = []
const withDelete = {
  actions: (target: Target) => [
    [
      {
        id: 'delete',
        label: 'Delete',
        icon: Trash2,
        run: () => done.push(target.entries.map(({ id }) => id)),
      },
    ],
  ],
}
const show = async (count = 4) => {
  done.length = 0
  const view = await showBrowser(fakeSource(count, (index) => entryAt(index)).source, withDelete)
  await screen.findByText('file 0')
  return view
}
const deleteInMenu = async (user: Awaited<ReturnType<typeof show>>['user']) => {
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => {
    expect(done).toHaveLength(1)
  })
}

test('a menu that was still loading acts on the row that is highlighted when it opens', async () => {
  const arrive = slowMenu()
  const { user } = await show()
  fireEvent.contextMenu(screen.getByText('file 0'))
  await user.click(screen.getByText('file 2'))
  arrive()
  await deleteInMenu(user)
  expect(done).toEqual([['id-2']])
})

test('a menu opened by Shift+F10 that was still loading does the same', async () => {
  const arrive = slowMenu()
  const { user } = await show()
  await user.click(screen.getByText('file 0'))
  await user.keyboard('{Shift>}{F10}{/Shift}{ArrowDown}')
  arrive()
  await deleteInMenu(user)
  expect(done).toEqual([['id-1']])
})

test('does not open when nothing is highlighted any more', async () => {
  const arrive = slowMenu()
  const { user } = await show()
  fireEvent.contextMenu(screen.getByText('file 0'))
  await user.keyboard('{Escape}')
  screen.getByRole('grid').focus()
  await user.keyboard('{Escape}')
  arrive()
  // The next menu acts on its own row.
  fireEvent.contextMenu(screen.getByText('file 3'))
  await deleteInMenu(user)
  expect(done).toEqual([['id-3']])
})

test('Shift+F10 on a row outside the selection selects it first', async () => {
  const { user } = await show()
  await user.click(screen.getByText('file 0'))
  await user.keyboard('{Control>}{ArrowDown}{ArrowDown}{/Control}{Shift>}{F10}{/Shift}')
  await deleteInMenu(user)
  expect(done).toEqual([['id-2']])
})

test('the row whose menu is open is highlighted', async () => {
  const { user } = await show()
  const button = screen.getByRole('button', { name: 'More actions for file 1' })
  await user.click(button)
  await screen.findByRole('menuitem', { name: 'Delete' })
  expect(button.closest('[role=row]')).toHaveAttribute('aria-selected', 'true')
})

test('on touch the menu of a row highlights the row and selects nothing', async () => {
  const { user } = await show()
  const button = screen.getByRole('button', { name: 'More actions for file 1' })
  const press = new Event('pointerdown', { bubbles: true })
  Object.assign(press, { pointerType: 'touch', clientX: 5, clientY: 5 })
  fireEvent(button, press)
  fireEvent.click(button)
  const item = await screen.findByRole('menuitem', { name: 'Delete' })
  const row = button.closest('[role=row]')
  expect(row).toHaveAttribute('data-menu')
  expect(row).toHaveAttribute('aria-selected', 'false')
  await user.click(item)
  expect(done).toEqual([['id-1']])
})

test('a menu that cannot be loaded is fetched again by the next attempt', async () => {
  const { user } = await show()
  load.mockRejectedValueOnce(new Error('offline'))
  const calls = load.mock.calls.length
  fireEvent.contextMenu(screen.getByText('file 0'))
  await waitFor(() => {
    expect(load).toHaveBeenCalledTimes(calls + 1)
  })
  await act(() => Promise.resolve())
  fireEvent.contextMenu(screen.getByText('file 1'))
  await deleteInMenu(user)
  expect(done).toEqual([['id-1']])
})

test.each([
  ['with the first movement of the pointer', () => fireEvent.pointerMove(window)],
  ['with the first key', () => fireEvent.keyDown(window, { key: 'Tab' })],
  ['five seconds later', () => jest.advanceTimersByTime(5000)],
])('the menu’s code is prefetched once the first list is loaded, %s, once', async (_, happen) => {
  load.mockClear()
  jest.useFakeTimers({ advanceTimers: true })
  await show()
  expect(load).not.toHaveBeenCalled()
  happen()
  expect(load).toHaveBeenCalledTimes(1)
  fireEvent.pointerMove(window)
  jest.advanceTimersByTime(5000)
  jest.useRealTimers()
  expect(load).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
})
