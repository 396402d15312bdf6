import { useState } from 'react'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Button } from '../button/button.tsx'
import { ContextMenu, type Point } from './context-menu.tsx'
import type { MenuEntry } from './menu-entries.tsx'
import { Menu } from './menu.tsx'

const entries = (done: (id: string) => void): MenuEntry[] => [
  { kind: 'action', id: 'open', label: 'Open', onSelect: () => done('open') },
  { kind: 'action', id: 'share', label: 'Share', disabledReason: 'Only the owner may', onSelect: () => done('share') },
  { kind: 'separator', id: 'line' },
  { kind: 'choice', id: 'name', label: 'By name', checked: true, onSelect: () => done('name') },
  { kind: 'action', id: 'delete', label: 'Delete', danger: true, shortcut: 'Del', onSelect: () => done('delete') },
]

const item = (name: string) => screen.findByRole('menuitem', { name })

test('opens, walks and chooses by keyboard, then gives the focus back', async () => {
  const done = jest.fn()
  render(<Menu trigger={<Button>Actions</Button>} items={entries(done)} />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await waitFor(async () => expect(await item('Open')).toHaveFocus())
  await userEvent.keyboard('{End}')
  await waitFor(async () => expect(await item('Delete')).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  expect(done.mock.calls).toEqual([['delete']])
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'Actions' })).toHaveFocus()
})

test('describes why an entry cannot be used, and does nothing when it is clicked', async () => {
  const done = jest.fn()
  render(<Menu trigger={<Button>Actions</Button>} items={entries(done)} />)
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }))
  const share = await item('Share')
  expect(share).toHaveAttribute('aria-description', 'Only the owner may')
  await userEvent.click(share)
  expect(done).not.toHaveBeenCalled()
  expect(screen.getByRole('menu')).toBeVisible()
})

test('on a phone the main actions are at the top, without separators that are left over', async () => {
  const phone = Object.assign(window.matchMedia(''), { matches: true })
  const media = jest.spyOn(window, 'matchMedia').mockReturnValue(phone)
  const items: MenuEntry[] = [
    { kind: 'action', id: 'open', label: 'Open', onSelect: jest.fn() },
    { kind: 'separator', id: 'line' },
    { kind: 'action', id: 'share', label: 'Share', quick: true, onSelect: jest.fn() },
  ]
  render(<Menu trigger={<Button>Actions</Button>} items={items} />)
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }))
  await item('Share')
  expect(screen.getAllByRole('menuitem').map((entry) => entry.textContent)).toEqual(['Share', 'Open'])
  expect(screen.queryByRole('separator')).not.toBeInTheDocument()
  media.mockRestore()
})

test('checks the chosen one of several entries', async () => {
  const done = jest.fn()
  render(<Menu trigger={<Button>Sort</Button>} items={entries(done)} />)
  await userEvent.click(screen.getByRole('button', { name: 'Sort' }))
  expect(await screen.findByRole('menuitemradio', { name: 'By name' })).toBeChecked()
})

const Page = () => {
  const [point, setPoint] = useState<Point | null>(null)
  return (
    <>
      <button onClick={() => setPoint({ x: 40, y: 60 })}>Row</button>
      <ContextMenu label="Actions for Row" point={point} items={entries(jest.fn())} onClose={() => setPoint(null)} />
    </>
  )
}

