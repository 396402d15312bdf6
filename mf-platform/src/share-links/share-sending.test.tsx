import { createShare, emailShare, shareQrCode } from '@holdall/api'
import { makeEntry, makeId, refuse } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import { share, sharedFile } from '../testing/platform-fixture.ts'
import { openSharePopup } from '../testing/share-popup-fixture.ts'

const open = (entry: Parameters<typeof openSharePopup>[0], emailVerification = true) =>
  openSharePopup(entry, { emailVerification })

describe('QR code', () => {
  test('is shown, hidden again, and saved as SVG', async () => {
    const saved: string[] = []
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download, this.href)
    })
    const { user, server } = await open(sharedFile('plan.docx'))
    await user.click(screen.getByRole('button', { name: 'QR code' }))
    expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeInTheDocument()
    expect(server.callsOf(shareQrCode)[0]).toMatchObject({ params: { token: 'token-of-a-link-1' } })
    await user.click(screen.getByRole('button', { name: 'Save as SVG' }))
    expect(saved).toEqual(['plan.docx – QR code.svg', expect.stringMatching(/^data:image\/svg\+xml,%3Csvg/)])
    click.mockRestore()
    await user.click(screen.getByRole('button', { name: 'QR code', pressed: true }))
    expect(screen.queryByRole('img', { name: 'QR code of the link' })).not.toBeInTheDocument()
  })

  test('that fails to load can be tried again', async () => {
    const { user, server } = await open(sharedFile('plan.docx'))
    server.on(shareQrCode, () => refuse('internal'))
    await user.click(screen.getByRole('button', { name: 'QR code' }))
    expect(await screen.findByText('Couldn’t load the QR code')).toBeInTheDocument()
    server.on(shareQrCode, { data: { id: makeId(), type: 'qr-code', attributes: { svg: '<svg/>' } } })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeInTheDocument()
  })

  test('is not offered before there is a link', async () => {
    await open(makeEntry({ name: 'plan.docx' }))
    expect(screen.queryByRole('button', { name: 'QR code' })).not.toBeInTheDocument()
  })
})

test('a link that has expired is neither sent nor shown as a QR code', async () => {
  await open(sharedFile('old.docx', { expire_in: 24, expires_at: '2026-03-13T10:00:00.000Z' }))
  expect(screen.queryByRole('button', { name: 'QR code' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'E-mail' })).not.toBeInTheDocument()
})

describe('e-mail', () => {
  const field = () => screen.getByRole('textbox', { name: 'Send the link to' })

  test('an existing link is sent to several addresses, however they are separated', async () => {
    const { user, server } = await open(sharedFile('plan.docx'))
    await user.click(screen.getByRole('button', { name: 'E-mail' }))
    expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true')
    await user.type(field(), 'One@example.com,two@example.com three@example.com{Enter}one@example.com;')
    await user.click(screen.getByRole('button', { name: 'Remove two@example.com' }))
    await user.click(field())
    await user.paste('four@example.com; five@example.com')
    await user.type(field(), '{Backspace}six@example.com')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Link sent to 4 people')).toBeInTheDocument()
    expect(server.callsOf(emailShare)).toMatchObject([
      {
        params: { token: 'token-of-a-link-1' },
        body: { emails: ['one@example.com', 'three@example.com', 'four@example.com', 'six@example.com'] },
      },
    ])
    expect(screen.queryByRole('textbox', { name: 'Send the link to' })).not.toBeInTheDocument()
  })

  test('what is no address stays in the field with a message, and nothing is sent', async () => {
    const { user, server } = await open(sharedFile('plan.docx'))
    await user.click(screen.getByRole('button', { name: 'E-mail' }))
    await user.type(field(), 'ann{Enter}')
    expect(await screen.findByText(/ann.* isn’t a valid e-mail address/)).toBeInTheDocument()
    expect(field()).toHaveValue('ann')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(server.callsOf(emailShare)).toEqual([])
  })

  test('more than 20 addresses are not taken', async () => {
    const { user } = await open(sharedFile('plan.docx'))
    await user.click(screen.getByRole('button', { name: 'E-mail' }))
    await user.click(field())
    await user.paste(Array.from({ length: 21 }, (_, n) => `p${String(n)}@example.com`).join(', '))
    expect(await screen.findByText('Send to at most 20 addresses at a time')).toBeInTheDocument()
  })

  test('too many mails are reported, and the addresses stay', async () => {
    const { user, server } = await open(sharedFile('plan.docx'))
    server.on(emailShare, () => refuse('throttled'))
    await user.click(screen.getByRole('button', { name: 'E-mail' }))
    await user.type(field(), 'one@example.com')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('You’ve sent too many links. Try again later.')).toBeInTheDocument()
    expect(screen.getByText('one@example.com')).toBeInTheDocument()
  })

  test('a new link is sent when it is created', async () => {
    const file = makeEntry({ name: 'plan.docx' })
    const { user, server } = await open(file)
    server.on(createShare, { data: share(file.id) })
    await user.type(screen.getByRole('textbox', { name: 'Send to e-mail (optional)' }), 'one@example.com')
    await user.click(screen.getByRole('button', { name: 'Create link' }))
    expect(await screen.findByText('Link sent to 1 person')).toBeInTheDocument()
    expect(server.callsOf(createShare)[0]?.body).toMatchObject({ emails: ['one@example.com'] })
  })

  test('an invalid address keeps a link from being created', async () => {
    const { user, server } = await open(makeEntry({ name: 'plan.docx' }))
    await user.type(screen.getByRole('textbox', { name: 'Send to e-mail (optional)' }), 'nobody')
    await user.click(screen.getByRole('button', { name: 'Create link' }))
    expect(await screen.findByText(/nobody.* isn’t a valid e-mail address/)).toBeInTheDocument()
    expect(server.callsOf(createShare)).toEqual([])
  })

  test('is not offered where no mail can be sent', async () => {
    await open(sharedFile('plan.docx'), false)
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'QR code' })).toBeInTheDocument()
    })
    expect(screen.queryByRole('button', { name: 'E-mail' })).not.toBeInTheDocument()
  })
})
