import { sendContactMessage } from '@holdall/api'
import { browserLocale } from '../../http/browser-locale.ts'
import { handle, type Route } from '../../http/route.ts'
import { recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import type { HumanCheck } from '../human-check/human-check.ts'
import { contactMailJob } from './contact-mail.ts'

type Deps = Pick<Infrastructure, 'jobs' | 'settings' | 'throttle' | 'transact'> & { readonly humanCheck: HumanCheck }

/** All messages together: those of many network addresses must not take the place of all other mails. */
const everybody = [{ kind: 'account', value: 'contact' }] as const

export function contactRoutes({ humanCheck, jobs, settings, throttle, transact }: Deps): Route[] {
  return [
    handle(sendContactMessage, async ({ body }, { request }) => {
      if ((await settings.get('app.contact_email')) === null) throw refuse('not-found')
      await humanCheck.requireHuman('contact', body)
      const { name = '', email, message } = body
      await transact(async (trx) => {
        recordNoActivity(trx)
        await throttle.begin('contact-all', everybody, 1, trx)
        await jobs.enqueue(trx, contactMailJob, { name, email, message })
      })
      return { message: textIn(browserLocale(request), await settings.get('app.locale'))('contact.sent') }
    }),
  ]
}
