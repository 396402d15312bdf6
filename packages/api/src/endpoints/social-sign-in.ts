import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { OfferedPassword } from '../resources/account.ts'
import { Email } from '../resources/email.ts'
import { Id } from '../resources/field-types.ts'
import { LinkedSignIn, PendingLink, SignInProvider } from '../resources/linked-sign-in.ts'

const params = z.object({ provider: SignInProvider })
/** Where the browser has to go. */
const Redirect = z.object({ data: z.object({ url: z.string() }) })

export const beginSocialSignIn = endpoint({
  id: 'social-sign-in.begin',
  method: 'GET',
  path: '/api/socialite/:provider/redirect',
  summary: 'Begin to sign in by a provider; sets a cookie and answers where the browser has to go',
  access: { by: 'anyone', why: 'it is how a session begins' },
  params,
  query: z.object({
    /** A path on this site to go to once signed in. */
    redirect: z.optional(z.string().check(z.maxLength(2000))),
  }),
  response: Redirect,
  errors: ['provider-unavailable'],
  throttle: 'social-sign-in',
})

/** The provider sends browsers back to it. Its answer is always a redirect to a page, which says how it ended. */
export const socialSignInCallback = endpoint({
  id: 'social-sign-in.callback',
  method: 'GET',
  path: '/socialite/:provider/callback',
  summary: 'End of a sign-in by a provider; redirects to the page that follows',
  access: { by: 'anyone', why: 'the state is known to the browser that began it only' },
  params,
  query: z.object({ state: z.optional(z.string().check(z.maxLength(500))) }),
  answers: 'nothing',
  status: 302,
  changes: ['user', 'notifications'],
})

export const pendingLink = endpoint({
  id: 'social-sign-in.show-pending',
  method: 'GET',
  path: '/api/socialite/pending',
  summary: 'What a provider has confirmed in this browser and that waits for the password of the account',
  access: { by: 'anyone', why: 'the cookie of the browser is the proof' },
  response: z.object({ data: PendingLink }),
  errors: ['link-expired'],
})

export const confirmPendingLink = endpoint({
  id: 'social-sign-in.confirm-pending',
  method: 'POST',
  path: '/api/socialite/pending',
  summary: 'Link the provider to the account by its password, and sign in',
  access: { by: 'anyone', why: 'the cookie of the browser and the password are the proof' },
  // With the address, so that wrong passwords are counted together with those of sign-in.
  body: z.object({ email: Email, password: OfferedPassword }),
  response: z.object({ two_factor: z.boolean() }),
  errors: ['bad-credentials', 'link-expired', 'conflict'],
  throttle: 'sign-in',
  changes: ['user', 'notifications'],
})

const self = { by: 'user', targets: {} } as const

export const linkedSignIns = endpoint({
  id: 'social-sign-in.list',
  method: 'GET',
  path: '/api/user/linked-sign-ins',
  summary: 'The accounts at providers that sign in to the account of the caller',
  access: self,
  response: z.object({ data: z.array(LinkedSignIn) }),
})

export const beginLink = endpoint({
  id: 'social-sign-in.begin-link',
  method: 'POST',
  path: '/api/socialite/:provider/link',
  summary: 'Begin to link a provider to the account; answers where the browser has to go',
  access: self,
  confirmed: true,
  params,
  response: Redirect,
  errors: ['provider-unavailable', 'address-unconfirmed'],
  throttle: 'social-sign-in',
  changes: [],
})

export const unlinkSignIn = endpoint({
  id: 'social-sign-in.unlink',
  method: 'DELETE',
  path: '/api/user/linked-sign-ins/:id',
  summary: 'Remove a linked sign-in, unless it is the last way to sign in',
  access: self,
  confirmed: true,
  params: z.object({ id: Id }),
  errors: ['last-sign-in-method'],
  changes: ['user', 'notifications'],
})
