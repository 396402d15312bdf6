import { Link, type UploadItem, useNavigate } from '@holdall/section'
import { idleUploads, renderSection } from '@holdall/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { createStore } from 'zustand'
import { testSection } from '../testing/test-section.tsx'
import { uploadItem } from '../testing/upload-item.ts'

function Controls() {
  const navigate = useNavigate()
  return (
    <>
      <Link to="/platform/files/7">Folder</Link>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    </>
  )
}

test('on a wide screen Back leaves the page, and the tray stays expanded', async () => {
  const store = createStore<readonly UploadItem[]>(() => [])
  const uploads = idleUploads({ get: store.getState, subscribe: store.subscribe })
  const { user, address } = await renderSection(testSection(), {
    path: '/platform/files',
    uploads,
    before: <Controls />,
  })
  await act(() => {
    store.setState([uploadItem('a', { step: 'waiting' })], true)
    return Promise.resolve()
  })
  await screen.findByText('a.mov')
  await user.click(screen.getByText('Folder'))
  await waitFor(() => {
    expect(address()).toBe('/platform/files/7')
  })
  await user.click(screen.getByText('Back'))
  await waitFor(() => {
    expect(address()).toBe('/platform/files')
  })
  expect(screen.getByText('a.mov')).toBeInTheDocument()
})
