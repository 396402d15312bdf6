import { BrowserRouter, useLocation, useNavigate } from '@holdall/section'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { renderIn } from '../testing/show-browser.tsx'
import { SheetMenu } from './sheet-menu.tsx'
import { useBackDismisses } from './use-back-dismisses.ts'

const { matchMedia } = window
const width = (isPhone: boolean) => {
  window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: isPhone && query.includes('640') })
}

function Page() {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  useBackDismisses(isOpen, () => {
    setOpen(false)
  })
  return (
    <>
      <p>{isOpen ? 'open' : 'closed'}</p>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Toggle
      </button>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <SheetMenu
        label="Sheet"
        trigger={<button type="button">Menu</button>}
        items={[{ kind: 'action', id: 'one', label: 'One', onSelect: () => {} }]}
      />
    </>
  )
}
const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name, hidden: true }))
}

test('on a phone Back closes what is open first', async () => {
  width(true)
  renderIn(<Page />)
  press('Toggle')
  expect(await screen.findByText('open')).toBeInTheDocument()
  press('Back')
  expect(await screen.findByText('closed')).toBeInTheDocument()
  // Closing in another way removes the history entry.
  press('Toggle')
  press('Toggle')
  press('Toggle')
  await screen.findByText('open')
  press('Back')
  expect(await screen.findByText('closed')).toBeInTheDocument()
})

test('on a phone Back closes an open menu', async () => {
  width(true)
  renderIn(<Page />)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Menu' }))
  expect(await screen.findByRole('menuitem', { name: 'One' })).toBeInTheDocument()
  press('Back')
  await waitFor(() => {
    expect(screen.queryByRole('menuitem')).not.toBeInTheDocument()
  })
})

test('on a wide screen Back closes nothing', async () => {
  width(false)
  renderIn(<Page />)
  press('Toggle')
  await screen.findByText('open')
  press('Back')
  expect(screen.getByText('open')).toBeInTheDocument()
})

function Layer({ name }: { readonly name: string }) {
  const [isOpen, setOpen] = useState(false)
  useBackDismisses(isOpen, () => {
    setOpen(false)
  })
  return (
    <>
      <p>{`${name} ${isOpen ? 'open' : 'closed'}`}</p>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {name}
      </button>
    </>
  )
}
function Entries() {
  const { state } = useLocation() as { state: { dismisses?: readonly string[] } | null }
  const navigate = useNavigate()
  return (
    <>
      <p>{`entries ${String(state?.dismisses?.length ?? 0)}`}</p>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    </>
  )
}
const showLayers = () => {
  width(true)
  window.history.replaceState(null, '')
  render(
    <BrowserRouter>
      <Entries />
      <Layer name="selection" />
      <Layer name="sheet" />
      <Layer name="popup" />
    </BrowserRouter>,
  )
}

const topEntry = () =>
  (window.history.state as { usr?: { dismisses?: readonly string[] } } | null)?.usr?.dismisses?.at(-1)

test('layers open above each other, and Back closes the topmost', async () => {
  showLayers()
  press('selection')
  await screen.findByText('entries 1')
  press('sheet')
  await screen.findByText('entries 2')
  expect(screen.getByText('selection open')).toBeInTheDocument()
  press('Back')
  expect(await screen.findByText('sheet closed')).toBeInTheDocument()
  expect(await screen.findByText('entries 1')).toBeInTheDocument()
  expect(screen.getByText('selection open')).toBeInTheDocument()
  press('Back')
  expect(await screen.findByText('selection closed')).toBeInTheDocument()
})

test('a layer that is closed below an open one loses its history entry when that one closes', async () => {
  showLayers()
  press('selection')
  await screen.findByText('entries 1')
  press('sheet')
  await screen.findByText('entries 2')
  press('selection')
  expect(screen.getByText('sheet open')).toBeInTheDocument()
  expect(screen.getByText('entries 2')).toBeInTheDocument()
  press('Back')
  expect(await screen.findByText('entries 0')).toBeInTheDocument()
  expect(screen.getByText('sheet closed')).toBeInTheDocument()
})

test('a popup that a sheet opens while it closes stays open', async () => {
  showLayers()
  press('selection')
  await screen.findByText('entries 1')
  press('sheet')
  await screen.findByText('entries 2')
  const entryOfSheet = topEntry()
  press('sheet')
  press('popup')
  await waitFor(() => {
    expect(topEntry()).not.toBe(entryOfSheet)
    expect(screen.getByText('entries 2')).toBeInTheDocument()
  })
  expect(screen.getByText('popup open')).toBeInTheDocument()
  expect(screen.getByText('selection open')).toBeInTheDocument()
  press('popup')
  expect(await screen.findByText('entries 1')).toBeInTheDocument()
  expect(screen.getByText('selection open')).toBeInTheDocument()
})

test('a history entry of something that is no longer open is skipped', async () => {
  width(true)
  window.history.replaceState(null, '')
  window.history.pushState({ idx: 1, key: 'left', usr: { dismisses: ['from-before-a-reload'] } }, '')
  render(
    <BrowserRouter>
      <Entries />
      <Layer name="sheet" />
    </BrowserRouter>,
  )
  expect(await screen.findByText('entries 0')).toBeInTheDocument()
  press('sheet')
  expect(await screen.findByText('entries 1')).toBeInTheDocument()
})
