import { Route, Routes, useNavigate, useParams } from '@holdall/section'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { FileBrowser } from '../file-browser.tsx'
import { entryAt, fakeSource } from '../testing/fake-source.ts'
import { giveLayout } from '../testing/layout.ts'
import { activeName, keyboardFocus } from '../testing/read-rows.ts'
import { renderIn } from '../testing/show-browser.tsx'

giveLayout()

test('a folder that was opened by keyboard has the focus once it is loaded', async () => {
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

test('Back restores scroll, cursor and focus of a list', async () => {
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
  // Like the button of the browser, this click does not move the focus.
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => {
    expect(pane()?.scrollTop).toBe(scrollTop)
  })
  expect(activeName()).toBe(name)
  expect(screen.getByRole('grid')).toHaveFocus()
})
