import type { ClientConfig } from '@holdall/api'
import type { Page, Route } from '@playwright/test'
import { expect } from '../src/holdall.ts'
import type { Holdall } from '../src/server.ts'
import {
  answered,
  fullRecovery,
  heading,
  held,
  type Inspector,
  openRecovery,
  json,
  refuse,
  throttled,
} from './inspector.ts'

/** Serves pages with another configuration, as after a change of settings. Returns what ends it. */
export async function configure(page: Page, config: Partial<ClientConfig>): Promise<() => Promise<void>> {
  const documents = /^https?:\/\/[^/]+\/(?!api\/|ui\/)/
  await page.route(documents, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(
      /(id="holdall-boot"[^>]*>)(.*?)(<\/script>)/s,
      (_, head: string, json: string, tail: string) => {
        const boot = JSON.parse(json) as { config: ClientConfig }
        const served = JSON.stringify({ ...boot, config: { ...boot.config, ...config } })
        return head + served.replaceAll('<', '\\u003c') + tail
      },
    )
    return route.fulfill({ response, body })
  })
  return () => page.unroute(documents)
}

const tooMany = (page: Page) => expect(page.getByText(/^Too many attempts. Try again in 10 minutes/)).toBeVisible()

/** The pages before sign-in in the states that other settings, or an answer of the server, lead to. */
export async function publicPages(inspect: Inspector, { url }: Holdall): Promise<void> {
  const { page } = inspect
  await page.goto(`${url}/sign-in`)
  await page.getByRole('button', { name: 'Got it' }).click()
  await homepage(inspect, url)
  await operatorPages(inspect, url)
  await contact(inspect, url)
  await signUpStates(inspect, url)
  await passwordRecovery(inspect, url)
  await verification(inspect, url)
  await signInStates(inspect, url)
}