test('a menu at a point closes on Escape and gives the focus back', async () => {
  render(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'Row' }))
  expect(await screen.findByRole('menu', { name: 'Actions for Row' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(async () => expect(await item('Open')).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Row' })).toHaveFocus())
})

const withMore = (done: (id: string) => void): MenuEntry[] => [
  { kind: 'action', id: 'open', label: 'Open', onSelect: () => done('open') },
  {
    kind: 'submenu',
    id: 'more',
    label: 'More',
    items: [
      { kind: 'action', id: 'copy', label: 'Copy', onSelect: () => done('copy') },
      { kind: 'action', id: 'duplicate', label: 'Duplicate', onSelect: () => done('duplicate') },
    ],
  },
  { kind: 'action', id: 'delete', label: 'Delete', onSelect: () => done('delete') },
]

async function openWithMore(done = jest.fn()) {
  render(<Menu trigger={<Button>Actions</Button>} items={withMore(done)} />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await waitFor(async () => expect(await item('Open')).toHaveFocus())
  return done
}

test.each([
  ['left to right', 'ltr', '{ArrowRight}', '{ArrowLeft}'],
  ['right to left', 'rtl', '{ArrowLeft}', '{ArrowRight}'],
])('a submenu opens and closes by the arrow keys, %s', async (_, direction, into, back) => {
  document.documentElement.dir = direction
  const done = await openWithMore()
  // Found by its first letters.
  await userEvent.keyboard('mo')
  await waitFor(async () => expect(await item('More')).toHaveFocus())
  await userEvent.keyboard(into)
  await waitFor(async () => expect(await item('Copy')).toHaveFocus())
  await userEvent.keyboard('{End}')
  await waitFor(async () => expect(await item('Duplicate')).toHaveFocus())
  await userEvent.keyboard('{Home}')
  await waitFor(async () => expect(await item('Copy')).toHaveFocus())
  await userEvent.keyboard(back)
  await waitFor(async () => expect(await item('More')).toHaveFocus())
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Copy' })).not.toBeInTheDocument())
  await userEvent.keyboard('{Enter}')
  await waitFor(async () => expect(await item('Copy')).toHaveFocus())
  // Escape closes the submenu only.
  await userEvent.keyboard('{Escape}')
  await waitFor(async () => expect(await item('More')).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await waitFor(async () => expect(await item('Copy')).toHaveFocus())
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(async () => expect(await item('Duplicate')).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  expect(done.mock.calls).toEqual([['duplicate']])
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  document.documentElement.removeAttribute('dir')
})

test('a submenu opens under the pointer', async () => {
  const done = await openWithMore()
  await userEvent.hover(await item('More'))
  await userEvent.click(await item('Duplicate'))
  expect(done.mock.calls).toEqual([['duplicate']])
})

test('on a phone the entries of a submenu open in the same sheet', async () => {
  const phone = Object.assign(window.matchMedia(''), { matches: true })
  const media = jest.spyOn(window, 'matchMedia').mockReturnValue(phone)
  const done = await openWithMore()
  const more = await item('More')
  expect(more).toHaveAttribute('aria-expanded', 'false')
  const revealed: unknown[] = []
  const scroll = jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    revealed.push(this.textContent)
  })
  await userEvent.click(more)
  expect(revealed).toContain('Duplicate')
  scroll.mockRestore()
  expect(more).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getAllByRole('menu')).toHaveLength(1)
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Open',
    'More',
    'Copy',
    'Duplicate',
    'Delete',
  ])
  await userEvent.click(await item('Copy'))
  expect(done.mock.calls).toEqual([['copy']])
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  media.mockRestore()
})

test('a menu that scrolls marks the ends where there are further entries', async () => {
  await openWithMore()
  const menu = screen.getByRole('menu')
  const scrollTo = (scrollTop: number) => {
    Object.defineProperties(menu, {
      clientHeight: { value: 200, configurable: true },
      scrollHeight: { value: 500, configurable: true },
    })
    menu.scrollTop = scrollTop
    act(() => void fireEvent.scroll(menu))
    return ['data-above', 'data-below'].filter((end) => menu.hasAttribute(end))
  }
  expect(['data-above', 'data-below'].filter((end) => menu.hasAttribute(end))).toEqual([])
  expect(scrollTo(0)).toEqual(['data-below'])
  expect(scrollTo(100)).toEqual(['data-above', 'data-below'])
  expect(scrollTo(300)).toEqual(['data-above'])
})
