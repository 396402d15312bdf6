import { randomUUID } from 'node:crypto'
import { authenticatorApp } from '../../server/src/testing/authenticator-app.ts'
import { sql } from '../src/database.ts'
import { expect, signIn, signUp } from '../src/holdall.ts'
import { freePort, type Holdall, startHoldall } from '../src/server.ts'
import { answered, close, heading, type Inspector, refuse, throttled } from './inspector.ts'

/** A server that offers passkeys, which browsers have on localhost only, and a provider. */
async function withSignInMethods(run: (url: string, holdall: Holdall) => Promise<void>): Promise<void> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const holdall = await startHoldall({
    env: {
      HOLDALL_PORT: port,
      HOLDALL_PUBLIC_URL: url,
      // Nothing asks it anything.
      HOLDALL_OIDC_ISSUER: 'https://id.holdall.test',
      HOLDALL_OIDC_CLIENT_ID: 'holdall',
      HOLDALL_OIDC_CLIENT_SECRET: 'secret-of-the-client',
      HOLDALL_OIDC_NAME: 'Directory',
    },
  })
  try {
    await run(url, holdall)
  } finally {
    await holdall.stop()
  }
}

export async function signInMethods(inspect: Inspector): Promise<void> {
  await withSignInMethods(async (url, holdall) => {
    await beforeSignIn(inspect, url)
    await securityPage(inspect, url, holdall)
  })
}

async function beforeSignIn({ page, visit, scan }: Inspector, url: string): Promise<void> {
  await page.goto(`${url}/sign-in`)
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with Directory' })).toBeVisible()
  await scan('sign-in, with passkeys and a provider')
  await visit('/sign-up')
  await heading(page, 'Create your account')
  await expect(page.getByRole('button', { name: 'Continue with Directory' })).toBeVisible()
  await scan('sign-up, with a provider')
  await visit('/sign-in/refused?reason=not-verified&provider=oidc')
  await heading(page, 'Couldn’t sign in with Directory')
  await scan('sign-in by a provider, refused')
  await visit('/sign-in/link')
  await heading(page, 'This took too long')
  await scan('link an account, expired')
  await answered(
    page,
    '**/api/socialite/pending',
    (route) => refuse(route),
    async () => {
      await page.goto(`${url}/sign-in/link`)
      await heading(page, 'Couldn’t load this page')
      await scan('link an account, failed')
    },
  )
  const waiting = { provider_name: 'Directory', email: 'maya@holdall.test' }
  await page.route('**/api/socialite/pending', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { data: { id: 'oidc', type: 'pending-link', attributes: waiting } } })
      : route.fulfill({ status: 422, json: { code: 'bad-credentials', message: 'Refused.' } }),
  )
  await page.goto(`${url}/sign-in/link`)
  await heading(page, 'Link Directory to your account')
  await scan('link an account')
  await page.getByLabel('Password', { exact: true }).fill('not mine')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wrong password. Try again.')).toBeVisible()
  await scan('link an account, password refused')
  await page.unroute('**/api/socialite/pending')
  await visit('/sign-in/two-factor')
  await heading(page, 'Sign in again')
  await scan('second factor, ended')
}