export async function homepage({ page, scan }: Inspector, url: string): Promise<void> {
  const own = { title: 'Files of the Northwind choir', description: 'Scores, recordings and dates. '.repeat(8).trim() }
  const product = { title: null, description: null }
  const configs: readonly (readonly [string, Partial<ClientConfig>])[] = [
    [
      'homepage',
      {
        homepage: {
          header: product,
          features: product,
          boxes: [product, product, product],
          getStarted: product,
          footer: null,
        },
        contact: true,
      },
    ],
    [
      'homepage with texts of the operator, without sign-up',
      {
        homepage: { header: own, features: null, boxes: [own, own, own], getStarted: own, footer: 'Run by the choir' },
        registration: 'closed',
        allowRegistration: false,
      },
    ],
  ]
  for (const [screen, config] of configs) {
    const end = await configure(page, { allowHomepage: true, ...config })
    await page.goto(`${url}/`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
    await scan(screen)
    await end()
  }
}

async function operatorPages({ page, visit, scan }: Inspector, url: string): Promise<void> {
  const calls = '**/api/page/*'
  const fail = await held(page, calls)
  await page.goto(`${url}/page/terms-of-service`)
  await expect(page.getByRole('status').filter({ hasText: 'Loading the page…' })).toBeAttached()
  await scan('page of the operator, loading')
  fail()
  await heading(page, 'Couldn’t load this page')
  await scan('page of the operator, failed')
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Retry' }).click()
  await heading(page, 'Terms of service')
  await scan('page of the operator')
  await visit('/page/nothing')
  await heading(page, 'This page doesn’t exist')
  await scan('page of the operator, missing')
  await visit('/demo')
  await heading(page, 'No demo here')
  await scan('demo that is not offered')
}

async function contact({ page, visit, scan }: Inspector, url: string): Promise<void> {
  await visit('/contact-us')
  await heading(page, 'No contact is set up here')
  await scan('contact, none')
  const end = await configure(page, { contact: true })
  await page.goto(`${url}/contact-us`)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Write a message')).toBeVisible()
  await scan('contact, refused')
  await page.getByLabel('E-mail').fill('sam@example.com')
  await page.getByLabel('Message', { exact: true }).fill('Can I have more space?')
  await answered(page, '**/api/contact', throttled, async () => {
    await page.getByRole('button', { name: 'Send message' }).click()
    await tooMany(page)
    await scan('contact, throttled')
  })
  await page.goto(`${url}/contact-us`)
  await page.getByLabel('E-mail').fill('sam@example.com')
  await page.getByLabel('Message', { exact: true }).fill('Can I have more space?')
  await answered(page, '**/api/contact', json({ message: 'Done.' }), async () => {
    await page.getByRole('button', { name: 'Send message' }).click()
    await heading(page, 'Message sent')
    await scan('contact, sent')
  })
  await end()
}

async function signUpStates({ page, scan }: Inspector, url: string): Promise<void> {
  for (const [registration, title] of [
    ['closed', 'Sign-up is turned off'],
    ['invitation', 'Sign-up is by invitation only'],
  ] as const) {
    const end = await configure(page, { registration, allowRegistration: false })
    await page.goto(`${url}/sign-up`)
    await heading(page, title)
    await scan(`sign-up, ${registration}`)
    await end()
  }
  const end = await configure(page, { emailVerification: true })
  await page.goto(`${url}/sign-up`)
  await page.getByLabel('Full name').fill('Noah Fischer')
  await page.getByLabel('E-mail').fill('noah@throw-away.test')
  await page.getByLabel('Password', { exact: true }).fill('noahfischer')
  await expect(page.getByText(/^Easy to guess/)).toBeVisible()
  const submit = page.getByRole('button', { name: 'Create account' })
  const disposable = (route: Route) => refuse(route, 422, 'disposable-address')
  await answered(page, '**/api/register', disposable, async () => {
    await submit.click()
    await expect(page.getByText(/Disposable addresses aren’t accepted/)).toBeVisible()
    await scan('sign-up, e-mail and password that should be others')
  })
  await answered(page, '**/api/register', throttled, async () => {
    await page.getByLabel('E-mail').fill('noah@holdall.test')
    await page.getByLabel('Password', { exact: true }).fill('quiet rivers run deep')
    await expect(page.getByText('Strong.')).toBeVisible()
    await submit.click()
    await tooMany(page)
    await scan('sign-up, throttled')
  })
  await page.goto(`${url}/sign-up`)
  await page.getByLabel('Full name').fill('Noah Fischer')
  await page.getByLabel('E-mail').fill('noah@holdall.test')
  await page.getByLabel('Password', { exact: true }).fill('quiet rivers run deep')
  await answered(page, '**/api/register', json({ verification: 'mailed' }), async () => {
    await submit.click()
    await heading(page, 'Check your e-mail')
    await scan('sign-up, e-mail to be confirmed')
  })
  await answered(page, '**/api/user/verify', throttled, async () => {
    await page.getByRole('button', { name: 'Send again' }).click()
    await tooMany(page)
    await scan('sign-up, link sent again too often')
  })
  await answered(page, '**/api/user/verify', json({ message: 'Done.' }), async () => {
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText(/^We sent you a new link/)).toBeVisible()
    await scan('sign-up, link sent again')
  })
  await end()
}

async function passwordRecovery({ page, visit, scan }: Inspector, url: string): Promise<void> {
  await page.goto(`${url}/forgotten-password`)
  await expect(page.getByText('Ask your administrator for a new password.')).toBeVisible()
  await scan('forgotten password, without mail')
  const end = await configure(page, { emailVerification: true })
  await page.goto(`${url}/forgotten-password`)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(/^Enter an e-mail address/)).toBeVisible()
  await scan('forgotten password, refused')
  await page.getByLabel('E-mail').fill('noah@holdall.test')
  await answered(page, '**/api/password/recover', throttled, async () => {
    await page.getByRole('button', { name: 'Send link' }).click()
    await tooMany(page)
    await scan('forgotten password, throttled')
  })
  await page.goto(`${url}/forgotten-password`)
  await page.getByLabel('E-mail').fill('noah@holdall.test')
  await answered(page, '**/api/password/recover', json({ message: 'Done.' }), async () => {
    await page.getByRole('button', { name: 'Send link' }).click()
    await heading(page, 'Check your e-mail')
    await scan('forgotten password, requested')
  })
  await end()

  await visit('/create-new-password')
  await heading(page, 'This link doesn’t work')
  await scan('new password, incomplete link')
  const open = async () => {
    await page.goto('about:blank')
    await page.goto(`${url}/create-new-password#email=noah%40holdall.test&token=x`)
    await page.getByLabel('Password', { exact: true }).fill('quiet rivers run deep')
  }
  const submit = page.getByRole('button', { name: 'Change password' })
  const access = '**/api/password/reset/access'
  await openRecovery(page, { second_factor: 'stays', kept: null })
  await open()
  await scan('new password, second factor')
  await page.unroute(access)
  await openRecovery(page, fullRecovery)
  await open()
  await expect(page.getByRole('checkbox')).toBeChecked()
  await scan('new password, other access')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await submit.click()
  await expect(page.getByText('Use at least 8 characters')).toBeVisible()
  await scan('new password, refused')
  await page.getByLabel('Password', { exact: true }).fill('quiet rivers run deep')
  await answered(page, '**/api/password/reset', throttled, async () => {
    await submit.click()
    await tooMany(page)
    await scan('new password, throttled')
  })
  await open()
  await answered(page, '**/api/password/reset', json({ message: 'Done.' }), async () => {
    await submit.click()
    await heading(page, 'Your password was changed')
    await scan('new password, changed')
  })
  await page.unroute(access)
  await page.goto('about:blank')
  await page.goto(`${url}/create-new-password#email=noah%40holdall.test&token=x`)
  await heading(page, 'This link has expired or was used')
  await scan('new password, expired link')
}

