import { useNavigate } from '@holdall/section'
import { configure, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { renderIn } from '../testing/show-browser.tsx'
import { SheetMenu } from './sheet-menu.tsx'
import { useBackDismisses } from './use-back-dismisses.ts'

configure({ asyncUtilTimeout: 8000 })

const width = (isPhone: boolean) => {
  window.matchMedia = (query: string) =>
    ({
      matches: isPhone && query.includes('640'),
      media: query,
      addEventListener() {},
      removeEventListener() {},
    }) as unknown as MediaQueryList
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
  // Closed another way, there is nothing left for Back to close.
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

test('elsewhere Back is the browser’s alone', async () => {
  width(false)
  renderIn(<Page />)
  press('Toggle')
  await screen.findByText('open')
  press('Back')
  expect(screen.getByText('open')).toBeInTheDocument()
})
