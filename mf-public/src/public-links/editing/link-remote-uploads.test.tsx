import {
  publicCreateRemoteUpload,
  publicFolder,
  publicRemoteUploads,
  publicRemoveRemoteUpload,
  publicShare,
  type RemoteUpload,
} from '@holdall/api'
import { giveLayout } from '@holdall/file-browser/testing'
import { fetchOnce, type PopupInputs } from '@holdall/section'
import { fakeServer, makeEntry, makeId, makeListing, refuse, renderSection } from '@holdall/testing'
import { act, screen } from '@testing-library/react'
import section from '../../section.ts'
import { shareOf, token } from '../testing/public-link-fixture.ts'

giveLayout()
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

const url = 'https://files.example/a.zip'
const started = (): RemoteUpload => ({
  id: makeId(),
  type: 'remote-upload',
  attributes: {
    status: 'running',
    parent_id: null,
    folder_name: null,
    progress: { total: 1, processed: 0, failed: 0 },
    files: [
      {
        url,
        status: 'waiting',
        reason: null,
        http_status: null,
        name: null,
        filesize: null,
        received: 0,
        entry_id: null,
      },
    ],
    created_at: '2026-03-12T10:00:00.000Z',
    finished_at: null,
  },
})

async function open({ isAllowed = true, list = [] as RemoteUpload[] } = {}) {
  const state = { list }
  const server = fakeServer()
    .on(publicShare, shareOf({ permission: 'editor', can_upload_remote: isAllowed }))
    .on(publicFolder, makeListing([makeEntry({ name: 'plan.docx' })]))
    .on(publicRemoteUploads, () => ({ data: state.list }))
    .on(publicCreateRemoteUpload, () => ({ data: started() }))
    .on(publicRemoveRemoteUpload, {})
  const opened: PopupInputs['remote-upload'][] = []
  const view = await renderSection(section, { path: `/share/${token}/files`, server, session: 'anonymous' })
  await screen.findByText('plan.docx')
  view.host.overlay.open = (name, input) => {
    if (name === 'remote-upload') opened.push(input as PopupInputs['remote-upload'])
  }
  return { ...view, server, state, opened }
}

test('is offered where the link allows it only', async () => {
  const { user, server } = await open({ isAllowed: false })
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByRole('menuitem', { name: 'Upload files' })
  expect(screen.queryByRole('menuitem', { name: 'Upload from a link' })).not.toBeInTheDocument()
  expect(server.callsOf(publicRemoteUploads)).toEqual([])
})

test('its popup names the folder of the link, and its calls are those of the link', async () => {
  const { user, server, opened } = await open()
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Upload from a link' }))
  const [{ parentId, link }] = opened as [PopupInputs['remote-upload']]
  expect([parentId, link?.name]).toEqual([null, 'Press kit'])
  await act(() => link!.calls.start([url], null))
  expect(server.callsOf(publicCreateRemoteUpload)[0]).toMatchObject({
    params: { token },
    body: { urls: [url], parent_id: null },
  })
  server.on(publicCreateRemoteUpload, () => refuse('too-many-remote-uploads'))
  await act(() => link!.calls.start([url], null).catch(link!.report))
  expect(await screen.findByText(/Too many uploads from links are waiting/)).toBeInTheDocument()
  const id = makeId()
  await act(() => link!.calls.remove(id))
  expect(server.callsOf(publicRemoveRemoteUpload)[0]?.params).toEqual({ id, token })
})
