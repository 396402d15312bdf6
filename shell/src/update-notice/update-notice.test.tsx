import type { UploadItem } from '@holdall/section'
import { idleUploads, renderSection } from '@holdall/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { createStore } from 'zustand'
import { testSection } from '../testing/test-section.tsx'

const uploading: UploadItem = {
  id: '1',
  kind: 'file',
  name: 'a.bin',
  size: 10,
  folderId: null,
  folderName: null,
  path: '',
  state: { step: 'uploading', sent: 1, bytesPerSecond: null },
}

test('says that Holdall was updated once uploads are done, and reloads only on request', async () => {
  const items = createStore<readonly UploadItem[]>(() => [])
  const uploads = idleUploads({ get: items.getState, subscribe: (listener) => items.subscribe(listener) })
  const { host, user } = await renderSection(testSection(), { path: '/platform/files', uploads })
  const reload = jest.spyOn(host, 'reload').mockImplementation(() => {})
  const show = (item: UploadItem) =>
    act(async () => {
      items.setState([item], true)
      await Promise.resolve()
    })
  await show(uploading)
  Object.assign(host.boot.sections.shell, { build: 'another' })
  await act(() => host.sections.refresh())
  expect(host.sections.catalogue.get().isOutdated).toBe(true)
  expect(screen.queryByText('Holdall was updated.')).not.toBeInTheDocument()
  await show({ ...uploading, state: { step: 'done', entryId: '7', savedAs: null } })
  expect(await screen.findByText('Holdall was updated.')).toBeInTheDocument()
  expect(reload).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  await waitFor(() => {
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
