import {
  confirmTwoFactor,
  createRecoveryCodes,
  currentUser,
  disableTwoFactor,
  enrolTwoFactor,
  recoveryCodes,
  twoFactorQrCode,
  userSessions,
} from '@holdall/api'
import { makeId, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const codes = ['7f3k-0vxz-m2dq-9pta', 'a3b4-c5d6-e7f8-g9h0']

async function open(isOn = false) {
  const { server } = serverWith([])
  const id = makeId()
  let account = makeUser({ id, two_factor_confirmed_at: isOn ? '2026-01-12T10:00:00.000Z' : null })
  const set = (since: string | null) => {
    account = makeUser({ id, two_factor_confirmed_at: since })
  }
  const presented = (shown: string[] | null, left: number) => ({
    data: { id, type: 'recovery-codes' as const, attributes: { codes: shown, left } },
  })
  server.on(userSessions, { data: [] }).on(currentUser, () => ({ data: account }))
  server.on(enrolTwoFactor, {}).on(twoFactorQrCode, {
    data: { id, type: 'two-factor-qr-code', attributes: { svg: '<svg/>', secret: 'JBSWY3DPEHPK3PXP' } },
  })
  server.on(recoveryCodes, presented(null, 2))
  server.on(confirmTwoFactor, ({ body }) => {
    if (body.code !== '123456') return refuse('validation', { errors: { code: ['Wrong.'] } })
    set(new Date().toISOString())
    return presented(codes, 2)
  })
  server.on(createRecoveryCodes, ({ body }) =>
    body.code === '123456' ? presented(codes, 2) : refuse('validation', { errors: { code: ['Wrong.'] } }),
  )
  server.on(disableTwoFactor, () => {
    set(null)
    return {}
  })
  const shown = await renderSection(section, { path: '/user/settings/password', server, session: account })
  await screen.findByRole('heading', { name: 'Two-factor authentication' })
  return { ...shown, server }
}

test('it is turned on by a code of the app, and the recovery codes are shown until they are saved', async () => {
  const { user, server } = await open()
  await user.click(screen.getByRole('button', { name: 'Set up' }))
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeInTheDocument()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeInTheDocument()
  const field = screen.getByLabelText('Code that the app shows')
  await user.type(field, '000000{Enter}')
  expect(await screen.findByText('This code isn’t right or was already used.')).toBeInTheDocument()
  await user.clear(field)
  await user.type(field, '123456{Enter}')
  for (const code of codes) expect(await screen.findByText(code)).toBeInTheDocument()
  // The session was replaced: what was loaded with the one before is loaded again.
  await waitFor(() => {
    expect(server.callsOf(userSessions)).toHaveLength(2)
  })
  await user.click(screen.getByRole('button', { name: 'I saved them' }))
  expect(await screen.findByText(/On since/)).toHaveTextContent(/On since \w+ \d+, \d{4}\./)
  expect(screen.queryByText(codes[0]!)).not.toBeInTheDocument()
})

test('the focus follows the steps', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Set up' }))
  await waitFor(() => expect(screen.getByLabelText('Code that the app shows')).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'Set up' })).toHaveFocus()
  await user.keyboard('{Enter}')
  await user.type(await screen.findByLabelText('Code that the app shows'), '123456{Enter}')
  // Read by screen readers, and the next Tab leads to the first button below.
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/Save these recovery codes/))
  await user.click(screen.getByRole('button', { name: 'I saved them' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create new recovery codes' })).toHaveFocus())
})

test('recovery codes are copied, also without a secure context, and downloaded as a text file', async () => {
  const { user } = await open(true)
  const copied: string[] = []
  document.execCommand = () => {
    copied.push((document.activeElement as HTMLTextAreaElement).value)
    return true
  }
  await user.click(await screen.findByRole('button', { name: 'Create new recovery codes' }))
  await user.type(screen.getByLabelText('Code from the app, or a recovery code'), '123 456{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Copy' }))
  expect(copied).toEqual([`${codes.join('\n')}\n`])
  const saved: { address: string; name: string }[] = []
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ address: decodeURIComponent(this.href), name: this.download })
  })
  await user.click(screen.getByRole('button', { name: 'Download' }))
  click.mockRestore()
  expect(saved).toEqual([
    { address: expect.stringContaining(codes.join('\n')) as string, name: 'Holdall recovery codes.txt' },
  ])
  expect(saved).toMatchObject([
    { address: expect.stringContaining('Recovery codes of mara@example.com for Holdall.') as string },
  ])
})

test('what is left of the recovery codes is shown', async () => {
  await open(true)
  expect(await screen.findByText(/2 of 10 recovery codes are left/)).toBeInTheDocument()
})

test('it is turned off by a recovery code', async () => {
  const { user, server } = await open(true)
  await user.click(await screen.findByRole('button', { name: 'Turn off' }))
  await user.type(screen.getByLabelText('Code from the app, or a recovery code'), `${codes[0]!}{Enter}`)
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeInTheDocument()
  expect(server.callsOf(disableTwoFactor).map(({ body }) => body)).toEqual([{ recovery_code: codes[0] }])
})

test('a code is sent once, also where the form is sent again before the answer', async () => {
  const { user, server } = await open(true)
  server.on(disableTwoFactor, () => new Promise<never>(() => {}))
  await user.click(await screen.findByRole('button', { name: 'Turn off' }))
  const field = screen.getByLabelText('Code from the app, or a recovery code')
  await user.type(field, '123456{Enter}')
  await waitFor(() => {
    expect(server.callsOf(disableTwoFactor)).toHaveLength(1)
  })
  await act(async () => {
    fireEvent.submit(field.closest('form')!)
  })
  expect(server.callsOf(disableTwoFactor)).toHaveLength(1)
})

test.each([
  [true, 'Turn off'],
  [true, 'Create new recovery codes'],
  [false, 'Set up'],
])('leaving a form returns the focus to the button that opened it (on: %s, %s)', async (isOn, name) => {
  const { user } = await open(isOn)
  await user.click(await screen.findByRole('button', { name }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name })).toHaveFocus()
})

test('where it was turned on elsewhere in the meantime, that is shown', async () => {
  const { user, server } = await open()
  server.on(enrolTwoFactor, () => refuse('conflict'))
  server.on(currentUser, { data: makeUser({ two_factor_confirmed_at: '2026-03-12T10:00:00.000Z' }) })
  await user.click(screen.getByRole('button', { name: 'Set up' }))
  await waitFor(() => {
    expect(screen.getByText(/On since/)).toBeInTheDocument()
  })
})
