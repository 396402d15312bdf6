import { browseUploadRequests, emailUploadRequest, uploadRequestQrCode } from '@holdall/api'
import { makeId, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const token = 'token-of-a-request-1'

test('the link of a request is sent by mail and shown as a QR code later', async () => {
  const { server } = serverWith([])
  server.on(browseUploadRequests, {
    data: [],
    meta: { paginate: { currentPage: 1, lastPage: 1, perPage: 50, from: null, to: null, total: 0 } },
  })
  server.on(uploadRequestQrCode, { data: { id: makeId(), type: 'qr-code', attributes: { svg: '<svg/>' } } })
  server.on(emailUploadRequest, { message: 'The link will be sent.', count: 1 })
  const { user, host } = await renderSection(section, {
    path: '/platform/upload-requests',
    server,
    config: { emailVerification: true },
  })
  act(() => {
    host.overlay.open('send-file-request', { token, name: 'Lease', link: `/request/${token}/upload` })
  })
  const popup = within(await screen.findByRole('dialog', { name: 'Send the link of “Lease”' }))
  expect(popup.getByRole('textbox', { name: 'Link' })).toHaveAttribute('title', expect.stringContaining(token))
  await user.click(popup.getByRole('button', { name: 'QR code' }))
  expect(await popup.findByRole('img', { name: 'QR code of the link' })).toBeInTheDocument()
  expect(server.callsOf(uploadRequestQrCode)[0]?.params).toEqual({ token })
  await user.click(popup.getByRole('button', { name: 'E-mail' }))
  await user.type(popup.getByRole('textbox', { name: 'Send the link to' }), 'sam@example.com')
  await user.click(popup.getByRole('button', { name: 'Send' }))
  await waitFor(() => {
    expect(server.callsOf(emailUploadRequest)).toHaveLength(1)
  })
  expect(server.callsOf(emailUploadRequest)[0]).toMatchObject({
    params: { token },
    body: { emails: ['sam@example.com'] },
  })
})
