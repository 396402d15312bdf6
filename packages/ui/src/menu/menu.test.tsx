import { useState } from 'react'
import { render, screen, waitFor } from '@testing-library/react'
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
