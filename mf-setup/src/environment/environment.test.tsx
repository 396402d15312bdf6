import {
  setupEnvironment,
  setupStatus,
  storageTestSteps,
  testSetupBroadcast,
  testSetupMail,
  testSetupStorage,
} from '@holdall/api'
import { type FakeServer, refuse } from '@holdall/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { serverAt, showStep, statusAnswer, stepsBefore } from '../testing/fake-setup.tsx'
import { websocketTest } from './environment-queries.ts'

const { sendAfterMs, failAfterMs } = websocketTest
beforeEach(() => {
  sessionStorage.clear()
  Object.assign(websocketTest, { sendAfterMs: 1, failAfterMs })
})
afterAll(() => {
  Object.assign(websocketTest, { sendAfterMs, failAfterMs })
})

const part = (name: string) => within(screen.getByRole('region', { name }))

/** Adds what finishes the step once it is saved. */
function saving(server: FakeServer): FakeServer {
  let isSaved = false
  return server
    .on(setupStatus, () => {
      const next = isSaved ? 'app-setup' : 'environment'
      return statusAnswer({ next, finished: stepsBefore(next) })
    })
    .on(setupEnvironment, () => {
      isSaved = true
      return {}
    })
}

const fill = (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

async function chooseS3({ user }: Awaited<ReturnType<typeof showStep>>) {
  await user.click(await screen.findByRole('radio', { name: 'S3 storage' }))
  fill('Bucket', 'files')
  fill('Access key ID', 'AKIA')
  fill('Secret access key', 'tell nobody')
}

test('the websocket test waits for 1.5 s and fails after 10 s', () => {
  expect([sendAfterMs, failAfterMs]).toEqual([1500, 10_000])
})

test('the defaults need no other server, and one click continues', async () => {
  const server = saving(serverAt('environment'))
  const { user, address } = await showStep('environment', server)
  expect(await screen.findByRole('radio', { name: 'This machine Recommended' })).toBeChecked()
  expect(screen.getByText('/srv/holdall/mails')).toBeInTheDocument()
  expect(screen.getByText(/No e-mails are sent/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(address()).toBe('/setup-wizard/app-setup'))
  expect(server.callsOf(setupEnvironment)).toMatchObject([
    {
      body: {
        storage: { driver: 'local' },
        mail: { driver: 'none' },
        broadcast: { driver: 'native' },
        public_url: window.location.origin,
      },
    },
  ])
})

test('the endpoint follows from provider and region, and can be entered where there is none', async () => {
  const shown = await showStep('environment', serverAt('environment'))
  await chooseS3(shown)
  expect(screen.getByLabelText('Endpoint')).toHaveValue('https://s3.us-east-1.amazonaws.com')
  expect(screen.getByLabelText('Endpoint')).toHaveAttribute('readonly')
  await shown.user.click(screen.getByRole('combobox', { name: 'Region' }))
  expect(await screen.findAllByRole('option')).toHaveLength(22)
  await shown.user.click(screen.getByRole('option', { name: 'eu-central-1' }))
  expect(screen.getByLabelText('Endpoint')).toHaveValue('https://s3.eu-central-1.amazonaws.com')
  await shown.user.click(screen.getByRole('combobox', { name: 'Provider' }))
  await shown.user.click(await screen.findByRole('option', { name: 'Other S3 storage' }))
  expect(await screen.findByRole('checkbox', { name: /Use path-style addresses/ })).toBeChecked()
  expect(screen.getByLabelText('Endpoint')).not.toHaveAttribute('readonly')
})

test('the test of the storage shows its parts one by one', async () => {
  const server = serverAt('environment').on(testSetupStorage, {
    data: {
      id: 'setup',
      type: 'setup-storage',
      attributes: {
        ok: false,
        steps: storageTestSteps.map((id, index) => ({
          id,
          state: (['passed', 'passed', 'passed', 'failed', 'not_run'] as const)[index]!,
          message: id === 'multipart' ? 'The key may not write in parts.' : null,
          detail: id === 'multipart' ? 'AccessDenied' : null,
        })),
      },
    },
  })
  const shown = await showStep('environment', server)
  await chooseS3(shown)
  await shown.user.click(screen.getByRole('button', { name: 'Test storage' }))
  const list = await screen.findByRole('list', { name: 'Storage test' })
  await waitFor(() => expect(list).toHaveTextContent('Write passed'))
  expect(list).toHaveTextContent('Write in several parts failedThe key may not write in parts. AccessDenied')
  expect(list).toHaveTextContent('Delete not run')
  expect(server.callsOf(testSetupStorage)).toMatchObject([
    {
      body: {
        storage: { provider: 's3', region: 'us-east-1', endpoint: null, bucket: 'files', secret: 'tell nobody' },
      },
    },
  ])
})

test('fields that are empty are refused beside them, without a call', async () => {
  const server = serverAt('environment')
  const { user } = await showStep('environment', server)
  await user.click(await screen.findByRole('radio', { name: 'SMTP server' }))
  await user.clear(screen.getByLabelText('Public address'))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findAllByText('Fill in this field')).toHaveLength(2)
  expect(screen.getByLabelText('SMTP host')).toHaveAttribute('aria-invalid', 'true')
  expect(server.callsOf(setupEnvironment)).toEqual([])
})

test('the port follows the encryption of mails until another one is entered', async () => {
  const { user } = await showStep('environment', serverAt('environment'))
  await user.click(await screen.findByRole('radio', { name: 'SMTP server' }))
  await user.click(screen.getByRole('combobox', { name: 'Mail encryption' }))
  await user.click(await screen.findByRole('option', { name: /^TLS/ }))
  await waitFor(() => expect(screen.getByLabelText('SMTP port')).toHaveValue('465'))
  await user.clear(screen.getByLabelText('SMTP port'))
  await user.type(screen.getByLabelText('SMTP port'), '2525')
  await user.click(screen.getByRole('combobox', { name: 'Mail encryption' }))
  await user.click(await screen.findByRole('option', { name: /^STARTTLS/ }))
  expect(screen.getByRole('combobox', { name: 'Mail encryption' })).toHaveTextContent('STARTTLS')
  expect(screen.getByLabelText('SMTP port')).toHaveValue('2525')
})

test('sends a test mail with what is entered, and shows what the mail server says', async () => {
  let accepts = false
  const server = serverAt('environment').on(testSetupMail, () =>
    accepts
      ? {}
      : refuse('mail-unusable', {
          message: 'The mail server refused the password.',
          errors: { detail: ['535 5.7.8'] },
        }),
  )
  const { user } = await showStep('environment', server)
  await user.click(await screen.findByRole('radio', { name: 'SMTP server' }))
  fill('SMTP host', 'smtp.example.com')
  fill('Send a test mail to', 'ada')
  await user.click(screen.getByRole('button', { name: 'Send a test mail' }))
  expect(await screen.findByText(/Enter an e-mail address/)).toBeInTheDocument()
  await user.type(screen.getByLabelText('Send a test mail to'), '@example.com')
  // Enter sends the mail: the browser must not submit the form around the field.
  expect(fireEvent.keyDown(screen.getByLabelText('Send a test mail to'), { key: 'Enter' })).toBe(false)
  expect(await part('Mail').findByRole('alert')).toHaveTextContent('The mail server refused the password.')
  expect(screen.getByText('535 5.7.8')).toBeInTheDocument()
  accepts = true
  await user.click(screen.getByRole('button', { name: 'Send a test mail' }))
  expect(await screen.findByText(/The server accepted an e-mail to/)).toBeInTheDocument()
  expect(server.callsOf(testSetupMail).at(-1)).toMatchObject({
    body: { to: 'ada@example.com', mail: { port: 587, password: '' } },
  })
})

test('scrolls to what refused the step, from the button at its end', async () => {
  const scrolled: string[] = []
  jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.textContent)
  })
  let isAllowed = false
  const server = serverAt('environment').on(setupEnvironment, () =>
    isAllowed
      ? refuse('mail-unusable', { message: 'The mail server does not answer.' })
      : refuse('private-address', { errors: { 'mail.allow_private': ['Is it yours?'] } }),
  )
  const { user } = await showStep('environment', server)
  await user.click(await screen.findByRole('radio', { name: 'SMTP server' }))
  fill('SMTP host', 'mail.lan')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(scrolled).toEqual([expect.stringMatching(/isn’t public/)]))
  isAllowed = true
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(scrolled.at(-1)).toMatch(/does not answer/))
  // Each attempt shows it again.
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(scrolled).toHaveLength(3))
})