async function verification({ page, scan }: Inspector, url: string): Promise<void> {
  const calls = '**/api/user/verify/*'
  const fail = await held(page, calls)
  await page.goto(`${url}/verify-email/1?expires=1&signature=x`)
  const confirm = page.getByRole('button', { name: 'Confirm e-mail' })
  await expect(confirm).toBeVisible()
  await scan('confirmation of the e-mail')
  await confirm.click()
  await scan('confirmation of the e-mail, loading')
  fail()
  await heading(page, 'Couldn’t confirm your e-mail')
  await scan('confirmation of the e-mail, failed')
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Retry' }).click()
  await heading(page, 'This link doesn’t work')
  await scan('confirmation of the e-mail, invalid link')
  const expired = (route: Route) => refuse(route, 410, 'link-expired')
  await answered(page, calls, expired, async () => {
    await page.goto(`${url}/verify-email/1?expires=1&signature=x`)
    await confirm.click()
    await heading(page, 'This link has expired')
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await expect(page.getByText(/^Enter an e-mail address/)).toBeVisible()
    await scan('confirmation of the e-mail, expired link, e-mail refused')
  })
  await answered(page, '**/api/user/verify', throttled, async () => {
    await page.getByLabel('E-mail').fill('noah@holdall.test')
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await tooMany(page)
    await scan('confirmation of the e-mail, throttled')
  })
}

async function signInStates({ page, visit, scan }: Inspector, url: string): Promise<void> {
  const submitWith = async (answer: (route: Route) => Promise<void>, seen: () => Promise<void>) => {
    await page.goto(`${url}/sign-in`)
    await page.getByLabel('E-mail').fill('noah@holdall.test')
    await page.keyboard.press('Enter')
    await page.getByLabel('Password', { exact: true }).fill('quiet rivers run deep')
    await answered(page, '**/login', answer, async () => {
      await page.keyboard.press('Enter')
      await seen()
    })
  }
  await submitWith(throttled, async () => {
    await tooMany(page)
    await scan('sign-in, throttled')
  })
  await submitWith(
    (route) => route.abort(),
    async () => {
      await expect(page.getByText(/^Couldn’t reach the server/)).toBeVisible()
      await scan('sign-in, offline')
    },
  )
  await submitWith(json({ two_factor: false }), async () => {
    await expect(page.getByText(/^Your browser blocked the cookie/)).toBeVisible()
    await scan('sign-in, without cookies')
  })
  await submitWith(
    (route) => refuse(route, 403, 'not-verified'),
    async () => {
      await expect(page.getByText(/^Confirm your e-mail first/)).toBeVisible()
      await scan('sign-in, e-mail not confirmed')
      await answered(page, '**/api/user/verify', json({ message: 'Done.' }), async () => {
        await page.getByRole('button', { name: 'Send again' }).click()
        await expect(page.getByText(/^We sent you a new link/)).toBeVisible()
        await scan('sign-in, link sent again')
      })
    },
  )
  await answered(
    page,
    '**/api/config',
    (route) => refuse(route),
    async () => {
      await visit('/sign-in/two-factor')
      await heading(page, 'Couldn’t continue signing in')
      await scan('second factor, failed to load')
    },
  )
}
