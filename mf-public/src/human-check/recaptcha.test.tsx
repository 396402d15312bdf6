import { RECAPTCHA_META, recoverPassword } from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { fakeServer, refuse, renderSection } from '@holdall/testing'
import { act, screen, waitFor } from '@testing-library/react'
import section from '../section.ts'
import { pageLoad } from './recaptcha-page.tsx'

const recaptcha = { isAllowed: true, isConfigured: true, clientId: 'site key', origin: 'https://recaptcha.example' }
const open = (path: string, server = fakeServer()) =>
  renderSection(section, { path, server, session: 'anonymous', config: { recaptcha, emailVerification: true } })
const script = () => document.querySelector<HTMLScriptElement>('script[src*="recaptcha"]')
const execute = jest.fn<Promise<string>, [string, { action: string }]>()
const again = jest.spyOn(pageLoad, 'again').mockReturnValue(undefined)

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))), 30_000)
beforeEach(() => {
  sessionStorage.clear()
  again.mockClear()
  execute.mockReset().mockResolvedValue('the-token')
  const meta = document.createElement('meta')
  meta.name = RECAPTCHA_META
  document.head.append(meta)
})
afterEach(() => document.querySelector(`meta[name="${RECAPTCHA_META}"]`)?.remove())

function load(): Promise<void> {
  Object.assign(window, { grecaptcha: { ready: (run: () => void) => run(), execute } })
  return act(async () => void script()!.dispatchEvent(new Event('load')))
}
const block = () => act(async () => void script()!.dispatchEvent(new Event('error')))

test('a document of another page is loaded again before the form is shown, once', async () => {
  document.querySelector(`meta[name="${RECAPTCHA_META}"]`)?.remove()
  const shown = await open('/sign-in')
  await shown.user.click(await screen.findByRole('link', { name: 'Create an account' }))
  await waitFor(() => expect(again).toHaveBeenCalledTimes(1))
  expect(screen.queryByLabelText('Full name')).not.toBeInTheDocument()
  expect(script()).toBeNull()
  await act(async () => shown.unmount())

  // The page load was of no use, as with a page that something else serves.
  await open('/sign-up')
  expect(await screen.findByLabelText('Full name')).toBeInTheDocument()
  expect(again).toHaveBeenCalledTimes(1)
  await block()
})

test('says that the script was not loaded, and loads it again with the form', async () => {
  const server = fakeServer().on(recoverPassword, { message: 'Done.' })
  const { user } = await open('/forgotten-password', server)
  await waitFor(() => expect(script()).not.toBeNull())
  await block()
  expect(await screen.findByText(/reCAPTCHA couldn’t be loaded. Allow it/)).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent(/reCAPTCHA couldn’t be loaded/)
  await user.type(await screen.findByLabelText('E-mail'), 'mara@example.com{Enter}')
  await waitFor(() => expect(script()).not.toBeNull())
  await block()
  expect(await screen.findByRole('alert')).toHaveTextContent(/reCAPTCHA couldn’t be loaded/)
  // Once, although both the field and the form have failed.
  expect(screen.getAllByText(/reCAPTCHA couldn’t be loaded/)).toHaveLength(1)
  expect(server.callsOf(recoverPassword)).toEqual([])
})

test('pages without these forms do not load it', async () => {
  await open('/sign-in')
  expect(await screen.findByLabelText('E-mail')).toBeInTheDocument()
  expect(script()).toBeNull()
})

test('a token for the form is sent with it, a refusal is explained, and the page that follows is loaded anew', async () => {
  const refusals = ['human-check-failed', 'human-check-unavailable'] as const
  let attempt = 0
  const server = fakeServer().on(recoverPassword, () => {
    const code = refusals[attempt++]
    return code ? refuse(code) : { message: 'Done.' }
  })
  const { user, address } = await open('/forgotten-password', server)
  await waitFor(() => expect(script()?.src).toBe('https://recaptcha.example/recaptcha/api.js?render=site%20key'))
  await load()
  expect(screen.getByText(/Protected by reCAPTCHA/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
    'href',
    'https://policies.google.com/privacy',
  )

  execute.mockRejectedValueOnce(null)
  await user.type(await screen.findByLabelText('E-mail'), 'mara@example.com{Enter}')
  expect(await screen.findByText(/reCAPTCHA couldn’t be loaded/)).toBeInTheDocument()
  const submit = () => user.click(screen.getByRole('button', { name: 'Send link' }))
  await submit()
  expect(await screen.findByText(/Couldn’t confirm that you are not a robot/)).toBeInTheDocument()
  await submit()
  expect(await screen.findByText(/isn’t available right now/)).toBeInTheDocument()
  expect(again).not.toHaveBeenCalled()
  await submit()
  await waitFor(() => expect(address()).toBe('/successfully-send'))
  const email = 'mara@example.com'
  expect(server.callsOf(recoverPassword).map(({ body }) => body)).toEqual(
    Array.from({ length: 3 }, () => ({ email, reCaptcha: 'the-token' })),
  )
  expect(execute).toHaveBeenLastCalledWith('site key', { action: 'password_recovery' })
  await waitFor(() => expect(again).toHaveBeenCalledTimes(1))
})