async function choosePusher({ user }: Awaited<ReturnType<typeof showStep>>) {
  await user.click(await screen.findByRole('radio', { name: 'Pusher-compatible server' }))
  fill('API host', 'soketi.example.com')
  fill('App ID', 'app')
  fill('App key', 'key')
  fill('App secret', 'secret')
}

test('the websocket test reports success', async () => {
  const server = serverAt('environment').on(testSetupBroadcast, {})
  const shown = await showStep('environment', server)
  await choosePusher(shown)
  await shown.user.click(screen.getByRole('button', { name: 'Test live updates' }))
  expect(await screen.findByText('Your websocket connection was successfully established')).toBeInTheDocument()
})

test('a saved Pusher-compatible server is shown and sent as it was, without its secret', async () => {
  const broadcast = {
    driver: 'pusher',
    host: 'soketi.example.com',
    port: 6001,
    tls: false,
    app_id: 'app',
    key: 'key',
    has_secret: true,
    socket_host: '',
    socket_port: null,
    socket_tls: true,
  } as const
  const server = saving(serverAt('environment', { broadcast }))
  const { user } = await showStep('environment', server)
  expect(await screen.findByLabelText('API port')).toHaveValue('6001')
  expect(screen.getByLabelText('WebSocket port')).toHaveValue('')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(server.callsOf(setupEnvironment)).toHaveLength(1))
  const { has_secret: _, ...sent } = broadcast
  expect(server.callsOf(setupEnvironment)[0]?.body.broadcast).toEqual({ ...sent, secret: null })
})

