import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { Email } from '../resources/email.ts'
import { humanCheckFields } from '../resources/human-check.ts'
import { MAX_CONTACT_MESSAGE, VisibleText } from '../resources/contact.ts'
import { NamePart } from '../resources/text.ts'

export const sendContactMessage = endpoint({
  id: 'contact.send',
  method: 'POST',
  path: '/api/contact',
  summary: 'Write to the operator; `not-found` where no contact address is set',
  access: { by: 'anyone', why: 'people ask before they have an account' },
  body: z.object({
    name: z.optional(NamePart),
    email: Email,
    message: VisibleText(MAX_CONTACT_MESSAGE),
    ...humanCheckFields,
  }),
  response: z.object({ message: z.string() }),
  errors: ['not-found', 'human-check-failed', 'human-check-unavailable'],
  throttle: 'contact',
  changes: [],
})