async function securityPage({ page, scan, scanLoading }: Inspector, url: string, holdall: Holdall): Promise<void> {
  const person = await signUp(page, url)
  await page.goto(`${url}/sign-in/refused?reason=linked-elsewhere&provider=oidc`)
  await heading(page, 'Couldn’t sign in with Directory')
  await scan('link of a provider, refused')
  const lists = /\/api\/user\/(passkeys|tokens|linked-sign-ins)$/
  await scanLoading('security', `${url}/user/settings/password`, lists)
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
  await expect(page.getByText('You don’t have any passkeys yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Link Directory' })).toBeVisible()
  await expect(page.getByText('No tokens yet.')).toBeVisible()
  await expect(page.getByText('This device')).toBeVisible()
  await scan('security, with nothing set up')

  await page.getByRole('button', { name: 'Set up' }).click()
  const key = await page.getByLabel('Key for the authenticator app').textContent()
  const app = authenticatorApp(key ?? '')
  await page.getByLabel('Code that the app shows').fill('none')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This code isn’t right or was already used.')).toBeVisible()
  await scan('second factor, first code refused')
  await page.getByLabel('Code that the app shows').fill(app.nextCode())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await scan('second factor, recovery codes')
  await page.getByRole('button', { name: 'I saved them' }).click()
  await expect(page.getByText('10 of 10 recovery codes are left.')).toBeVisible()

  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Backup script')
  await scan('API token, form')
  await page.getByRole('checkbox', { name: 'See and download files' }).check()
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByText('Copy the token now. It isn’t shown again.')).toBeVisible()
  await scan('API token, created')
  await page.getByRole('button', { name: 'Done' }).click()
  addSignInMethods(holdall, person.email)
  await page.reload()
  await expect(page.getByText('Work laptop')).toBeVisible()
  await expect(page.getByText('maya@example.com')).toBeVisible()
  await expect(page.getByText('Backup script')).toBeVisible()
  await expect(page.getByText('10 of 10 recovery codes are left.')).toBeVisible()
  await scan('security, with everything set up')
  for (const name of ['Work laptop', 'Directory', 'Backup script']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await scan(`${name}, to be removed`)
    await close(page)
  }
  await page.getByRole('button', { name: 'Rename Work laptop' }).click()
  const renaming = page.getByRole('dialog', { name: 'Name of the passkey' })
  await renaming.getByRole('textbox').fill('')
  await renaming.getByRole('button', { name: 'Save' }).click()
  await expect(renaming.getByText('Enter a name.')).toBeVisible()
  await scan('passkey without a name')
  await close(page)
  await page.getByRole('button', { name: 'Create new recovery codes' }).click()
  await page.getByLabel('Code from the app, or a recovery code').fill('none')
  await page.getByRole('button', { name: 'Create new recovery codes' }).click()
  await expect(page.getByText('This code isn’t right or was already used.')).toBeVisible()
  await scan('recovery codes, not replaced')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByLabel('Code from the app, or a recovery code')).toBeVisible()
  await scan('second factor, to be turned off')
  sql(holdall, 'update sessions set confirmed_at = 1000')
  await page.getByLabel('Code from the app, or a recovery code').fill('000000')
  await page.getByRole('button', { name: 'Turn off' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await expect(confirmation.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await scan('confirm by the password or a passkey')
  await confirmation.getByLabel('Password', { exact: true }).fill('not mine')
  await page.keyboard.press('Enter')
  await expect(confirmation.getByText('This isn’t your password.')).toBeVisible()
  await scan('confirm by the password, refused')
  await close(page)

  await page.context().clearCookies()
  await signIn(page, url, person)
  await page.goto(`${url}/sign-in/two-factor`)
  await expect(page.getByLabel('Code')).toBeVisible()
  await scan('second factor')
  await page.getByLabel('Code').fill('none')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/This code isn’t right or was already used/)).toBeVisible()
  await scan('second factor, refused')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeVisible()
  await scan('second factor, recovery code')
  await page.getByLabel('Recovery code').fill('none')
  await answered(page, '**/two-factor-challenge', throttled, async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Too many attempts/)).toBeVisible()
    await scan('second factor, throttled')
  })
}

/** A passkey and a linked sign-in, as after their use. */
function addSignInMethods(holdall: Holdall, email: string): void {
  const now = Date.now()
  sql(
    holdall,
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at, last_used_at)
     select ?, id, ?, 'key', 0, '["internal"]', 'Work laptop', ?, ? from users where email = ?`,
    randomUUID(),
    randomUUID(),
    now,
    now,
    email,
  )
  sql(
    holdall,
    `insert into linked_sign_ins (id, user_id, provider, issuer, subject, email, created_at, last_used_at)
     select ?, id, 'oidc', 'https://id.holdall.test', 'maya', 'maya@example.com', ?, ? from users where email = ?`,
    randomUUID(),
    now,
    now,
    email,
  )
}