test('the websocket test fails when nothing arrives in time', async () => {
  Object.assign(websocketTest, { failAfterMs: 30 })
  const server = serverAt('environment').on(testSetupBroadcast, () => new Promise<never>(() => {}))
  const shown = await showStep('environment', server)
  await choosePusher(shown)
  await shown.user.click(screen.getByRole('button', { name: 'Test live updates' }))
  expect(await screen.findByText("Your websocket connection wasn't established")).toBeInTheDocument()
  expect(screen.queryByText(/Testing the websocket connection/)).toBeNull()
})

test('an error of saving is shown in its part, until another choice', async () => {
  const server = serverAt('environment')
  const { user } = await showStep('environment', server)
  const save = await screen.findByRole('button', { name: 'Continue' })
  for (const [code, title, chosen, other] of [
    ['storage-unusable', 'Storage', 'This machine Recommended', 'S3 storage'],
    ['mail-unusable', 'Mail', 'No mail server', 'SMTP server'],
    ['broadcast-unusable', 'Live updates', 'Built in Recommended', 'Pusher-compatible server'],
  ] as const) {
    server.on(setupEnvironment, () => refuse(code, { message: 'It does not answer.' }))
    await user.click(save)
    await screen.findByText('It does not answer.')
    expect(part(title).getByRole('alert')).toHaveTextContent('It does not answer.')
    await user.click(part(title).getByRole('radio', { name: other }))
    expect(screen.queryByText('It does not answer.')).not.toBeInTheDocument()
    await user.click(part(title).getByRole('radio', { name: chosen }))
  }
})

test('what the environment decides is shown with its variable and sent as it is', async () => {
  const server = saving(
    serverAt('environment', {
      mail: {
        driver: 'smtp',
        host: 'smtp.example.com',
        port: 465,
        encryption: 'tls',
        user: '',
        from: 'files@example.com',
        has_password: true,
      },
      public_url: 'https://files.example.com',
      locked: [
        { name: 'mail', by: 'HOLDALL_SMTP_URL' },
        { name: 'public_url', by: 'HOLDALL_PUBLIC_URL' },
      ],
    }),
  )
  const { user } = await showStep('environment', server)
  expect(await screen.findByText('HOLDALL_SMTP_URL')).toBeInTheDocument()
  expect(screen.getByText('HOLDALL_PUBLIC_URL')).toBeInTheDocument()
  expect(screen.getByLabelText('Public address')).toHaveAttribute('readonly')
  expect(screen.getByRole('radio', { name: 'No mail server' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(server.callsOf(setupEnvironment)).toHaveLength(1))
  expect(server.callsOf(setupEnvironment)).toMatchObject([
    {
      body: {
        mail: { driver: 'smtp', host: 'smtp.example.com', password: null },
        public_url: 'https://files.example.com',
      },
    },
  ])
})

test('secrets are not kept in the browser, the rest is there after a reload', async () => {
  const first = await showStep('environment', serverAt('environment'))
  await chooseS3(first)
  expect(JSON.stringify(sessionStorage)).not.toContain('tell nobody')
  first.unmount()
  await showStep('environment', serverAt('environment'))
  expect(await screen.findByLabelText('Bucket')).toHaveValue('files')
  expect(screen.getByLabelText('Secret access key')).toHaveValue('')
})
