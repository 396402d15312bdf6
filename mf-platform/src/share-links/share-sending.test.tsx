import { createShare, emailShare, shareQrCode } from '@holdall/api'
import { makeEntry, makeId, refuse } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import { share, sharedFile } from '../testing/platform-fixture.ts'
import { openSharePopup } from '../testing/share-popup-fixture.ts'

const open = (entry: Parameters<typeof openSharePopup>[0], emailVerification = true) =>
  openSharePopup(entry, { emailVerification })

describe('QR code', () => {
  test('is shown once it loads, hidden again, and saved as SVG', async () => {
    const saved: string[] = []
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download, this.href)
    })
    const { user, server } = await open(sharedFile('plan.docx'))
    server.on(shareQrCode, () => refuse('internal'))
    await user.click(screen.getByRole('button', { name: 'QR code' }))
    expect(await screen.findByText('Couldn’t load the QR code')).toBeInTheDocument()
    server.on(shareQrCode, { data: { id: makeId(), type: 'qr-code', attributes: { svg: '<svg/>' } } })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeInTheDocument()
    expect(server.callsOf(shareQrCode)[0]).toMatchObject({ params: { token: 'token-of-a-link-1' } })
    await user.click(screen.getByRole('button', { name: 'Save as SVG' }))
    expect(saved).toEqual(['plan.docx – QR code.svg', expect.stringMatching(/^data:image\/svg\+xml,%3Csvg/)])
    click.mockRestore()
    await user.click(screen.getByRole('button', { name: 'QR code', pressed: true }))
    expect(screen.queryByRole('img', { name: 'QR code of the link' })).not.toBeInTheDocument()
  })
})

test('a link that has expired is neither sent nor shown as a QR code', async () => {
  await open(sharedFile('old.docx', { expire_in: 24, expires_at: '2026-03-13T10:00:00.000Z' }))
  expect(screen.queryByRole('button', { name: 'QR code' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'E-mail' })).not.toBeInTheDocument()
})

describe('e-mail', () => {
  const field = () => screen.getByRole('textbox', { name: 'Send the link to' })

  test('an existing link is sent to several addresses, however they are separated, which stay while it is refused', async () => {
    const emails = ['one@example.com', 'three@example.com', 'four@example.com', 'six@example.com']
    const { user, server } = await open(sharedFile('plan.docx'))
    await user.click(screen.getByRole('button', { name: 'E-mail' }))
    expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true')
    await user.type(field(), 'One@example.com,two@example.com three@example.com{Enter}one@example.com;')
    await user.click(screen.getByRole('button', { name: 'Remove two@example.com' }))
    await user.click(field())
    await user.paste('four@example.com; five@example.com')
    await user.type(field(), '{Backspace}six@example.com')
    server.on(emailShare, () => refuse('throttled'))
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('You’ve sent too many links. Try again later.')).toBeInTheDocument()
    for (const email of emails) expect(screen.getByText(email)).toBeInTheDocument()
    server.on(emailShare, ({ body }) => ({ message: 'Sent.', count: body.emails.length }))
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Link sent to 4 people')).toBeInTheDocument()
    const sent = { params: { token: 'token-of-a-link-1' }, body: { emails } }
    expect(server.callsOf(emailShare)).toMatchObject([sent, sent])
    expect(screen.queryByRole('textbox', { name: 'Send the link to' })).not.toBeInTheDocument()
  })

  test('what is no address stays in the field with a message, and nothing is sent; more than 20 are not taken', async () => {
    const { user, server } = await open(sharedFile('plan.docx'))
    await user.click(screen.getByRole('button', { name: 'E-mail' }))
    await user.type(field(), 'ann{Enter}')
    expect(await screen.findByText(/ann.* isn’t a valid e-mail address/)).toBeInTheDocument()
    expect(field()).toHaveValue('ann')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(server.callsOf(emailShare)).toEqual([])
    await user.clear(field())
    await user.paste(Array.from({ length: 21 }, (_, n) => `p${String(n)}@example.com`).join(', '))
    expect(await screen.findByText('Send to at most 20 addresses at a time')).toBeInTheDocument()
  })

  test('a new link is sent when it is created, once the addresses are valid; until then it has no QR code', async () => {
    const file = makeEntry({ name: 'plan.docx' })
    const { user, server } = await open(file)
    expect(screen.queryByRole('button', { name: 'QR code' })).not.toBeInTheDocument()
    server.on(createShare, { data: share(file.id) })
    const emails = screen.getByRole('textbox', { name: 'Send to e-mail (optional)' })
    await user.type(emails, 'nobody')
    await user.click(screen.getByRole('button', { name: 'Create link' }))
    expect(await screen.findByText(/nobody.* isn’t a valid e-mail address/)).toBeInTheDocument()
    expect(server.callsOf(createShare)).toEqual([])
    await user.type(emails, '@example.com')
    await user.click(screen.getByRole('button', { name: 'Create link' }))
    expect(await screen.findByText('Link sent to 1 person')).toBeInTheDocument()
    expect(server.callsOf(createShare)[0]?.body).toMatchObject({ emails: ['nobody@example.com'] })
  })

  test('is not offered where no mail can be sent', async () => {
    await open(sharedFile('plan.docx'), false)
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'QR code' })).toBeInTheDocument()
    })
    expect(screen.queryByRole('button', { name: 'E-mail' })).not.toBeInTheDocument()
  })
})
